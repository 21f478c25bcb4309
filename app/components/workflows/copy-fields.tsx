import { useEffect, useRef, useState } from "react";
import { differing, flatValues, typedValues } from "~/components/form/changes";
import { SelectField } from "~/components/form/choice-fields";
import { SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { workflows } from "~/i18n/workflows";
import type { WorkflowValues } from "~/models/workflows/stage-values";
import { maxOffered } from "~/models/workflows/workflow-options";
import type { Intent } from "~/services/intents";

type CopyFieldsProps = {
  options: { value: string; label: string }[];
  chosen: string;
  intent: Intent;
  /** The form's first values. */
  values: WorkflowValues;
};

/**
 * The workflow to begin like (WF-30): picking one loads its stages. Stages that somebody has changed are replaced by
 * "Load" alone, which is the only way without scripts.
 */
export function CopyFields({ options, chosen, intent, values }: CopyFieldsProps) {
  const t = useTexts(workflows);
  const load = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  // The form that was loaded is another one: the focus stays with what loaded it.
  useEffect(() => {
    if (chosen && document.activeElement === document.body) load.current?.querySelector("select")?.focus();
  }, [chosen]);
  const pick = (select: HTMLSelectElement) => {
    const { form } = select;
    if (!form || !select.value) return;
    const known = flatValues(values);
    const changed = differing(known, typedValues(form, known)).some((name) => name.startsWith("stages["));
    setIsTyped(changed);
    if (!changed) form.requestSubmit(load.current?.querySelector("button"));
  };
  return (
    <div className="search-row" ref={load}>
      <SelectField
        name="copyWorkflowId"
        label={t("form.duplicateOf")}
        hint={[
          t("form.duplicateText"),
          options.length >= maxOffered && t("form.mostOffered", { count: maxOffered }),
        ]
          .filter(Boolean)
          .join(" ")}
        options={options}
        defaultValue={chosen}
        onChange={({ currentTarget }) => pick(currentTarget)}
      />
      <SubmitButton intent={intent} variant="outline" tone="gray">
        {t("form.load")}
      </SubmitButton>
      <p role="status" className={isTyped ? "field-hint" : "visually-hidden"}>
        {isTyped ? t("form.duplicateTyped") : chosen && t("form.loaded", { name: nameOf(options, chosen) })}
      </p>
    </div>
  );
}

const nameOf = (options: CopyFieldsProps["options"], id: string) =>
  options.find(({ value }) => value === id)?.label ?? id;
