import { ErrorSummary } from "~/components/form/error-summary";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { useUnsavedForm } from "~/components/form/unsaved-changes";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import type { ItemValue, ItemValues, TemplateItem, TenantAnswer } from "~/models/ats/ats-tenant.schema";
import { type ItemOptions, TenantItem } from "./tenant-items";

const formId = "tenant";
const nothing: ItemValue = { kind: "text", text: "" };

type TenantFormProps = {
  items: readonly TemplateItem[];
  /** As saved, else as the template proposes. */
  values: ItemValues;
  /** Keys of the credentials that have a value. */
  savedSecrets: readonly string[];
  secretKeys: readonly string[];
  options: ItemOptions;
  answer: TenantAnswer | undefined;
};

/** The fields of one applicant-tracking system, as its template has them (TEN-13). */
export function TenantForm({ items, values, savedSecrets, secretKeys, options, answer }: TenantFormProps) {
  const t = useTexts(atsTenants);
  useUnsavedForm(formId, answer !== undefined);
  const shown = answer?.values ?? values;
  const errors = Object.entries(answer?.errors ?? {});
  const secretOf = (key: string) => {
    if (!secretKeys.includes(key)) return undefined;
    if (answer?.secrets.keys.includes(key)) return "typed";
    return savedSecrets.includes(key) ? "saved" : "missing";
  };
  return (
    <PostForm id={formId} preventScrollReset>
      {/* Enter in a field presses a form's first button: that must be the one that saves. */}
      <button type="submit" name="intent" value="save" className="visually-hidden" tabIndex={-1} aria-hidden>
        {t("save")}
      </button>
      {answer && <input type="hidden" name="secrets" value={answer.secrets.sealed} />}
      {errors.length > 0 && (
        <ErrorSummary errors={errors.map(([id, message]) => ({ message, href: `#${id}` }))} />
      )}
      {items.map((item) => {
        const value = shown[item.key] ?? nothing;
        // Rows lose and gain places, so the browser must not keep what stood in them; a lone field keeps its own.
        const isList = value.kind !== "text" && value.kind !== "groups";
        return (
          <TenantItem
            key={isList ? `${item.key} ${answer?.stamp ?? ""}` : item.key}
            item={item}
            value={value}
            errors={answer?.errors ?? {}}
            options={options}
            secret={secretOf(item.key)}
            focus={answer?.focus}
          />
        );
      })}
      <FormActions>
        <SubmitButton intent="save">{t("save")}</SubmitButton>
      </FormActions>
    </PostForm>
  );
}
