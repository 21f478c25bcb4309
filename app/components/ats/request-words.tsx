import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tones";
import { atsRequests } from "~/i18n/ats";
import type { Translate } from "~/i18n/texts";
import { humanizeName } from "~/models/ats/ats-names";
import type { AtsRequest } from "~/models/ats/ats-request.server";
import { atsRequestTypes } from "~/models/ats/ats-request-kinds";

/** Badge tones by status. Amber is the palette's yellow (ATSR-07). */
const statusTones: Readonly<Record<AtsRequest["status"], Tone>> = {
  ATS_REQUEST_STARTED: "cyan",
  ATS_REQUEST_FAILED: "red",
  ATS_REQUEST_COMPLETED: "green",
  ATS_REQUEST_IGNORED: "amber",
};

/** Badge with a status's label; the tooltip shows its API name. */
export function StatusBadge({ status }: { status: AtsRequest["status"] }) {
  const t = useTexts(atsRequests);
  return (
    <span title={status}>
      <Badge tone={statusTones[status]}>{t(`statuses.${status}`)}</Badge>
    </span>
  );
}

/** A request type, labelled as in the search form (ATSR-05). */
export function typeInWords(t: Translate<(typeof atsRequests)["en"]>, type: string): string {
  const known = atsRequestTypes.find((one) => one === type);
  return known ? t(`types.${known}`) : humanizeName(type);
}

/** Number of characters of an id to show. They are the last ones, since ids begin with the time. */
const shownIdLength = 8;

export function ShortId({ id }: { id: string }) {
  return <span title={id}>{id.length > shownIdLength ? `…${id.slice(-shownIdLength)}` : id}</span>;
}
