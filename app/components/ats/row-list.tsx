import type { ReactNode } from "react";
import { SubmitButton } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import { fieldName, type TemplateItem } from "~/models/ats/ats-tenant.schema";

type RowListProps = {
  item: TemplateItem;
  count: number;
  /** See TenantItem. */
  focus: string | undefined;
  /** The fields of row `at`; what else the list needs may follow. */
  children: ((at: number) => ReactNode) | readonly [(at: number) => ReactNode, ReactNode];
};

/** Rows that are added and removed by buttons of the form itself, so that they grow without scripts (TEN-24). */
export function RowList({ item, count, focus, children }: RowListProps) {
  const t = useTexts(atsTenants);
  const [row, rest] = typeof children === "function" ? [children, null] : children;
  const add = fieldName(item.key, "add");
  const { key, label, description, isReadOnly } = item;
  return (
    <fieldset className="field item-rows">
      <legend>{label}</legend>
      {description && <div className="field-hint">{description}</div>}
      {count === 0 && <p className="muted">{t("none")}</p>}
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="item-row">
          <div className="fields-row">{row(at)}</div>
          {!isReadOnly && (
            <SubmitButton intent={`remove:${at}:${key}`} variant="ghost" tone="gray" icon="trash" iconOnly>
              {t("removeRow", { label, number: at + 1 })}
            </SubmitButton>
          )}
        </div>
      ))}
      {rest}
      {!isReadOnly && (
        <div>
          <SubmitButton
            intent={`add:${key}`}
            id={add}
            variant="outline"
            tone="gray"
            size="small"
            icon="plus"
            aria-label={t("addTo", { label })}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- where to go on when the last row is gone
            autoFocus={focus === add}
          >
            {t("add")}
          </SubmitButton>
        </div>
      )}
    </fieldset>
  );
}
