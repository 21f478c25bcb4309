import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useDismissal } from "~/components/ui/use-dismissal";
import { common } from "~/i18n/common";
import { buttonLook } from "~/components/ui/button";

/**
 * A list's quieter actions: a row of buttons, on a phone behind one. `details`, which CSS holds open where there is room:
 * the same links with and without scripts, and each once in the page.
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
