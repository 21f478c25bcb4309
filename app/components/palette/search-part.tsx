import { type MouseEvent, useEffect } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { search } from "~/i18n/search";
import { type SearchTab, searchTabs } from "~/models/search/search-state";
import type { useSearch } from "./use-search";

type SearchPartProps = ReturnType<typeof useSearch> & {
  tab: SearchTab;
  onTab: (tab: SearchTab) => void;
  onMore: () => void;
  /** True if nothing of another kind was found either. */
  isAlone: boolean;
  /** Page for the same text, tab and load-more count: a URL to keep or share (SRCH-14). */
  pageHref: string;
  onLeave: (event: MouseEvent) => void;
  /** Called when the "more" button disappears and the focus is lost. */
  onFocusLost: () => void;
};

/** Search tabs and status, below the results in the palette's list (SRCH-01). */
export function SearchPart({
  tab,
  found,
  problem,
  isSearching,
  onTab,
  onMore,
  isAlone,
  pageHref,
  onLeave,
  onFocusLost,
}: SearchPartProps) {
  const t = useTexts(search);
  const hasMore = found?.data.hasMore === true;
  useEffect(() => {
    if (!hasMore && document.activeElement === document.body) onFocusLost();
    // oxlint-disable-next-line react/exhaustive-deps -- acts only when the button disappears
  }, [hasMore]);
  return (
    <div className="palette-search rt-r-fs-0 rt-r-py-2 rt-r-px-4">
      <div role="group" aria-label={t("tabs.label")} className="row">
        {searchTabs.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === tab ? "soft" : "ghost"}
            aria-pressed={one === tab}
            onClick={() => onTab(one)}
          >
            {t(`tabs.${one}`)}
          </Button>
        ))}
        {hasMore && (
          <Button size="small" busy={isSearching} onClick={onMore}>
            {t("loadMore")}
          </Button>
        )}
        <ButtonLink size="small" variant="ghost" to={pageHref} onClick={onLeave}>
          {t("asPage")}
        </ButtonLink>
      </div>
      {problem && (
        <Callout tone="error" role="alert" title={problem.title}>
          {problem.description}
        </Callout>
      )}
      {found?.data.isTooMuch && <p>{t("tooMuch")}</p>}
      {found && !problem && found.results.length === 0 && (isAlone || tab !== "all") && (
        <p>
          {t("none")} <span className="muted">{t("noneText")}</span>
        </p>
      )}
    </div>
  );
}
