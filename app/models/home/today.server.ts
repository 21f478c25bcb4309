import { home } from "~/i18n/home";
import { formatDateTime } from "~/i18n/dates";
import { formatNumber } from "~/i18n/numbers";
import type { Translate } from "~/i18n/texts";
import { dayIn, instantOf } from "~/i18n/wall-time";
import { humanizeName } from "~/models/ats/ats-names";
import { dayAfter } from "~/models/list/days";
import { certificateFacts } from "~/models/settings/sso-config.server";
import type { ConsoleArgs } from "~/services/console-args";
import type { CustomerApi } from "~/services/customer-api.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { Rights } from "~/services/rights";
import { kindsOf, lineGates, type LineKind } from "./today-gates";

const todayFields = graphql(`
  fragment TodayFields on HomeToday @_unmask {
    since
    hasSignedInBefore
    isOwn
    failed
    lines {
      kind
      count
      isExact
      reports
      days
      at
      startedAt
      id
      text
    }
    vacancies {
      _id
      title
      locationAddress
      canView
      came
      completed
      applicationCount
      days
      stages {
        _id
        name
        counts {
          progress
          count
        }
      }
    }
  }
`);
const fetchToday = queryOf("HomeGetToday", todayFields);

type Today = ResultOf<typeof todayFields>;
type Line = Today["lines"][number];
type Translator = Translate<(typeof home)["en"]>;

/** Severity of a line, most severe first. */
export type LineGroup = "wrong" | "due" | "known";

/** A line as displayed: its text, with the link in square brackets. */
export type ShownLine = { key: string; group: LineGroup; text: string; href: string };

/** Start of the periods that lines refer to, for list URLs and the API. */
function daysOf(timeZone: string, now: Date) {
  const today = dayIn(timeZone, now);
  const wall = (at: Date) => formatDateTime(at, timeZone).replace(" ", "T");
  return {
    timeZone,
    today,
    weekAgo: dayAfter(today, -6),
    fortnightAgo: dayAfter(today, -14),
    dayAgo: wall(new Date(now.getTime() - 24 * 3_600_000)),
    wall,
  };
}
type Days = ReturnType<typeof daysOf>;

const startOf = (wall: string, timeZone: string) => (instantOf(wall, timeZone) ?? new Date()).toISOString();

/** Loads everything on Today in one call. Throws ApiError. */
async function getToday(api: CustomerApi, kinds: LineKind[], days: Days, hasVacancies: boolean) {
  const { timeZone } = days;
  return fetchToday(api, {
    kinds,
    hasVacancies,
    bouncedFrom: startOf(`${days.weekAgo}T00:00`, timeZone),
    withoutApplicantsBefore: startOf(`${dayAfter(days.fortnightAgo)}T00:00`, timeZone),
    failedFrom: startOf(days.dayAgo, timeZone),
  });
}

/** Link to the list of rows that a line counts (HOME-09). */
export function hrefOf(line: Pick<Line, "kind" | "id" | "text">, days: Days, since: string): string {
  const tz = { tz: days.timeZone };
  const hrefWith = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params)}`;
  const settings = "settings";
  switch (line.kind) {
    case "COMPLETED":
      return hrefWith("candidates", { from: days.wall(new Date(since)), ...tz });
    case "UNVIEWED":
      return hrefWith("candidates", { unviewed: "1", status: "APPS_APPLICATION_NEW" });
    case "DECLINES_WAITING":
      return hrefWith("decisions", { review: "waiting", result: "APPS_APPLICATION_DECLINED" });
    case "OVERDUE":
      return "candidates/overdue";
    case "BOUNCED":
      return hrefWith("notifications", { from: days.weekAgo, to: days.today, ...tz, bounced: "1" });
    case "WITHOUT_APPLICANTS":
      return hrefWith("vacancies", { applicants: "without", to: days.fortnightAgo, ...tz });
    case "JOB_STOPPED":
      return hrefWith(`bulk-jobs/${line.id}`, { outcome: "WAITING" });
    case "JOB_UNDOABLE":
      return hrefWith(`bulk-jobs/${line.id}`, { outcome: "DONE" });
    case "UPLOAD_STOPPED":
      return `users/upload/${line.id}`;
    case "INVITATIONS":
      return hrefWith("users", { due: "invitation" });
    case "PASSWORDS":
      return hrefWith("users", { due: "password" });
    case "SMS_CREDITS":
      return `${settings}/sms`;
    case "EMAIL_DOMAIN":
      return `${settings}/email-domain`;
    case "CERTIFICATE":
      return `${settings}/sso`;
    case "ATS_FAILED":
      return hrefWith("ats-requests", {
        atsName: line.text ?? "",
        status: "ATS_REQUEST_FAILED",
        from: days.dayAgo,
        ...tz,
      });
    case "RETENTION_RUN":
      return `${settings}/compliance/plan`;
    case "RETENTION_CHANGE":
      return `${settings}/compliance`;
    case "HOLDS":
      return hrefWith(`${settings}/compliance/holds`, { state: "past" });
  }
}

/** SMS credits lasting at most this many days are flagged. */
const creditDays = 14;

const groups: Readonly<Record<Exclude<LineKind, "COMPLETED" | "SMS_CREDITS">, LineGroup>> = {
  JOB_STOPPED: "wrong",
  UPLOAD_STOPPED: "wrong",
  BOUNCED: "wrong",
  ATS_FAILED: "wrong",
  EMAIL_DOMAIN: "wrong",
  CERTIFICATE: "wrong",
  DECLINES_WAITING: "due",
  HOLDS: "due",
  OVERDUE: "due",
  UNVIEWED: "due",
  WITHOUT_APPLICANTS: "due",
  INVITATIONS: "due",
  PASSWORDS: "due",
  JOB_UNDOABLE: "known",
  RETENTION_RUN: "known",
  RETENTION_CHANGE: "known",
};
/** Order within a group. */
const order: readonly string[] = [...Object.keys(groups), "SMS_CREDITS"];

const groupOf = ({ kind, days }: Line): LineGroup =>
  kind === "COMPLETED"
    ? "known"
    : kind === "SMS_CREDITS"
      ? (days ?? 0) <= creditDays
        ? "due"
        : "known"
      : groups[kind];

/** A line's count, formatted as in its list. */
const numberOf = ({ count, isExact }: Pick<Line, "count" | "isExact">) =>
  formatNumber(count) + (isExact ? "" : "+");

type TextContext = { t: Translator; timeZone: string };

/** Text of a line; undefined for a certificate that needs no attention. */
function wordsOf(line: Line, { t, timeZone }: TextContext): string | undefined {
  const { kind, count, days, reports } = line;
  const time = (at: string | null, zone = timeZone) =>
    at === null ? "" : formatDateTime(new Date(at), zone);
  if (kind === "COMPLETED") return undefined;
  if (kind === "CERTIFICATE") {
    const facts = certificateFacts(line.text ?? "");
    if (facts === "unreadable" || facts.state === "valid") return undefined;
    const at = time(facts.state === "early" ? facts.validFrom : facts.validTo).slice(0, 10);
    return t("lines.CERTIFICATE", { state: t(`certificate.${facts.state}`, { at }) });
  }
  const isDay = kind === "RETENTION_RUN" || kind === "RETENTION_CHANGE";
  return t(`lines.${kind}`, {
    count,
    number: numberOf(line),
    text: kind === "ATS_FAILED" ? humanizeName(line.text ?? "") : (line.text ?? ""),
    // A run's day is a UTC day.
    at: isDay ? time(line.at, "UTC").slice(0, 10) : time(line.at).slice(0, 16),
    started: time(line.startedAt).slice(11, 16),
    reports: t("reports", { count: reports ?? 0, number: numberOf({ ...line, count: reports ?? 0 }) }),
    days: days === 0 ? t("lessThanADay") : t("days", { count: days ?? 0 }),
  });
}

type Card = NonNullable<Today["vacancies"]>[number];

/** Candidates at a stage by progress; those without an assessment count as not started. */
function progressOf(counts: Card["stages"][number]["counts"]) {
  const countOf = (...wanted: Card["stages"][number]["counts"][number]["progress"][]) =>
    counts.reduce((sum, { progress, count }) => sum + (wanted.includes(progress) ? count : 0), 0);
  return {
    NOT_STARTED: countOf("APPS_ASSESSMENT_ORDER_COMPLETED", null),
    IN_PROGRESS: countOf("APPS_ASSESSMENT_INPROGRESS"),
    COMPLETED: countOf("APPS_ASSESSMENT_COMPLETED"),
    DROPPED_OUT: countOf("APPS_ASSESSMENT_DROPPED_OUT"),
  };
}

const cardOf = (card: Card, mayOpen: boolean) => ({
  ...card,
  canView: card.canView && mayOpen,
  stages: card.stages.map(({ counts, ...stage }) => {
    const progress = progressOf(counts);
    return { ...stage, progress, total: Object.values(progress).reduce((sum, one) => sum + one, 0) };
  }),
});

/** Everything on Today that the user may see. Throws ApiError. */
export async function todayOf(
  { api, flags, timeZone, translate }: Pick<ConsoleArgs, "api" | "flags" | "timeZone" | "translate">,
  held: Promise<Rights>,
) {
  const days = daysOf(timeZone, new Date());
  const [today, rights] = await Promise.all([
    getToday(api, kindsOf(flags), days, flags.edgeVacancyListEnabled),
    held,
  ]);
  const t = translate(home);
  const may = (kind: LineKind) => isGateOpen(lineGates[kind], { flags, rights });
  const lines = today.lines
    .filter(({ kind }) => may(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .flatMap((line): ShownLine[] => {
      const text = wordsOf(line, { t, timeZone });
      const href = hrefOf(line, days, today.since);
      return text === undefined
        ? []
        : [
            {
              key: `${line.kind} ${line.id ?? line.text?.slice(0, 40) ?? ""}`,
              group: groupOf(line),
              text,
              href,
            },
          ];
    });
  const completed = today.lines.find(({ kind }) => kind === "COMPLETED");
  const failed = today.failed.filter(may);
  const what = failed.includes("COMPLETED")
    ? t("completedUnknown")
    : completed
      ? t("completed", { count: completed.count, number: numberOf(completed) })
      : t("completedNone");
  const mayOpen = isGateOpen(screenGates["vacancies/:vacancyId"], { flags, rights });
  return {
    visit: may("COMPLETED")
      ? {
          text: today.hasSignedInBefore
            ? t("since", { time: formatDateTime(new Date(today.since), timeZone).slice(0, 16), what })
            : t("first", { what }),
          href: hrefOf({ kind: "COMPLETED", id: null, text: null }, days, today.since),
        }
      : null,
    lines,
    failed: [...new Set(failed.map((kind) => t(`parts.${kind}`)))],
    cards:
      isGateOpen(screenGates.vacancies, { flags, rights }) && today.vacancies
        ? today.vacancies.map((card) => cardOf(card, mayOpen))
        : null,
    hasCards: isGateOpen(screenGates.vacancies, { flags, rights }),
    isOwn: today.isOwn,
  };
}

export type TodayCard = ReturnType<typeof cardOf>;
