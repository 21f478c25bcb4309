import { useActionData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { differingNames, flatValues, typedValues } from "~/components/form/changes";
import { SelectField } from "~/components/form/choice-fields";
import { SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { workflows } from "~/i18n/workflows";
import type { WorkflowValues } from "~/models/workflows/stage-values";
import { type Named, optionsOf } from "~/models/workflows/workflow-options";
import type { FormAnswer } from "~/services/form-answer";
import type { Intent } from "~/services/intents";

type CopyFieldsProps = {
  workflows: readonly Named[];
  /** The workflow whose stages are loaded; "" for none. */
  chosen: string;
  intent: Intent;
  /** The form's initial values. */
  values: WorkflowValues;
};

/**
 * The workflow to copy (WF-30): picking one loads its stages. Changed stages are replaced only by "Load", which is also
 * the no-JS way.
 */
export function CopyFields({ workflows: given, chosen, intent, values }: CopyFieldsProps) {
  const t = useTexts(workflows);
  // A re-rendered form keeps its choice, whether or not it was loaded.
  const sent = useActionData<Partial<FormAnswer>>()?.lastResult?.initialValue?.["copyWorkflowId"];
  const [picked, setPicked] = useState(typeof sent === "string" ? sent : chosen);
  const load = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  // Loading replaces the form: the focus stays on the control that loaded it.
  useEffect(() => {
    if (chosen && document.activeElement === document.body) load.current?.querySelector("select")?.focus();
  }, [chosen]);
  const pick = (select: HTMLSelectElement) => {
    const { form } = select;
    setPicked(select.value);
    if (!form || !select.value) return;
    const known = flatValues(values);
    const changed = differingNames(known, typedValues(form, known)).some((name) =>
      name.startsWith("stages["),
    );
    setIsTyped(changed);
    if (!changed) form.requestSubmit(load.current?.querySelector("button"));
  };
  const options = optionsOf(given);
  const loaded = options.find(({ value }) => value === chosen);
  return (
    <div className="search-row rt-Flex rt-r-fw-wrap rt-r-ai-end rt-r-gap-2" ref={load}>
      <SelectField
        name="copyWorkflowId"
        label={t("form.duplicateOf")}
        hint={t("form.duplicateText")}
        options={options}
        defaultValue={picked}
        onChange={({ currentTarget }) => pick(currentTarget)}
      />
      <SubmitButton intent={intent} variant="outline">
        {t("form.load")}
      </SubmitButton>
      <p role="status" className={isTyped ? "field-hint" : "visually-hidden"}>
        {isTyped ? t("form.duplicateTyped") : chosen && t("form.loaded", { name: loaded?.label ?? chosen })}
      </p>
    </div>
  );
}
