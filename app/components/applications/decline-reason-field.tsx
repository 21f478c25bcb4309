import { useActionData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import { usePostedValues } from "~/components/table/posted-values";
import { declineReasons } from "~/i18n/decline-reasons";
import type { DeclineChoice } from "~/models/applications/decline-reasons.server";

type DeclineReasonFieldProps = {
  choice: DeclineChoice | null;
  /** Name of the list or form that the field is in. */
  list: string;
};

/** Select for the reason of a decline; renders nothing if the customer asks for none (PIPE-06). */
export function DeclineReasonField({ choice, list }: DeclineReasonFieldProps) {
  const t = useTexts(declineReasons);
  const { posted } = usePostedValues(list);
  const error = useActionData<{ declineReasonError?: string }>()?.declineReasonError;
  const chosen = posted?.declineReason?.[0];
  if (!choice) return null;
  return (
    <SelectField
      // A select keeps its first default value; the key resets it.
      key={`reason ${chosen}`}
      defaultValue={chosen}
      name="declineReason"
      label={t("choose.label")}
      hint={t("choose.hint")}
      errors={error === undefined ? undefined : [error]}
      required={undefined}
      placeholder={t(`choose.placeholder.${choice.isRequired ? "REQUIRED" : "OPTIONAL"}`)}
      options={choice.options}
    />
  );
}
