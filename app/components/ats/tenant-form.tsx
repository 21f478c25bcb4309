import type { z } from "zod/v4";
import { useHydrated } from "remix-utils/use-hydrated";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { checkedBy } from "~/components/form/use-checks";
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
  /** The system: by it the form is drawn again where the configuration was archived meanwhile (TEN-08). */
  atsName: string;
  items: readonly TemplateItem[];
  /** As saved, else as the template proposes. */
  values: TenantFormValues;
  /** The texts of the items that cannot be changed. */
  fixed: Readonly<Record<string, readonly string[]>>;
  /** Null for a system that is not set up yet. */
  version: number | null;
  mayEdit: boolean;
  /** Keys of the credentials that have a value. */
  savedSecrets: readonly string[];
  /** Credentials that were typed and not saved yet: sealed, and their keys. */
  typedSecrets: { sealed: string; keys: readonly string[] } | undefined;
  options: ItemOptions;
};

/** The fields of one applicant-tracking system, as its template has them (TEN-13). */
export function TenantForm(props: TenantFormProps) {
  const { intent, atsName, items, values, fixed, version, mayEdit, savedSecrets, typedSecrets, options } =
    props;
  const t = useTexts(atsTenants);
  const hydrated = useHydrated();
  const { form, fields, frame } = useConsoleForm(
    checkedBy(
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
  /** Whether an item is out of use because of a switch, as far as scripts can tell. */
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
