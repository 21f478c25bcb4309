import type { FieldMetadata } from "@conform-to/react";
import type { MouseEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { fieldsOf, restoreValue } from "~/components/form/changes";
import { HiddenSwitch, SelectField, useSwitchWords } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { useFieldWords } from "~/components/form/form-context";
import { SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { Badge } from "~/components/ui/badge";
import { Time } from "~/components/ui/time";
import { workflowSets } from "~/i18n/workflow-sets";
import { languageName } from "~/models/workflows/languages";
import type { OptionValues } from "~/models/workflow-sets/set-values";
import type { WorkflowChoice } from "~/models/workflows/workflow-choices.server";
import type { Intent } from "~/services/intents";

type OptionFieldsProps = {
  row: FieldMetadata<OptionValues, Record<string, unknown>, string[]>;
  number: number;
  isDefault: boolean;
  /** Names of the rows' fields that mark the default. */
  flags: readonly string[];
  choices: readonly WorkflowChoice[];
  /** Workflow names by id. */
  names: ReadonlyMap<string, string>;
  /** Choices of other rows, which are not offered again (WFS-28). */
  taken: readonly (string | undefined)[];
  pick: Intent;
  setDefault: Intent;
};

type OptionTextsProps = { name: string; number: number; names: ReadonlyMap<string, string> };

/** Registers a row's name for mentions elsewhere, even a row added by someone else and not rendered here. */
export function OptionTexts({ name, number, names }: OptionTextsProps) {
  const t = useTexts(workflowSets);
  const nameOf = (id: string) => names.get(id) ?? id;
  useFieldWords(name, { label: t("form.row", { number }) });
  useFieldWords(`${name}.workflowId`, { label: t("form.workflow"), show: nameOf });
  useFieldWords(`${name}.displayName`, { label: t("form.displayName") });
  useSwitchWords(`${name}.isDefault`, t("form.isDefault"));
  return null;
}

/** One workflow of a set: choice, name, and default mark (WFS-17, WFS-28 to WFS-30). */
export function OptionFields(props: OptionFieldsProps) {
  const { row, number, isDefault, flags, choices, names, taken, pick, setDefault } = props;
  const t = useTexts(workflowSets);
  const hydrated = useHydrated();
  const { workflowId, displayName, isDefault: flag } = row.getFieldset();
  // Read once: conform records every access to a value, and each access takes longer than the one before.
  const { value: chosenId } = workflowId;
  const chosen = choices.find(({ _id }) => _id === chosenId);
  const offered = choices.filter(
    ({ _id, archivedAt }) => _id === chosenId || (archivedAt === null && !taken.includes(_id)),
  );
  const makeDefault = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!hydrated || !form) return;
    event.preventDefault();
    for (const field of fieldsOf(form))
      if (flags.includes(field.name)) restoreValue(field, [field.name === flag.name ? "on" : ""]);
  };
  return (
    <div className="set-row rt-r-display-grid rt-r-gap-3">
      <div className="fields-row">
        <div className="set-pick rt-Flex rt-r-fw-wrap rt-r-gap-2 rt-r-ai-end">
          <SelectField
            {...fieldProps(workflowId)}
            required={undefined}
            label={t("form.workflow")}
            placeholder={t("form.selectWorkflow")}
            options={offered.map(({ _id, archivedAt }) => {
              const name = names.get(_id) ?? _id;
              return {
                value: _id,
                label: archivedAt === null ? name : t("form.archivedWorkflow", { name }),
              };
            })}
            onChange={({ currentTarget: { value, form } }) => {
              const picked = choices.find(({ _id }) => _id === value);
              const field = form && fieldsOf(form).find(({ name }) => name === displayName.name);
              if (picked && field) restoreValue(field, [languageName(picked.language)]);
            }}
          />
          {!hydrated && (
            <SubmitButton intent={pick} variant="outline">
              {t("form.select")}
            </SubmitButton>
          )}
        </div>
        <TextField
          {...fieldProps(displayName)}
          required={undefined}
          label={t("form.displayName")}
          autoComplete="off"
          onBlur={({ currentTarget }) => {
            const trimmed = currentTarget.value.trim();
            if (trimmed !== currentTarget.value) restoreValue(currentTarget, [trimmed]);
          }}
        />
      </div>
      <div className="rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-rg-2 rt-r-cg-5">
        <dl className="set-facts rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-rg-2 rt-r-cg-5" aria-live="polite">
          <div>
            <dt>{t("form.language")}</dt>
            <dd>{chosen ? languageName(chosen.language) : "-"}</dd>
          </div>
          <div>
            <dt>{t("form.stages")}</dt>
            <dd>{chosen ? chosen.stageCount : "-"}</dd>
          </div>
          <div>
            <dt>{t("form.createdAt")}</dt>
            <dd>{chosen ? <Time at={chosen.createdAt} kind="dateTime" /> : "-"}</dd>
          </div>
        </dl>
        <div className="set-default">
          <HiddenSwitch name={flag.name} label={t("form.isDefault")} isOn={isDefault} />
          {isDefault ? (
            <Badge tone="accent">{t("form.isDefault")}</Badge>
          ) : (
            <SubmitButton
              intent={setDefault}
              variant="outline"
              size="small"
              aria-label={t("form.setDefaultOf", { row: t("form.row", { number }) })}
              onClick={makeDefault}
            >
              {t("form.setDefault")}
            </SubmitButton>
          )}
        </div>
      </div>
    </div>
  );
}
