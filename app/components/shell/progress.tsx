import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Spinner } from "~/components/ui/spinner";
import { common } from "~/i18n/common";
import { useConnectionLost } from "~/components/context/connection";
import { useTexts } from "~/components/context/console-context";

/** Loading time after which a page counts as slow, in ms. */
const slowAfterMs = 400;

/**
 * Shows that a page is loading: a line along the top and a paler page after 150 ms, a spinner over the content if it is
 * slow (SHELL-34). For assistive technology, announces a slow page and the result: the new page's title, or the list's
 * new rows. Without JS the browser does all this.
 */
export function NavigationProgress() {
  const t = useTexts(common);
  const isHeld = useConnectionLost();
  const loading = useNavigation().state !== "idle" && !isHeld;
  const slow = useIsSlow(loading);
  const arrived = usePageAnnouncement();
  return (
    <>
      {/* Both are always present: adding or removing a child of the body restyles the whole page, twice per
          navigation. */}
      <div className="progress" data-on={loading || undefined} />
      <div
        className="page-spinner rt-r-position-fixed rt-r-display-grid rt-r-ai-center rt-r-ji-center"
        data-on={slow || undefined}
      >
        {slow && <Spinner large />}
      </div>
      <div className="visually-hidden" role="status">
        {slow ? t("loading") : arrived}
      </div>
    </>
  );
}

function useIsSlow(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading]);
  return slow;
}

/** Announces script changes that nothing else reads out: a page's title, or a list's new rows. */
function usePageAnnouncement(): string {
  const t = useTexts(common);
  const { pathname, search } = useLocation();
  const shown = useRef({ pathname, search });
  const [arrived, setArrived] = useState("");
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, search };
    if (before.pathname === pathname && before.search === search) return;
    // Waits for the new title, which is set in the same update as the page.
    const timer = setTimeout(() => setArrived(before.pathname === pathname ? listStatus(t) : document.title));
    return () => clearTimeout(timer);
  }, [pathname, search, t]);
  return arrived;
}

/** Rows and order of the page's list, or that it is empty; "" without a list. */
function listStatus(t: ReturnType<typeof useTexts<(typeof common)["en"]>>): string {
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? "";
  const sorted = document.querySelector("th[aria-sort]");
  const column = textOf("th[aria-sort] .sort-link[aria-current]");
  const order = t(
    sorted?.getAttribute("aria-sort") === "ascending" ? "table.sortAscending" : "table.sortDescending",
    { column },
  );
  const range = textOf(".table-range");
  if (!range) return document.querySelector(".list-card .empty") ? t("table.noRows") : "";
  return [t("table.rows", { range }), sorted && column && order].filter(Boolean).join(". ");
}
