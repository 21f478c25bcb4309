import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { eventLogs } from "~/i18n/event-logs";

type SearchNoticesProps = {
  /** The case link that the page was opened from. */
  ofCase: { name: string; made: string; until: string } | null | undefined;
  isCaseGone: boolean;
  withoutCaseHref: string;
  /** Values of the address that the log does not know. */
  leftOut: readonly string[];
  /** Days of the address that have aged out; `isWhole` when none are left. */
  aged: { from: string; to: string; isWhole: boolean } | null;
};

/** Notices about a search that came by its address: its origin, and values that are unknown. */
export function SearchNotices({ ofCase, isCaseGone, withoutCaseHref, leftOut, aged }: SearchNoticesProps) {
  const t = useTexts(eventLogs);
  const without = { to: withoutCaseHref, label: t("caseLink.without") };
  return (
    <div className="notices">
      {ofCase && (
        <Callout title={t("caseLink.opened")} link={without}>
          {t("caseLink.openedText", ofCase)}
        </Callout>
      )}
      {isCaseGone && (
        <Callout tone="warning" title={t("caseLink.gone")} link={without} role="alert">
          {t("caseLink.goneText")}
        </Callout>
      )}
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
