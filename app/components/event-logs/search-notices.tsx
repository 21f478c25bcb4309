import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { eventLogs } from "~/i18n/event-logs";

type SearchNoticesProps = {
  /** Unknown values in the URL. */
  leftOut: readonly string[];
  /** Days in the URL beyond retention; `isWhole` if none are left. */
  aged: { from: string; to: string; isWhole: boolean } | null;
};

/** Lists ignored parts of a search's URL: unknown values, and days that are no longer stored. */
export function SearchNotices({ leftOut, aged }: SearchNoticesProps) {
  const t = useTexts(eventLogs);
  return (
    <div className="notices">
      {leftOut.length > 0 && (
        <Callout tone="warning" title={t("leftOut", { values: leftOut.join(", ") })} role="status">
          {t("leftOutText")}
        </Callout>
      )}
      {aged && (
        <Callout tone="warning" title={t("aged", { from: aged.from, to: aged.to })} role="status">
          {t(aged.isWhole ? "agedWholly" : "agedText")}
        </Callout>
      )}
    </div>
  );
}
