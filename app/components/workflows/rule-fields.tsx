import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { putBack } from "~/components/form/changes";
import { CheckboxField, SelectField } from "~/components/form/choice-fields";
import { checkboxProps, FieldError, fieldProps, multiFieldProps } from "~/components/form/field";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { RowList } from "~/components/form/row-list";
import { NumberField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { rules as ruleTexts } from "~/i18n/rules";
import { workflows } from "~/i18n/workflows";
import { applicationStatuses } from "../../../shared/application-statuses";
import {
  counts,
  keptTrigger,
  newRuleValues,
  type RuleType,
  ruleTypes,
  type RuleValues,
} from "~/models/workflows/rule-values";
import { declined, recommendations, ruleInWords } from "~/models/workflows/workflow-rules";
import { useStatusName } from "./status-name";

type RuleField = FieldMetadata<RuleValues, Record<string, unknown>, string[]>;

type RuleListProps = {
  form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
  list: FieldMetadata<RuleValues[], Record<string, unknown>, string[]>;
  /** Rules apply to chats; rules of a stage changed to video stay until they are removed (RULE-12). */
  isChat: boolean;
  /** True if rules that change the status are offered (RULE-03). */
  mayChangeStatus: boolean;
};

/** The rules of the first stage (RULE-01 to RULE-10). */
export function RuleList({ form, list, isChat, mayChangeStatus }: RuleListProps) {
  const t = useTexts(workflows);
  const rows = list.getFieldList();
  const used = rows.map((row) => row.getFieldset().type.value);
  const offered = ruleTypes.filter((type) => type !== "UPDATE_STATUS" || mayChangeStatus);
  const free = offered.filter((type) => !used.includes(type));
  // Without JS "Add rule" does not know the type just chosen for the rule above, so a type may occur twice.
  const isTwice = ({ key }: { key?: string | undefined }) => {
    const index = rows.findIndex((row) => row.key === key);
    return used.indexOf(used[index]) < index;
  };
  if (!isChat && rows.length === 0) return null;
  return (
    <section className="rules framed-rows" aria-label={t("rules.title")}>
      <h3>{t("rules.title")}</h3>
      <p className="field-hint">
        {t("rules.text")} {t("rules.newOnly")}
      </p>
      <RowList<RuleValues>
        form={form}
        list={list}
        limit={free.length > 0 ? rows.length + 1 : rows.length}
        limitText={t("rules.full")}
        addLabel={t("rules.add")}
        rowLabel={(number) => t("rules.rule", { number })}
        removeLabel={(rule) => t("rules.remove", { rule })}
        newRow={newRuleValues(free[0] ?? "MOVE_STAGE")}
        mayAdd={isChat}
      >
        {(row) => <RuleRow rule={row} free={free} isTwice={isTwice(row)} />}
      </RowList>
    </section>
  );
}

type RuleRowProps = {
  rule: RuleField;
  free: readonly RuleType[];
  /** True if a rule above has the same type. */
  isTwice: boolean;
};

function RuleRow({ rule, free, isTwice }: RuleRowProps) {
  const t = useTexts(workflows);
  const statusName = useStatusName();
  const fields = rule.getFieldset();
  const type = fields.type.value ?? "";
  const own = ruleTypes.filter((one) => one === type || free.includes(one));
  const proposed = isTwice && !fields.type.errors ? free[0] : undefined;
  const kept = keptTrigger(fields.kept.initialValue);
  return (
    <div className="rule-row rt-r-display-grid rt-r-gap-3">
      <input type="hidden" name={fields.kept.name} value={fields.kept.initialValue ?? ""} />
      {kept ? (
        <KeptRule rule={rule} trigger={kept} />
      ) : (
        <>
          <SelectField
            {...fieldProps(fields.type)}
            {...(proposed && { defaultValue: proposed })}
            required={undefined}
            label={t("rules.type")}
            placeholder={null}
            options={own.map((one) => ({ value: one, label: t(`rules.types.${one}`) }))}
          />
          <When on={type === "UPDATE_STATUS"}>
            <SelectField
              {...fieldProps(fields.status)}
              required={undefined}
              label={t("rules.status")}
              placeholder={t("rules.selectStatus")}
              options={applicationStatuses.map((status) => ({ value: status, label: statusName(status) }))}
            />
          </When>
          <When on={type === "UPDATE_STATUS" && fields.status.value === declined}>
            <CheckboxField
              {...checkboxProps(fields.isHeld)}
              label={t("rules.hold")}
              hint={t("rules.holdHint")}
            />
          </When>
          <Conditions rule={rule} />
        </>
      )}
      <CheckboxField {...checkboxProps(fields.enabled)} label={t("rules.enabled")} />
    </div>
  );
}

/** Hidden with JS while irrelevant; keeps its values (RULE-25). */
function When({ on, children }: { on: boolean; children: ReactNode }) {
  const hydrated = useHydrated();
  return <div hidden={hydrated && !on}>{children}</div>;
}

function Conditions({ rule }: { rule: RuleField }) {
  const t = useTexts(workflows);
  const fields = rule.getFieldset();
  const bases = ["score", "recommendation"] as const;
  const basis = fields.basis.value ?? "score";
  return (
    <>
      <SelectField
        {...fieldProps(fields.basis)}
        required={undefined}
        label={t("rules.basis")}
        placeholder={null}
        options={bases.map((one) => ({ value: one, label: t(`rules.bases.${one}`) }))}
      />
      <When on={basis === "score"}>
        <NumberField
          {...fieldProps(fields.score)}
          required={undefined}
          label={t("rules.score")}
          onBlur={({ currentTarget }) => {
            // A blank score becomes 1 (RULE-06).
            if (currentTarget.value.trim() === "") putBack(currentTarget, ["1"]);
          }}
        />
      </When>
      <When on={basis === "recommendation"}>
        <MultiSelectField
          {...multiFieldProps(fields.recommendations)}
          required={undefined}
          label={t("rules.recommendation")}
          options={recommendations.map((one) => ({ value: one, label: t(`rules.values.${one}`) }))}
        />
      </When>
      <Count box={fields.hasProfanity} count={fields.profanityCount} label="profanity" />
      <Count box={fields.hasPlagiarism} count={fields.plagiarismCount} label="plagiarism" />
      <CheckboxField {...checkboxProps(fields.lowTextQuality)} label={t("rules.quality")} />
    </>
  );
}

type TextField = FieldMetadata<string | undefined, Record<string, unknown>, string[]>;

/** A condition checkbox with its maximum count (RULE-08). */
function Count({
  box,
  count,
  label,
}: {
  box: TextField;
  count: TextField;
  label: "profanity" | "plagiarism";
}) {
  const t = useTexts(workflows);
  return (
    <div className="rt-r-display-grid rt-r-gap-2">
      <CheckboxField {...checkboxProps(box)} label={t(`rules.${label}`)} />
      <When on={box.value === "on"}>
        <SelectField
          {...fieldProps(count)}
          required={undefined}
          width="medium"
          label={t(`rules.${label}Count`)}
          options={counts.map((one) => ({ value: one, label: one }))}
        />
      </When>
    </div>
  );
}

/** A rule the fields cannot represent: it can be read, turned off and removed. */
function KeptRule({
  rule,
  trigger,
}: {
  rule: RuleField;
  trigger: NonNullable<ReturnType<typeof keptTrigger>>;
}) {
  const t = useTexts(workflows);
  const words = useTexts(ruleTexts);
  const statusName = useStatusName();
  const { type } = rule.getFieldset();
  return (
    <>
      <input type="hidden" name={type.name} value={type.initialValue ?? ""} />
      {/* Target of the error summary's link: there is no type field. */}
      <div id={type.id} tabIndex={-1}>
        {/* Shown as enabled: the checkbox below has the actual state. */}
        <p>{t("rules.kept", { rule: ruleInWords({ ...trigger, enabled: true }, words, statusName) })}</p>
        <FieldError id={type.id} errors={type.errors} />
      </div>
    </>
  );
}
