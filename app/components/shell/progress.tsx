import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Spinner } from "~/components/ui/spinner";
import { common } from "~/i18n/common";
import { useConnectionLost } from "~/components/context/connection";
import { useTexts } from "~/components/context/console-context";

/** After this many ms of loading a page counts as slow. */
const slowAfter = 400;

/**
 * Shows that a page is on its way: a line along the top and a paler page after 150 ms, a spinner over the content when
 * it is slow (SHELL-34). Assistive technology hears of a slow page, and the title of the page that came. Without scripts
 * the browser does all of this.
 */
export function NavigationProgress() {
  const t = useTexts(common);
  const isHeld = useConnectionLost();
  const loading = useNavigation().state !== "idle" && !isHeld;
  const slow = useSlow(loading);
  const title = useArrivedTitle();
  return (
    <>
      {/* Both stay: an element more or less in the body has browsers style the whole page anew, twice a move. */}
      <div className="progress" data-on={loading || undefined} />
      <div className="page-spinner" data-on={slow || undefined}>
        {slow && <Spinner large />}
      </div>
      <div className="visually-hidden" role="status">
        {slow ? t("loading") : title}
      </div>
    </>
  );
}

function useSlow(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading]);
  return slow;
}

/** The title of a page that scripts brought, which nothing else would read out. */
function useArrivedTitle(): string {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The new title is set by the same update as the page.
    const timer = setTimeout(() => setTitle(document.title));
    return () => clearTimeout(timer);
  }, [pathname]);
  return title;
}
