import { useHydrated } from "remix-utils/use-hydrated";
import type { z } from "zod/v4";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { SubmitButton } from "~/components/form/post-form";
import { useConsoleForm } from "~/components/form/use-console-form";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { organizations } from "~/i18n/organizations";
import type { Intent } from "~/services/intents";

type Values = { uniqueName?: string; displayName: string };
type OrganizationFormProps = { intent: Intent; stored: Stored | null; cancelHref: string };
type Stored = { uniqueName: string; displayName: string; edition: { version: number } };

/** Form of a new organisation, or of the `stored` one's name (ORG-24, ORG-46). */
export function OrganizationForm({ intent, stored, cancelHref }: OrganizationFormProps) {
  const t = useTexts(organizations);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/organizations/organization.schema"),
      ({ organizationSchema, renameSchema }): z.ZodType<unknown, Values> =>
        stored ? renameSchema(t) : organizationSchema(t),
    ),
    {
      id: "organization",
      values: stored ? { displayName: stored.displayName } : undefined,
      version: stored?.edition.version ?? null,
    },
  );
  // Save is disabled until every field is filled (ORG-25); without JS the server reports missing ones.
  const isFilled = [...(stored ? [] : [fields.uniqueName]), fields.displayName].every(
    ({ value }) => typeof value === "string" && value.trim() !== "",
  );
  return (
    <ConsoleForm
      frame={frame}
      intent={intent}
      actions={
        <>
          <SubmitButton disabled={hydrated && !isFilled}>{c("actions.save")}</SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("form.about")} description={t("form.aboutText")}>
        {stored ? (
          <TextField
            name="fixed-unique-name"
            label={t("uniqueName")}
            width="medium"
            defaultValue={stored.uniqueName}
            readOnly
          />
        ) : (
          <TextField
            {...fieldProps(fields.uniqueName)}
            label={t("uniqueName")}
            hint={t("form.uniqueNameHint")}
            width="medium"
            autoComplete="off"
          />
        )}
        <TextField
          {...fieldProps(fields.displayName)}
          label={t("form.displayName")}
          width="medium"
          autoComplete="off"
        />
      </FormSection>
    </ConsoleForm>
  );
}
