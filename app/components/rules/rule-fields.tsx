import { type ChangeEvent, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { RemoveButton } from "./remove-button";
import { Button } from "~/components/ui/button";
import { permissions } from "~/i18n/permissions";
import { anyPlace, type RuleErrors, type Row, type Rule, templateOf } from "~/models/rules/rule-draft";
import type { intentsOf } from "~/services/intents";
import { type ActionNotes, ActionTree, type Sections } from "./action-tree";
import { type Choice, DepartmentSelect } from "./department-select";
import { customerName } from "./place-text";

export type RuleIntents = Readonly<
  Record<
    "show" | "addRow" | "removeRow" | "template" | "selectAll" | "clear",
    ReturnType<ReturnType<typeof intentsOf>>
  >
>;

type RuleFieldsProps = {
  index: number;
  /** The rule's name; "advanced rule" with its number by default. */
  name?: string;
  rule: Rule;
  /** The stored rule; undefined for a new one. */
  stored: Rule | undefined;
  sections: Sections;
  actionNotes: ActionNotes;
  templates: Readonly<Record<string, readonly string[]>>;
  templateOptions: readonly { value: string; label: string }[];
  choices: readonly Choice[];
  mistakes: RuleErrors;
  intents: RuleIntents;
};

/**
 * A choice that applies at once with JS, and through the button next to it without JS or by keyboard: each
 * arrow key may change the value, so options could not be skipped.
 */
function useApplyOnChange() {
  const isByKeys = useRef(false);
  return {
    onPointerDown: () => {
      isByKeys.current = false;
    },
    onKeyDown: () => {
      isByKeys.current = true;
    },
    onChange: ({ currentTarget: select }: ChangeEvent<HTMLSelectElement>) => {
      if (!isByKeys.current)
        select.parentElement?.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
    },
  };
}

/** Fields of one rule: places and actions (PERM-02). In Basic the customer is the group's own (PERM-16). */
export function RuleFields(props: RuleFieldsProps) {
  const { index, rule, sections, templates, templateOptions, choices, mistakes, intents } = props;
  const t = useTexts(permissions);
  const pressBeside = useApplyOnChange();
  const template = useRef<HTMLSelectElement>(null);
  const { name = t("rule", { number: index }) } = props;
  const error = (field: string) => {
    const mistake = mistakes[field];
    return mistake && t(`errors.${mistake}`);
  };
  return (
    <div className="rule rt-Flex rt-r-fd-column rt-r-gap-4">
      <input type="hidden" name={`rows.${index}`} value={rule.rows.length} />
      {rule.rows.map((row, at) => (
        <CustomerRow
          key={`${at} ${row.customer}`}
          {...{ row, choices, intents }}
          at={`${index}.${at}`}
          isFixed={index === 0}
          remove={index > 0 ? t("removeCustomer", { number: at + 1, rule: name }) : undefined}
          errors={{
            customer: error(`customer.${index}.${at}`),
            department: error(`department.${index}.${at}`),
          }}
        />
      ))}
      {index > 0 && (
        <p>
          <Button
            type="submit"
            icon="plus"
            size="small"
            id={`addRow-${index}`}
            name="intent"
            value={`${intents.addRow}:${index}`}
            disabled={rule.rows[0]?.customer === anyPlace}
          >
            {t("addCustomer")}
          </Button>
        </p>
      )}
      <div className="field">
        <label htmlFor={`template.${index}`}>{t("template")}</label>
        <input type="hidden" name={`templateWas.${index}`} value={templateOf(rule.actions, templates)} />
        <div className="row">
          <select
            ref={template}
            className="input"
            id={`template.${index}`}
            name={`template.${index}`}
            defaultValue={templateOf(rule.actions, templates)}
            {...pressBeside}
          >
            <option value="">{t("noTemplate")}</option>
            {templateOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>{" "}
          <Button type="submit" size="small" name="intent" value={`${intents.template}:${index}`}>
            {t("applyTemplate")}
          </Button>
        </div>
      </div>
      <ActionTree
        rule={index}
        sections={sections}
        notes={props.actionNotes}
        chosen={rule.actions}
        stored={props.stored?.actions}
        error={error(`action.${index}`)}
        onTicked={(actions) => {
          if (template.current) template.current.value = templateOf(actions, templates);
        }}
        intents={{ selectAll: intents.selectAll, clear: intents.clear }}
      />
    </div>
  );
}

type CustomerRowProps = {
  row: Row;
  at: string;
  isFixed: boolean;
  choices: readonly Choice[];
  remove: string | undefined;
  intents: RuleIntents;
  errors: { customer: string | undefined; department: string | undefined };
};

/** A customer and its departments; with Any, both are any (PERM-11..PERM-15). */
function CustomerRow({ row, at, isFixed, choices, remove, intents, errors }: CustomerRowProps) {
  const t = useTexts(permissions);
  const pressBeside = useApplyOnChange();
  const choice = choices.find(({ id }) => id === row.customer);
  const isUnknown = row.customer !== "" && row.customer !== anyPlace && (!choice || choice.isArchived);
  const removeButton = remove && (
    <RemoveButton value={`${intents.removeRow}:${at}`} label={remove}>
      {t("remove")}
    </RemoveButton>
  );
  return (
    <div className="customer-row rt-Flex rt-r-fd-column rt-r-gap-2">
      <input type="hidden" name={`was.${at}`} value={row.customer} />
      <div className="field">
        <label htmlFor={`customer.${at}`}>{t("customer")}</label>
        {isFixed || isUnknown ? (
          <div className="row">
            <input type="hidden" name={`customer.${at}`} value={row.customer} />
            <output id={`customer.${at}`}>
              <bdi>{customerName(choice, t)}</bdi>
            </output>{" "}
            {choice?.isArchived && removeButton}
          </div>
        ) : (
          <div className="row">
            <select
              className="input"
              id={`customer.${at}`}
              name={`customer.${at}`}
              defaultValue={row.customer}
              aria-invalid={errors.customer !== undefined || undefined}
              aria-describedby={errors.customer !== undefined ? `customer.${at}.error` : undefined}
              {...pressBeside}
            >
              <option value="">{t("chooseCustomer")}</option>
              <option value={anyPlace}>{t("any")}</option>
              {choices.map(
                ({ id, name, isArchived }) =>
                  !isArchived && (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ),
              )}
            </select>{" "}
            <Button type="submit" size="small" name="intent" value={`${intents.show}:${at}`}>
              {t("showDepartments")}
            </Button>{" "}
            {removeButton}
          </div>
        )}
        {errors.customer !== undefined && (
          <p className="field-error" id={`customer.${at}.error`}>
            {errors.customer}
          </p>
        )}
      </div>
      <DepartmentSelect {...{ row, at, choice }} error={errors.department} />
    </div>
  );
}
