import type { KeyboardEvent, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Icon } from "./icons";
import { buttonLook } from "./button";

function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const { currentTarget: sheet } = event;
  if (event.key !== "Escape" || !sheet.open || event.defaultPrevented) return;
  // In an open dialog the key closes only the dialog.
  if (event.target instanceof Element && event.target.closest("dialog[open]")) return;
  sheet.open = false;
  sheet.querySelector("summary")?.focus();
}

/**
 * Details that a button opens next to the page, which stays usable; on narrow screens they expand below it. A native
 * disclosure, so it needs no JS; with JS Escape closes it.
 */
export function Sheet({ summary, open, children }: { summary: string; open?: boolean; children: ReactNode }) {
  const t = useTexts(common);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape only adds to the button
    <details className="sheet" open={open} onKeyDown={closeByEscape}>
      <summary {...buttonLook()}>
        <span className="sheet-closed">{summary}</span>{" "}
        <span className="sheet-open rt-r-ai-center rt-r-gap-1">
          <Icon name="x" />
          {t("actions.close")}
        </span>
      </summary>
      <div className="sheet-body rt-r-mt-2 rt-r-p-4">
        <h2 className="rt-Heading rt-r-size-4 rt-r-mb-4">{summary}</h2>
        {children}
      </div>
    </details>
  );
}
