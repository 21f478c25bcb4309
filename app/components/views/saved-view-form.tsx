import { useTexts } from "~/components/context/console-context";
import { CheckboxField } from "~/components/form/choice-fields";
import { ConsoleForm } from "~/components/form/console-form";
import { checkboxProps, fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { FormSection } from "~/components/ui/layout";
import { savedViews } from "~/i18n/saved-views";
import type { Intent } from "~/services/intents";

type SavedViewFormProps = {
  intent: Intent;
  stored: { name: string; isShared: boolean; version: number } | null;
  mayShare: boolean;
  mayEdit: boolean;
  /** True if there are columns to store. */
  hasColumns: boolean;
  cancelHref: string;
};

/** Form of a new view, or of the `stored` one (GEN-34). */
export function SavedViewForm({
  intent,
  stored,
  mayShare,
  mayEdit,
  hasColumns,
  cancelHref,
}: SavedViewFormProps) {
  const t = useTexts(savedViews);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/list/saved-view.schema"),
      ({ savedViewSchema }) => savedViewSchema(t),
    ),
    {
      id: "saved-view",
      values: { name: stored?.name ?? "", isShared: mayShare && (stored?.isShared ?? false), hasColumns },
      version: stored?.version ?? null,
      mayEdit,
    },
  );
  return (
    <ConsoleForm intent={intent} frame={frame} cancelHref={cancelHref}>
      <FormSection title={t("about")} description={t("noneText")}>
        <TextField {...fieldProps(fields.name)} label={t("name")} width="medium" autoComplete="off" />
        {hasColumns && (
          <CheckboxField {...checkboxProps(fields.hasColumns)} label={t("columns")} hint={t("columnsHint")} />
        )}
        {mayShare && (
          <CheckboxField {...checkboxProps(fields.isShared)} label={t("share")} hint={t("shareHint")} />
        )}
      </FormSection>
    </ConsoleForm>
  );
}
