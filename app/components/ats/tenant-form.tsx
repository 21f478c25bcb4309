import type { z } from "zod/v4";
import { useHydrated } from "remix-utils/use-hydrated";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { FormSection } from "~/components/ui/layout";
import { atsTenants } from "~/i18n/ats";
import {
  fieldKey,
  isSecret,
  isSwitchedOff,
  type TemplateItem,
  type TenantFormValues,
} from "~/models/ats/ats-template";
import type { ItemOptions } from "./item-rows";
import { FixedItem, TenantItem } from "./tenant-items";
import type { Intent } from "~/services/intents";

type TenantFormProps = {
  intent: Intent;
  /** Name of the ATS; needed to render the form again if the configuration was archived (TEN-08). */
  atsName: string;
  items: readonly TemplateItem[];
  /** Saved values, else the template's defaults. */
  values: TenantFormValues;
  /** Values of the read-only items. */
  fixed: Readonly<Record<string, readonly string[]>>;
  /** Null for an ATS that is not configured yet. */
  version: number | null;
  mayEdit: boolean;
  /** Keys of credentials with a stored value. */
  savedSecrets: readonly string[];
  /** Credentials typed but not saved yet: sealed, with their keys. */
  typedSecrets: { sealed: string; keys: readonly string[] } | undefined;
  options: ItemOptions;
};

/** The fields of one applicant-tracking system, as defined by its template (TEN-13). */
export function TenantForm(props: TenantFormProps) {
  const { intent, atsName, items, values, fixed, version, mayEdit, savedSecrets, typedSecrets, options } =
    props;
  const t = useTexts(atsTenants);
  const hydrated = useHydrated();
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/ats/ats-tenant.schema"),
      ({ tenantSchema }): z.ZodType<unknown, TenantFormValues> => tenantSchema(items, fixed, t),
    ),
    {
      id: "tenant",
      values,
      version,
      mayEdit,
    },
  );
  const texts = fields.texts.getFieldset();
  const secretOf = (item: TemplateItem) => {
    if (!isSecret(item)) return undefined;
    if (typedSecrets?.keys.includes(fieldKey(item))) return "typed";
    return savedSecrets.includes(fieldKey(item)) ? "saved" : "missing";
  };
  /** True if a switch in the form disables the item; always false without JS. */
  const isUnused = (item: TemplateItem) =>
    hydrated && isSwitchedOff(item, items, (key) => fixed[key]?.[0] ?? texts[key]?.value);
  return (
    <ConsoleForm
      intent={intent}
      frame={frame}
      summaryTitle={frame.answer?.notice?.tone === "error" ? t("validationError") : undefined}
      actions={<SubmitButton>{t("save")}</SubmitButton>}
    >
      <input type="hidden" name="atsName" value={atsName} />
      {typedSecrets && <input type="hidden" name="secrets" value={typedSecrets.sealed} />}
      <FormSection title={t("configuration")} description={t("configurationText")}>
        {items.map((item) =>
          item.isReadOnly ? (
            <FixedItem key={item.key} item={item} texts={fixed[fieldKey(item)] ?? []} options={options} />
          ) : (
            <TenantItem
              key={item.key}
              {...{ item, form, fields, options }}
              secret={secretOf(item)}
              isUnused={isUnused(item)}
            />
          ),
        )}
      </FormSection>
    </ConsoleForm>
  );
}
