import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { restoreValue } from "~/components/form/changes";
import { CheckboxField, SelectField } from "~/components/form/choice-fields";
import { checkboxProps, FieldError, fieldProps, multiFieldProps } from "~/components/form/field";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { RowList } from "~/components/form/row-list";
import { useReadOnly } from "~/components/form/form-context";
import { NumberField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { rules as ruleTexts } from "~/i18n/rules";
import { workflows } from "~/i18n/workflows";
import { applicationStatuses } from "../../../shared/application-statuses";
import {
  counts,
  parseKeptTrigger,
  newRuleValues,
  type RuleType,
  ruleTypes,
  type RuleValues,
  triggerOf,
} from "~/models/workflows/rule-values";
import { recommendations, ruleInWords, type Trigger } from "~/models/workflows/workflow-rules";
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
    <section className="rules stage-whole rt-r-display-grid rt-r-gap-3" aria-label={t("rules.title")}>
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
  const isReadOnly = useReadOnly();
  const inWords = useRuleInWords();
  const fields = rule.getFieldset();
  const kept = parseKeptTrigger(fields.kept.initialValue);
  const { defaultValues: chosen } = multiFieldProps(fields.recommendations);
  if (isReadOnly) return <p>{inWords(triggerOf({ ...rule.initialValue, recommendations: chosen }))}</p>;
  return (
    <div className="rule-row rt-r-display-grid rt-r-gap-3">
      <input type="hidden" name={fields.kept.name} value={fields.kept.initialValue ?? ""} />
      {kept ? (
        <RawRule rule={rule} trigger={kept} />
      ) : (
        <>
          <Conditions rule={rule} />
          <Action rule={rule} free={free} isTwice={isTwice} />
        </>
      )}
      <CheckboxField {...checkboxProps(fields.enabled)} label={t("rules.enabled")} />
    </div>
  );
}

/** The "If … and …" of a rule's sentence. Parts that do not apply are hidden by CSS; they keep their values (RULE-25). */
function Conditions({ rule }: { rule: RuleField }) {
  const t = useTexts(workflows);
  const fields = rule.getFieldset();
  const bases = ["score", "recommendation"] as const;
  return (
    <>
      <div className="row">
        <span>{t("rules.if")}</span>
        <SelectField
          {...fieldProps(fields.basis)}
          required={undefined}
          label={t("rules.basis")}
          labelHidden
          placeholder={null}
          options={bases.map((one) => ({ value: one, label: t(`rules.bases.${one}`) }))}
        />
        <div className="row" data-when="score">
          <span>{t("rules.atLeast")}</span>
          <NumberField
            {...fieldProps(fields.score)}
            required={undefined}
            label={t("rules.score")}
            labelHidden
            onBlur={({ currentTarget }) => {
              // A blank score becomes 1 (RULE-06).
              if (currentTarget.value.trim() === "") restoreValue(currentTarget, ["1"]);
            }}
          />
        </div>
        <div className="row" data-when="recommendation">
          <span>{t("rules.is")}</span>
          <MultiSelectField
            {...multiFieldProps(fields.recommendations)}
            required={undefined}
            label={t("rules.recommendation")}
            labelHidden
            options={recommendations.map((one) => ({ value: one, label: t(`rules.values.${one}`) }))}
          />
        </div>
      </div>
      <div className="row">
        <span>{t("rules.and")}</span>
        <Count box={fields.hasProfanity} count={fields.profanityCount} label="profanity" />
        <Count box={fields.hasPlagiarism} count={fields.plagiarismCount} label="plagiarism" />
        <CheckboxField {...checkboxProps(fields.lowTextQuality)} label={t("rules.quality")} />
      </div>
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
    <div className="rule-count rt-r-display-contents">
      <CheckboxField {...checkboxProps(box)} label={t(`rules.${label}`)} />
      <div className="row" data-when="ticked">
        <span>{t("rules.lessThan")}</span>
        <SelectField
          {...fieldProps(count)}
          required={undefined}
          label={t(`rules.${label}Count`)}
          labelHidden
          options={counts.map((one) => ({ value: one, label: one }))}
        />
      </div>
    </div>
  );
}

/** The "then …" of a rule's sentence. */
function Action({ rule, free, isTwice }: RuleRowProps) {
  const t = useTexts(workflows);
  const statusName = useStatusName();
  const fields = rule.getFieldset();
  const type = fields.type.value ?? "";
  const own = ruleTypes.filter((one) => one === type || free.includes(one));
  const proposed = isTwice && !fields.type.errors ? free[0] : undefined;
  return (
    <div className="row">
      <span>{t("rules.then")}</span>
      <SelectField
        {...fieldProps(fields.type)}
        {...(proposed && { defaultValue: proposed })}
        required={undefined}
        label={t("rules.type")}
        labelHidden
        placeholder={null}
        options={own.map((one) => ({ value: one, label: t(`rules.types.${one}`) }))}
      />
      <div className="row" data-when="status">
        <span>{t("rules.to")}</span>
        <SelectField
          {...fieldProps(fields.status)}
          required={undefined}
          label={t("rules.status")}
          labelHidden
          placeholder={t("rules.selectStatus")}
          options={applicationStatuses.map((status) => ({ value: status, label: statusName(status) }))}
        />
      </div>
      <div data-when="declined">
        <CheckboxField {...checkboxProps(fields.isHeld)} label={t("rules.hold")} hint={t("rules.holdHint")} />
      </div>
    </div>
  );
}

/** A rule the fields cannot represent: it can be read, turned off and removed. */
function RawRule({ rule, trigger }: { rule: RuleField; trigger: Trigger }) {
  const t = useTexts(workflows);
  const inWords = useRuleInWords();
  const { type } = rule.getFieldset();
  return (
    <>
      <input type="hidden" name={type.name} value={type.initialValue ?? ""} />
      {/* Target of the error summary's link: there is no type field. */}
      <div id={type.id} tabIndex={-1}>
        {/* Shown as enabled: the checkbox below has the actual state. */}
        <p>{t("rules.kept", { rule: inWords({ ...trigger, enabled: true }) })}</p>
        <FieldError id={type.id} errors={type.errors} />
      </div>
    </>
  );
}

/** Returns a function that gives a rule as text. */
function useRuleInWords() {
  const words = useTexts(ruleTexts);
  const statusName = useStatusName();
  return (trigger: Trigger) => ruleInWords(trigger, words, statusName);
}
