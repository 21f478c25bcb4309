import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { search } from "~/i18n/search";
import { type SearchTab, searchTabs } from "~/models/search/search-state";
import type { Found } from "./use-search";

type SearchPartProps = {
  tab: SearchTab;
  found: Found | undefined;
  onTab: (tab: SearchTab) => void;
  onMore: () => void;
};

/** What is searched, and how the search stands: below the results, which are entries of the list (SRCH-01). */
export function SearchPart({ tab, found, onTab, onMore }: SearchPartProps) {
  const t = useTexts(search);
  return (
    <div className="palette-search">
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
        {found?.data.hasMore && (
          <Button size="small" onClick={onMore}>
            {t("loadMore")}
          </Button>
        )}
      </div>
      {found?.data.problem && (
        <Callout tone="error" role="alert" title={found.data.problem.title}>
          {found.data.problem.description}
        </Callout>
      )}
      {found?.data.isTooMuch && <p>{t("tooMuch")}</p>}
      {found && !found.data.problem && found.results.length === 0 && <p>{t("none")}</p>}
    </div>
  );
}
