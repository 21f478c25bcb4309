import { useEffect } from "react";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

export type SummaryError = { message: string; href?: string };

/**
 * Lists a form's errors above it, with links to the fields (SHELL-33). Without JS the page opens with the focus on it;
 * with JS ConsoleForm focuses the field itself.
 */
export function ErrorSummary({ title, errors }: { title?: string; errors: readonly SummaryError[] }) {
  const t = useTexts(common);
  const shown = errors.length > 0 || title !== undefined;
  // A page has one autofocus: in a dialog it is this element, not the first field.
  const dialogFocus = useDialogFocus(shown);
  // Prefixes the title for errors found in the browser, as the server does for its own (WCAG 3.3.1).
  useEffect(() => {
    if (!shown) return;
    const { title: before } = document;
    if (!before.startsWith("Error: ")) document.title = `Error: ${before}`;
    return () => {
      document.title = document.title.replace(/^Error: /, "");
    };
  }, [shown]);
  if (!shown) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a failed form is answered with its errors first
    <div className="error-summary" tabIndex={-1} autoFocus {...dialogFocus}>
      <Callout tone="error" role="alert" title={title ?? t("forms.summaryTitle")}>
        {errors.length > 0 && (
          <ul>
            {errors.map(({ message, href }) => (
              <li key={(href ?? "") + message}>{href ? <a href={href}>{message}</a> : message}</li>
            ))}
          </ul>
        )}
      </Callout>
    </div>
  );
}

/** Returns the name of the row a field belongs to; undefined if it is not in a row. */
export type RowName = (fieldName: string) => string | undefined;

/**
 * Names rows by number. With words for `stages` and `rules`, both words precede an error of
 * `stages[1].rules[0].status`.
 */
export const numberedRows =
  (words: Readonly<Record<string, (number: number) => string>>): RowName =>
  (fieldName) => {
    const rows = [...fieldName.matchAll(/(\w+)\[(\d+)\]/g)].flatMap(
      ([, list = "", index]) => words[list]?.(Number(index) + 1) ?? [],
    );
    return rows.length > 0 ? rows.join(", ") : undefined;
  };

/** Sorts rows by number; anything else, and the fields of one row, keep their order. */
function sortByRow<T>(entries: readonly (readonly [name: string, value: T])[]): (readonly [string, T])[] {
  const ranks = new Map<string, number>();
  const ranked = entries.map(([name, value]) => {
    let path = "";
    const key = name.split(/[.[\]]+/).map((part) => {
      path += `.${part}`;
      if (!ranks.has(path)) ranks.set(path, ranks.size);
      return /^\d+$/.test(part) ? Number(part) : (ranks.get(path) ?? 0);
    });
    return { name, value, key };
  });
  ranked.sort((a, b) => {
    const at = a.key.findIndex((one, index) => one !== b.key[index]);
    return at < 0 ? a.key.length - b.key.length : (a.key[at] ?? -1) - (b.key[at] ?? -1);
  });
  return ranked.map(({ name, value }) => [name, value]);
}

/**
 * Summary entries from conform's form metadata: field errors with links, form errors without. Row errors are in row
 * order and start with the row's name, since several rows may have the same error.
 */
export function summaryErrors(
  form: { id: string; allErrors: Record<string, string[]> },
  rowName: RowName = () => undefined,
): SummaryError[] {
  return sortByRow(Object.entries(form.allErrors)).flatMap(([name, messages]) => {
    const row = rowName(name);
    return messages.map((text) => {
      const message = row === undefined ? text : `${row}: ${text}`;
      return name ? { message, href: `#${form.id}-${name}` } : { message };
    });
  });
}

/** Lists errors by field name, for forms without conform, whose field ids are their names. */
export function errorsByField(
  errors: Record<string, readonly string[] | null | undefined> = {},
): SummaryError[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ message, href: `#${name}` })),
  );
}
