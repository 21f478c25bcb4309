import { eventLogs } from "~/i18n/event-logs";
import { isExport, throwFile, viewOf } from "~/models/list/export.server";
import { tableData } from "~/models/list/list.server";
import { positionInList } from "~/models/list/neighbours.server";
import { enterListOrRedirect, viewsOf } from "~/models/list/saved-views.server";
import type { ColumnBasis, ExportColumn } from "~/models/list/list-columns";
import type { ConsoleArgs } from "~/services/console-args";
import { loaded, optional } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { orThrowDenied } from "~/services/screens.server";
import {
  type EmailEventRow,
  getEmailEvents,
  getMailHistory,
  getSmsEvents,
  getTextHistory,
  type SmsEventRow,
} from "./event-log.server";
import { type EventSearch, lastingParams, readEventSearch } from "./event-search.server";
import { messageTemplates } from "../../../shared/message-templates";
import { smsStatuses, smsTemplates } from "./templates";

/** Export columns of both logs. */
type LogColumns = {
  email: (basis: ColumnBasis) => readonly ExportColumn<EmailEventRow>[];
  sms: (basis: ColumnBasis) => readonly ExportColumn<SmsEventRow>[];
};

/** List name of a tab's log, in the columns cookie and saved views. */
const listOf = (tab: "email" | "sms") => `${tab}-events` as const;

/** All data the logs show for a URL; `lasting` is the permanent query string of a search just submitted. */
export async function logsOf(args: ConsoleArgs, path: string, columns: LogColumns) {
  const { url, timeZone, translate } = args;
  await enterListOrRedirect(args, listOf(url.searchParams.get("tab") === "sms" ? "sms" : "email"));
  const search = readEventSearch(url.searchParams, { timeZone, now: new Date() });
  const { tab, state, range, messageId, values, mistakes, days } = search;
  const lasting = search.isSent ? lastingParams(url.searchParams, search).toString() : undefined;
  const isShown = lasting === undefined;
  const [results, detail] = await Promise.all([
    isShown && range ? rowsOf(args, search, range, columns) : null,
    isShown && messageId ? detailOf(args, search, messageId) : null,
  ]);
  // A URL may name only the message; use its newest row on this page.
  const event = search.event ?? (results && messageId ? rowOfMessage(results, messageId) : undefined);
  const place =
    range && event && detail && results?.totals
      ? await optional(placeOf(args, search, range, results, event), null)
      : null;
  const t = translate(eventLogs);
  const list = listOf(tab);
  const errorOf = (mistake: keyof typeof mistakes) => {
    const { [mistake]: key } = mistakes;
    return key ? [t(key)] : undefined;
  };
  const widen = { from: days.from, to: days.to, ...search.filters };
  const options = (all: readonly string[]) => all.map((value) => ({ value, label: value }));
  return {
    lasting,
    head: { views: await viewsOf(args, list), view: viewOf(args, list) },
    page: results?.totals ? results.list.page : state.page,
    form: {
      tab,
      isAsked: search.isAsked,
      bareHref: tab === "email" ? path : `${path}?tab=sms`,
      values,
      zone: search.zone,
      templates: options(tab === "email" ? messageTemplates : smsTemplates),
      statuses: tab === "sms" ? smsStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })) : [],
      errors: { range: errorOf("range"), person: errorOf("person") },
    },
    notices: {
      leftOut: search.leftOut,
      aged: search.aged && { ...search.aged, isWhole: range === null },
    },
    results: results && { ...results, widen },
    /** True before the first search. */
    isBare: !search.isAsked,
    detail: detail && { ...detail, event, place },
  };
}

type Range = NonNullable<EventSearch["range"]>;
type Results = Awaited<ReturnType<typeof rowsOf>>;

const mails = (rows: readonly EmailEventRow[]) =>
  rows.map((row) => ({ _id: row._id, messageId: row.mailMessageId }));
const texts = (rows: readonly SmsEventRow[]) =>
  rows.map((row) => ({ _id: row._id, messageId: row.smsMessageId }));
const shownOf = (results: Results) => (results.tab === "email" ? mails(results.rows) : texts(results.rows));

/** Id of the page's first row for a message. */
const rowOfMessage = (results: Results, messageId: string) =>
  shownOf(results).find((row) => row.messageId === messageId)?._id;

/** Position of an event in the results, with the previous and next events (GEN-31). */
function placeOf(
  { api }: ConsoleArgs,
  { state, filters }: EventSearch,
  range: Range,
  results: Results,
  event: string,
) {
  const shown = shownOf(results);
  const { page } = results.list;
  return positionInList({ ...state, page }, event, async (wanted) => {
    const requested = { ...state, page: wanted };
    const totals = { totalItems: 0, totalPages: 1, ...results.totals };
    if (wanted === page) return { data: shown, pagination: { ...totals, currentPage: page } };
    if (results.tab === "email") {
      const { data, pagination } = await getEmailEvents(api, filters, range, requested);
      return { data: mails(data), pagination };
    }
    const { data, pagination } = await getSmsEvents(api, filters, range, requested);
    return { data: texts(data), pagination };
  });
}

/** The page of rows. If refused, the email log shows access denied (LOG-17), the SMS log a warning (LOG-33). */
async function rowsOf(args: ConsoleArgs, search: EventSearch, range: Range, columns: LogColumns) {
  const { api } = args;
  const { tab, state, filters, defaults } = search;
  const words = args.translate(eventLogs)(`loadFailed.${tab}`);
  const isFile = isExport(args);
  const stateOf = (page: number, size: number) => ({ ...state, page, size });
  if (tab === "email") {
    if (isFile)
      await throwFile(args, {
        name: "email-events",
        sorts: [],
        columns: columns.email,
        fetch: (...page) => orThrowDenied(getEmailEvents(api, filters, range, stateOf(...page))),
      });
    const rows = orThrowDenied(getEmailEvents(api, filters, range, state));
    return {
      tab,
      ...(await tableData(args, "email-events", await loaded(rows, args, words), state, defaults)),
    };
  }
  if (isFile)
    await throwFile(args, {
      name: "sms-events",
      sorts: ["timestamp"],
      columns: columns.sms,
      fetch: (...page) => getSmsEvents(api, filters, range, stateOf(...page)),
    });
  const rows = getSmsEvents(api, filters, range, state);
  return {
    tab,
    ...(await tableData(args, "sms-events", await loaded(rows, args, words), state, defaults)),
    sorts: ["timestamp"],
  };
}

/** One message with its history; links to the candidate only for users who may follow them. */
async function detailOf(args: ConsoleArgs, { tab }: EventSearch, messageId: string) {
  const { api, base, flags } = args;
  const words = args.translate(eventLogs)(`loadFailed.${tab}`);
  const rights = await args.rights();
  const hrefOf = (events: readonly { application: { _id: string; vacancyId: string } | null }[]) => {
    const about = events[0]?.application;
    const isOpen = isGateOpen(screenGates["vacancies/:vacancyId/applications/:applicationId"], {
      flags,
      rights,
    });
    return about && isOpen ? `${base}/vacancies/${about.vacancyId}/applications/${about._id}` : null;
  };
  if (tab === "email") {
    const found = await loaded(orThrowDenied(getMailHistory(api, messageId)), args, words);
    const events = found.data ?? [];
    return { tab, messageId, events, problem: found.error, candidateHref: hrefOf(events) };
  }
  const found = await loaded(getTextHistory(api, messageId), args, words);
  const events = found.data ?? [];
  return { tab, messageId, events, problem: found.error, candidateHref: hrefOf(events) };
}
