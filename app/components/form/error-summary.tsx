import { useEffect } from "react";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

export type SummaryError = { message: string; href?: string };

/**
 * Lists a form's errors above it, with links to the fields (SHELL-33). Without scripts the page opens with the focus on
 * it; with them ConsoleForm leads to the field itself.
 */
export function ErrorSummary({ title, errors }: { title?: string; errors: readonly SummaryError[] }) {
  const t = useTexts(common);
  const shown = errors.length > 0 || title !== undefined;
  // A page has one element with the focus: in a dialog it is this one, and not the first field.
  const dialogFocus = useDialogFocus(shown);
  // Errors found by scripts alone do not pass through the server, which puts the same into the title (WCAG 3.3.1).
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
    // eslint-disable-next-line jsx-a11y/no-autofocus -- the answer to a failed form starts with what is wrong
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

/** How the row of a field is called, told by the field's name; nothing for a field that is in no row. */
export type RowName = (fieldName: string) => string | undefined;

/** Names the rows of a form's list by their number: `word(2)` for what is wrong in `stages[1].name`. */
export const numberedRows =
  (list: string, word: (number: number) => string): RowName =>
  (fieldName) => {
    const index = fieldName.startsWith(`${list}[`) && /\[(\d+)\]/.exec(fieldName)?.[1];
    return index ? word(Number(index) + 1) : undefined;
  };

/**
 * The summary's entries out of conform's form metadata: field errors with links, the form's own without. Those of rows
 * begin with the row's name, since the same may be wrong with several.
 */
export function summaryErrors(
  form: { id: string; allErrors: Record<string, string[]> },
  rowName: RowName = () => undefined,
): SummaryError[] {
  return Object.entries(form.allErrors).flatMap(([name, messages]) => {
    const row = rowName(name);
    return messages.map((text) => {
      const message = row === undefined ? text : `${row}: ${text}`;
      return name ? { message, href: `#${form.id}-${name}` } : { message };
    });
  });
}

/** Lists errors by field name, for forms that conform does not run: their fields have their names as ids. */
export function namedErrors(
  errors: Record<string, readonly string[] | null | undefined> = {},
): SummaryError[] {
  return Object.entries(errors).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ message, href: `#${name}` })),
  );
}
