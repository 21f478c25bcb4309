import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { eventLogs } from "~/i18n/event-logs";

type SearchNoticesProps = {
  /** Values of the address that the log does not know. */
  leftOut: readonly string[];
  /** Days of the address that have aged out; `isWhole` when none are left. */
  aged: { from: string; to: string; isWhole: boolean } | null;
};

/** What of the address of a search is left out: unknown values, and days that are no longer kept. */
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
