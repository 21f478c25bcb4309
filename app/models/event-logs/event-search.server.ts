import { phoneText, plainCharacters, searchedText } from "~/models/form/pasted";
import { parsePhoneNumberWithError, ParseError } from "libphonenumber-js/min";
import { isTimeZone } from "~/i18n/dates";
import type { eventLogs } from "~/i18n/event-logs";
import { dayIn, instantOf, isDay } from "~/i18n/wall-time";
import { dayAfter } from "~/models/list/days";
import { choicesFilter, choiceFilter, flagFilter, listSearch, textFilter } from "~/models/list/list-search";
import { keptDays } from "./kept-days";
import { messageTemplates } from "../../../shared/message-templates";
import { smsStatuses, smsTemplates } from "./templates";

const emailDays = 7;
const maxText = 100;

export type Tab = "email" | "sms";
type Key = Extract<keyof (typeof eventLogs)["en"], string>;
type SearchError = Extract<
  Key,
  | "rangeRequired"
  | "rangeTooEarly"
  | "rangeTooLong"
  | "rangeReversed"
  | "dayInvalid"
  | "textTooLong"
  | "phoneCountry"
  | "phoneInvalid"
>;

const readers = {
  email: listSearch({
    sorts: ["timestamp"],
    defaultSort: "timestamp",
    defaultOrder: "desc",
    filters: { templateType: choicesFilter(messageTemplates), bounced: flagFilter() },
  }),
  sms: listSearch({
    sorts: ["timestamp"],
    defaultSort: "timestamp",
    defaultOrder: "desc",
    filters: { templateType: choicesFilter(smsTemplates), status: choicesFilter(smsStatuses) },
  }),
};

const common = listSearch({
  sorts: ["timestamp"],
  defaultSort: "timestamp",
  defaultOrder: "desc",
  filters: {
    tab: choiceFilter(["email", "sms"]),
    // Set only by submitting the form; an opened URL does not have it.
    submit: flagFilter(),
    search: flagFilter(),
    from: textFilter(40),
    to: textFilter(40),
    tz: textFilter(64),
    messageId: textFilter(200),
    event: textFilter(200),
    recipient: textFilter(300),
    phone: textFilter(300),
  },
});

/** The filter that identifies a person. */
type PersonValue = { recipient?: string | undefined; phone?: string | undefined };

/**
 * Parses the logs' URL (LOG-03, LOG-36). Days are in the URL's zone, else the user's. No input is dropped:
 * `values` refill the form, `mistakes` are errors to fix first, `leftOut` are values missing from the form's
 * lists. `aged` are days of an old URL beyond the retention period; in a form just submitted they are an
 * error (LOG-09).
 */
export function readEventSearch(params: URLSearchParams, { timeZone, now }: { timeZone: string; now: Date }) {
  const given = common.parse(params);
  const tab: Tab = given.tab ?? "email";
  const list = readers[tab].parse(params);
  const zone = isTimeZone(given.tz) ? given.tz : timeZone;
  const today = dayIn(zone, now);
  const earliest = dayAfter(today, -keptDays);
  const isRequested =
    given.submit || given.from !== undefined || given.to !== undefined || (tab === "sms" && given.search);
  const days = daysOf(tab, given, isRequested, { today, earliest });
  const person = tab === "email" ? recipientOf(given) : phoneOf(given);
  const mistakes = { range: days.mistake, person: isRequested ? person.mistake : undefined };
  const isGood = !mistakes.range && !mistakes.person;
  // Next to an error, show only what was typed.
  const shown = isGood ? days.shown : {};
  const isAged = days.from < earliest;
  const isBounced = "bounced" in list && list.bounced;
  const statuses = "status" in list ? (list.status as (typeof smsStatuses)[number][]) : [];
  const range =
    isRequested && isGood && days.to >= earliest
      ? {
          gte: instantOf(`${isAged ? earliest : days.from}T00:00`, zone),
          lte: instantOf(`${dayAfter(days.to, 1)}T00:00`, zone),
        }
      : null;
  const { page, size, sort, order } = list;
  return {
    tab,
    zone,
    earliest,
    isAsked: isRequested,
    isSent: given.submit && isGood,
    messageId: given.messageId,
    event: given.event,
    state: { page, size, sort, order },
    defaults: readers[tab].defaults,
    mistakes,
    leftOut: unknownValuesOf(params, tab, given.tz),
    days: { from: days.from, to: days.to },
    aged:
      isRequested && isGood && isAged
        ? { from: days.from, to: earlierOf(days.to, dayAfter(earliest, -1)) }
        : null,
    /** Requested range, both ends inclusive; null if nothing is to be loaded. */
    range: range?.gte && range.lte ? { gte: range.gte, lte: new Date(range.lte.getTime() - 1) } : null,
    filters: { ...person.filters, templateTypes: list.templateType, isBounced, statuses },
    /** Form values as typed. */
    values: {
      recipient: given.recipient,
      phone: given.phone,
      templateType: list.templateType,
      bounced: isBounced,
      status: statuses,
      from: isRequested ? (given.from ?? shown.from) : days.from,
      to: isRequested ? (given.to ?? shown.to) : days.to,
    },
  };
}

export type EventSearch = ReturnType<typeof readEventSearch>;

const earlierOf = (one: string, other: string) => (one < other ? one : other);

type Limits = { today: string; earliest: string };

/** Requested days, or the form's defaults; `shown` are the days that a blank search implies. */
function daysOf(
  tab: Tab,
  { from, to, submit }: { from?: string | undefined; to?: string | undefined; submit: boolean },
  isAsked: boolean,
  { today, earliest }: Limits,
): { from: string; to: string; shown: { from?: string; to?: string }; mistake?: SearchError | undefined } {
  const whole =
    tab === "email" ? { from: dayAfter(today, 1 - emailDays), to: today } : { from: earliest, to: today };
  if (!isAsked) return tab === "email" ? { ...whole, shown: whole } : { from: "", to: "", shown: {} };
  const days = { from: from ?? whole.from, to: to ?? whole.to };
  if (tab === "email" && (from === undefined || to === undefined))
    return { ...days, shown: {}, mistake: "rangeRequired" };
  const shown = tab === "sms" ? whole : {};
  const mistakeIn = (): SearchError | undefined => {
    if (!isDay(days.from) || !isDay(days.to)) return "dayInvalid";
    if (days.to < days.from) return "rangeReversed";
    if (submit && days.from < earliest) return "rangeTooEarly";
    if (tab === "email" && days.to > dayAfter(days.from, emailDays - 1)) return "rangeTooLong";
    return undefined;
  };
  return { ...days, shown, mistake: mistakeIn() };
}

type PersonFilter = { filters: PersonValue; mistake?: SearchError };

/** Filter by a part of the recipient's address (LOG-12). */
function recipientOf({ recipient }: PersonValue): PersonFilter {
  const text = recipient && plainCharacters(searchedText(recipient));
  if (text && [...text].length > maxText) return { filters: {}, mistake: "textTooLong" };
  return { filters: { recipient: text } };
}

/** The phone library's placeholder for numbers with an unassigned calling code. */
const unknownCountry = "INVALID_COUNTRY";

/** Filter by a full number: removes spaces and adds a missing plus (LOG-28, LOG-29). */
function phoneOf({ phone }: PersonValue): PersonFilter {
  if (!phone) return { filters: {} };
  const bare = phoneText(phone).replace(/\s/g, "");
  const number = bare.startsWith("+") ? bare : `+${bare}`;
  if (!/^\+[\d().\-/]+$/.test(number)) return { filters: {}, mistake: "phoneInvalid" };
  try {
    const parsed = parsePhoneNumberWithError(number);
    if (parsed.isValid()) return { filters: { phone: parsed.number } };
  } catch (error) {
    if (error instanceof ParseError && error.message === unknownCountry)
      return { filters: {}, mistake: "phoneCountry" };
  }
  return { filters: {}, mistake: "phoneInvalid" };
}

/** URL values that are not among the form's choices: at most ten, each up to 60 characters. */
function unknownValuesOf(params: URLSearchParams, tab: Tab, tz: string | undefined): string[] {
  const templates = tab === "email" ? messageTemplates : smsTemplates;
  const unknown = [
    ...params.getAll("templateType").filter((one) => one !== "" && !templates.includes(one)),
    ...(tab === "sms"
      ? params.getAll("status").filter((one) => one !== "" && !smsStatuses.some((status) => status === one))
      : []),
    ...(tz !== undefined && !isTimeZone(tz) ? [tz] : []),
  ];
  return [...new Set(unknown)].slice(0, 10).map((one) => one.slice(0, 60));
}

/**
 * The permanent URL of a search: absolute days with their zone, no empty values, no submit marker (LOG-36).
 */
export function lastingParams(params: URLSearchParams, search: EventSearch): URLSearchParams {
  const { tab, zone, days, values } = search;
  const lasting = new URLSearchParams();
  if (tab === "sms") {
    lasting.set("tab", tab);
    if (params.get("from") === "" || !params.has("from")) lasting.set("search", "1");
    if (values.phone) lasting.set("phone", values.phone);
    for (const status of values.status) lasting.append("status", status);
  } else if (values.recipient) lasting.set("recipient", values.recipient);
  for (const type of values.templateType) lasting.append("templateType", type);
  lasting.set("from", days.from);
  lasting.set("to", days.to);
  lasting.set("tz", zone);
  for (const name of ["page", "size", "sort", "order", "messageId", "event"]) {
    const value = params.get(name);
    if (value) lasting.set(name, value);
  }
  return lasting;
}
