import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { FormSection } from "~/components/ui/layout";
import { groups } from "~/i18n/groups";
import type { Intent } from "~/services/intents";

type Values = { name: string; description?: string | undefined };
type Stored = { name: string; description: string | null; version: number };
type GroupFormProps = { intent: Intent; stored: Stored | null; mayEdit: boolean; cancelHref: string };

/** Form of a new group, or of the `stored` one (GRP-21, GRP-38). */
export function GroupForm({ intent, stored, mayEdit, cancelHref }: GroupFormProps) {
  const t = useTexts(groups);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/groups/group.schema"),
      ({ groupSchema }): z.ZodType<unknown, Values> => groupSchema(t),
    ),
    {
      id: "group",
      values: stored ? { name: stored.name, description: stored.description ?? "" } : undefined,
      version: stored?.version ?? null,
      mayEdit,
    },
  );
  return (
    <ConsoleForm frame={frame} intent={intent} cancelHref={cancelHref}>
      <FormSection title={t("form.about")} description={t("form.aboutText")}>
        <TextField
          {...fieldProps(fields.name)}
          label={t("form.name")}
          hint={t("form.naming")}
          width="medium"
          autoComplete="off"
        />
        <TextArea {...fieldProps(fields.description)} label={t("form.description")} />
      </FormSection>
    </ConsoleForm>
  );
}
