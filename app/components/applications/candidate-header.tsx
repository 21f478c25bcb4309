import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { PlaceInList } from "~/components/table/place-in-list";
import { ButtonLink, buttonLook } from "~/components/ui/button";
import { CopyButton } from "~/components/ui/copy-button";
import { Initials } from "~/components/ui/initials";
import { PageHeader } from "~/components/ui/page-header";
import { applications } from "~/i18n/applications";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import { thread as texts } from "~/i18n/thread";
import type { Neighbour } from "~/models/list/neighbours.server";
import { overdueBy } from "~/models/applications/overdue";
import type { MessageFacts } from "~/models/applications/candidate-messages";
import type { MayOnApplications } from "~/models/applications/application-screen.server";
import type { loadPlaceInList } from "~/models/applications/thread-screen.server";
import type { Thread } from "~/models/applications/thread.server";
import { actionsMenu, type ApplicationIntents } from "./application-actions";
import { DaysInStage } from "./application-columns";
import { actionsFormId } from "./candidate-actions";
import { SideListLink } from "./candidate-side-list";
import { insightsCell } from "./insights-cell";
import { statusTones } from "./status-tones";

type CandidateHeaderProps = {
  thread: Thread;
  vacancy: { title: string; stages: readonly { _id: string; dayLimit: number | null }[] };
  place: PlaceProps["place"];
  /** True if the list is shown next to the candidate. */
  isBeside: boolean;
  backHref: string;
  may: MayOnApplications;
  intents: ApplicationIntents;
  messages: MessageFacts;
  hrefOf: (page: string) => string;
  /** URL of another candidate of the list. */
  neighbourHref: (neighbour: Neighbour) => string;
};

/** Header of the candidate's page: name, status and actions. */
export function CandidateHeader(props: CandidateHeaderProps) {
  const { thread, vacancy, place, isBeside, backHref, may, messages, intents, hrefOf, neighbourHref } = props;
  const { row, candidate } = thread;
  const { daysInStage: days } = row;
  const dayLimit = vacancy.stages.find(({ _id }) => _id === row.stageId)?.dayLimit;
  const t = useTexts(applications);
  const c = useTexts(common);
  const words = useTexts(texts);
  return (
    <div className="candidate-head rt-r-position-relative">
      <PageHeader
        back={{ to: backHref, label: vacancy.title }}
        title={
          <span className="breaks rt-r-display-inline-flex rt-r-ai-center rt-r-gap-2">
            <Initials id={row._id} name={row.name} size="large" />
            <bdi>{row.name}</bdi>
          </span>
        }
        tags={
          <>
            <Badge tone={statusTones[row.status] ?? "gray"}>{t(`status.${row.status}`)}</Badge>{" "}
            {days !== undefined && overdueBy(days, dayLimit) !== undefined && (
              <DaysInStage days={days} dayLimit={dayLimit} />
            )}
          </>
        }
        meta={[
          candidate.email && <Contact key="email" text={candidate.email} what={t("columns.email")} />,
          candidate.phoneNumber && <Contact key="phone" text={candidate.phoneNumber} what={words("phone")} />,
          candidate.location,
        ]}
        actions={
          <>
            {insightsCell(row, t, intents.insights, buttonLook({}, "drawn-external"))}
            {may.edit && !row.isDeidentified && (
              <ButtonLink to={hrefOf("edit")} icon="edit" data-keep-scroll="">
                {c("actions.edit")}
              </ButtonLink>
            )}
            {actionsMenu({ ...row, hasPhone: Boolean(candidate.phoneNumber) }, t, {
              intents,
              may,
              messages,
              hrefOf,
              close: c("actions.close"),
              form: actionsFormId,
            })}
          </>
        }
      />
      {(place || isBeside) && (
        <div className="candidate-place row rt-r-position-absolute muted">
          {place && <PlaceInVacancy {...{ place, neighbourHref }} />}
          <SideListLink isShown={isBeside} />
        </div>
      )}
    </div>
  );
}

/** A copyable address or number of the candidate. */
function Contact({ text, what }: { text: string; what: string }) {
  const t = useTexts(texts);
  return (
    <span className="breaks rt-r-display-inline-flex rt-r-ai-center rt-r-gap-1">
      <bdi>{text}</bdi> <CopyButton text={text} label={t("copy", { what })} />
    </span>
  );
}

type PlaceProps = {
  place: Awaited<ReturnType<typeof loadPlaceInList>>["place"];
  neighbourHref: (neighbour: Neighbour) => string;
};

/**
 * "3 of 106, 2 decided", with links to the previous and next candidate in the list; also the keys k and j. After a
 * decision on this candidate the next link is spelt out.
 */
function PlaceInVacancy({ place, neighbourHref }: PlaceProps) {
  const t = useTexts(texts);
  if (!place) return null;
  return (
    <PlaceInList
      place={place}
      hrefOf={neighbourHref}
      labels={{ nav: t("neighbours"), previous: t("previous"), next: t("next") }}
      className="rt-Flex rt-r-ai-center rt-r-gap-1"
      note={place.decided > 0 ? t("decided", { count: formatNumber(place.decided) }) : undefined}
      isNextSpelt={place.isDecided}
      hasKeys
    />
  );
}
