import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useDismissal } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import { buttonLook } from "~/components/ui/button";

/**
 * A list's secondary actions: a row of buttons, behind a single one on a phone. A `details` that CSS keeps open where
 * there is room: the same links with and without JS, each once in the page.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const t = useTexts(common);
  const dismissal = useDismissal();
  return (
    <details {...dismissal} className="more-actions drop-down">
      <summary {...buttonLook({ iconOnly: true }, "drawn-more")} aria-label={t("table.moreActions")} />
      <div className="more-actions-panel rt-r-gap-0 rt-r-ji-start" tabIndex={-1}>
        {children}
      </div>
    </details>
  );
}
