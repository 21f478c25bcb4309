import type { FormMetadata } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { useReadOnly } from "~/components/form/form-context";
import { TextField } from "~/components/form/text-fields";
import { Button } from "~/components/ui/button";
import { workflows } from "~/i18n/workflows";
import type { WorkflowChoice } from "~/models/workflows/workflow-choices.server";
import { maxOffered, workflowSearch } from "~/models/workflows/workflow-options";
import type { FormAnswer } from "~/services/form-answer";
import { useLookedUp } from "./use-looked-up";

type Choice = { _id: string; name: string };

/**
 * The workflows that a form offers: `given`, or those that are looked for, of a customer that has more than a choice holds
 * (WF-61). `known` are all that the form has seen, so that what is chosen stays choosable whatever is looked for next. `field` is
 * the text that looks for them: scripts ask as it is typed; without them its button brings the form back with what was found.
 */
export function useWorkflowSearch<C extends Choice>(
  given: readonly C[],
  form: Pick<FormMetadata, "validate">,
): { offered: readonly (C | WorkflowChoice)[]; known: readonly (C | WorkflowChoice)[]; field: ReactNode } {
  const t = useTexts(workflows);
  const hydrated = useHydrated();
  const isReadOnly = useReadOnly();
  const sent = useActionData<Partial<FormAnswer>>()?.lastResult?.initialValue?.[workflowSearch];
  const [first] = useState(typeof sent === "string" ? sent : "");
  const [text, setText] = useState(first);
  const [seen, setSeen] = useState<readonly WorkflowChoice[]>([]);
  const isSearched = text.trim() !== first.trim();
  const { found } = useLookedUp<WorkflowChoice>(
    isSearched ? `choices?${new URLSearchParams({ q: text.trim() })}` : "",
  );
  const hasFailed = isSearched && found === null;
  const added = (found ?? []).filter(({ _id }) => !seen.some((one) => one._id === _id));
  if (added.length > 0) setSeen([...seen, ...added]);
  const offered = isSearched && found ? found : given;
  const known = [...new Map([...seen, ...given].map((one) => [one._id, one])).values()];
  const isCut = given.length >= maxOffered || first !== "";
  const field = isCut && !isReadOnly && (
    <div>
      <div className="search-row">
        <TextField
          name={workflowSearch}
          type="search"
          icon="search"
          label={t("finding.label")}
          hint={t("finding.hint", { count: maxOffered })}
          defaultValue={first}
          maxLength={200}
          autoComplete="off"
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
        {!hydrated && (
          // Like a row's button it brings the form back as it was typed, with what is looked for.
          <Button type="submit" {...form.validate.getButtonProps({ name: workflowSearch })}>
            {t("finding.button")}
          </Button>
        )}
      </div>
      <p className="field-hint" role="status">
        {hasFailed ? t("finding.failed") : offered.length === 0 ? t("finding.none") : ""}
      </p>
    </div>
  );
  return { offered, known, field };
}
