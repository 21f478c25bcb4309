/**
 * The event logs (LOG). Counters of days, and of parts of days, tell how many events there are and where a page begins,
 * so only the spans with rows of that page are read; a part of an address is looked up among the recipients first.
 */
import { flatMapInTurn } from "../../store/in-turn";
import type { Async, Reader } from "../../store/engine";
import { recipientMatch } from "../../core/full-text";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type EmailEvent = Row<"email_events">;
export type SmsEvent = Row<"sms_events">;

/** What is counted, in ms: days, and parts of them for the edges of a range and for finding rare rows. */
export const countedSpans = [24 * 3_600_000, 4 * 3_600_000] as const;

interface Range {
  readonly customerId: string;
  /** Milliseconds, both ends included. */
  readonly from: number;
  readonly to: number;
}

/** Empty lists and texts do not narrow the search. */
export interface EmailSearch extends Range {
  /** A part of the address, ignoring case. */
  readonly recipient?: string;
  readonly templateTypes?: readonly string[];
}

export interface SmsSearch extends Range {
  /** As it is stored. */
  readonly phoneNumber?: string;
  readonly templateTypes?: readonly string[];
  readonly statuses?: readonly SmsEvent["smsMessageStatus"][];
}

export type EventOrder = "asc" | "desc";
interface PagePart {
  readonly order: EventOrder;
  readonly limit: number;
}

/** How many rows there are in all, and those of a page by their `seq`. */
interface Found {
  readonly total: number;
  /** The rows of the page that begins at `offset`. */
  readonly seqs: (offset: number) => Async<number[]>;
}

// ---- statements ----

type Table = "email" | "sms";
interface Filter {
  readonly text: string;
  readonly params: readonly (string | number)[];
}

const anyOf = (column: string, values: readonly string[] | undefined): Filter =>
  values?.length
    ? { text: ` AND ${column} IN (${values.map(() => "?").join(", ")})`, params: values }
    : { text: "", params: [] };

const both = (one: Filter, other: Filter): Filter => ({
  text: one.text + other.text,
  params: [...one.params, ...other.params],
});

const part = (recipient: string | undefined): Filter =>
  recipient ? { text: " AND instr(mailRecipient, ?) > 0", params: [recipient] } : { text: "", params: [] };

const rangeText = (table: Table, index: string, filter: Filter) =>
  `FROM ${table}_events INDEXED BY ${index} WHERE customerId = ? AND timestamp BETWEEN ? AND ?${filter.text}`;

const orderText = (order: EventOrder) => `ORDER BY timestamp ${order}, seq ${order} LIMIT ? OFFSET ?`;

/** How the logs are read; for EXPLAIN QUERY PLAN tests too. */
export const eventLogQueries = {
  count: (table: Table, filter: Filter) =>
    `SELECT count(*) AS count ${rangeText(table, `${table}_events_time`, filter)}`,
  page: (table: Table, filter: Filter, order: EventOrder) =>
    `SELECT seq ${rangeText(table, `${table}_events_time`, filter)} ${orderText(order)}`,
  counters: (table: Table, filter: Filter) =>
    `SELECT bucket, sum(count) AS count FROM ${table}_event_counts
     WHERE customerId = ? AND span = ? AND bucket >= ? AND bucket < ?${filter.text} GROUP BY bucket`,
  phoneCount: (filter: Filter) =>
    `SELECT count(*) AS count FROM sms_events INDEXED BY sms_events_phone
     WHERE customerId = ? AND smsDestinationPhoneNumber = ? AND timestamp BETWEEN ? AND ?${filter.text}`,
  phonePage: (filter: Filter, order: EventOrder) =>
    `SELECT seq FROM sms_events INDEXED BY sms_events_phone
     WHERE customerId = ? AND smsDestinationPhoneNumber = ? AND timestamp BETWEEN ? AND ?${filter.text} ${orderText(order)}`,
  recipients: `SELECT r.recipient FROM email_recipient_search s CROSS JOIN email_recipients r ON r.seq = s.rowid
     WHERE email_recipient_search MATCH ? AND r.customerId = ? AND instr(r.recipient, ?) > 0 LIMIT ?`,
  ofRecipient: (filter: Filter) =>
    `SELECT seq, timestamp FROM email_events INDEXED BY email_events_recipient
     WHERE customerId = ? AND mailRecipient = ? AND timestamp BETWEEN ? AND ?${filter.text}`,
  emailBySeq: "SELECT * FROM email_events WHERE seq = ?",
  smsBySeq: "SELECT * FROM sms_events WHERE seq = ?",
};

/** Parts of the filters, for tests of the statements above. */
export const eventFilters = { anyOf, both, part };

// ---- finding a page ----

interface Span {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** The spans of a range that have rows, in order of time: whole ones of the first of `sizes`, smaller ones at its edges. */
async function spansOf(
  db: Reader,
  table: Table,
  { customerId, from, to }: Range,
  filter: Filter,
  [size, ...smaller]: readonly number[] = countedSpans,
): Promise<Span[]> {
  if (from > to) return [];
  if (size === undefined) {
    const row = await db
      .statement<{ count: number }>(eventLogQueries.count(table, filter))
      .get(customerId, from, to, ...filter.params);
    return row && row.count > 0 ? [{ start: from, end: to, count: row.count }] : [];
  }
  const edge = (start: number, end: number) =>
    spansOf(db, table, { customerId, from: start, to: end }, filter, smaller);
  const [first, last] = [Math.ceil(from / size), Math.floor((to + 1) / size)];
  if (first >= last) return edge(from, to);
  const whole = (
    await db
      .statement<{ bucket: number; count: number }>(eventLogQueries.counters(table, filter))
      .all(customerId, size, first, last, ...filter.params)
  ).map(({ bucket, count }) => ({ start: bucket * size, end: (bucket + 1) * size - 1, count }));
  return [...(await edge(from, first * size - 1)), ...whole, ...(await edge(last * size, to))];
}

/** All rows of a range by the counters: spans without rows of the page are passed over. */
async function byCounters(
  db: Reader,
  table: Table,
  range: Range,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const { customerId } = range;
  const inOrder = (all: Span[]) => (page.order === "desc" ? all.reverse() : all);
  const days = await spansOf(db, table, range, filter);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const seqs = async (offset: number): Promise<number[]> => {
    const statement = db.statement<{ seq: number }>(eventLogQueries.page(table, filter, page.order));
    const found: number[] = [];
    let before = offset;
    const read = async (spans: Span[], isWhole: boolean) => {
      for (const { start, end, count } of inOrder(spans)) {
        if (found.length >= page.limit) return;
        if (before >= count) before -= count;
        else if (isWhole && end - start >= countedSpans[1])
          await read(
            await spansOf(db, table, { customerId, from: start, to: end }, filter, countedSpans.slice(1)),
            false,
          );
        else {
          const rows = await statement.all(
            customerId,
            start,
            end,
            ...filter.params,
            page.limit - found.length,
            before,
          );
          found.push(...rows.map(({ seq }) => seq));
          before = 0;
        }
      }
    };
    await read(days, true);
    return found;
  };
  return { total, seqs };
}

/** More recipients than these are not looked up one by one: then most rows of the range match, and it is read. */
const maxRecipients = 500;

/** Events to a part of an address: by its few recipients, or else by reading the range, which is seven days at most. */
async function byRecipient(
  db: Reader,
  search: EmailSearch,
  recipient: string,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const { customerId, from, to } = search;
  const few = [...recipient].length < 3 ? undefined : await recipientsWith(db, customerId, recipient);
  if (few) {
    const statement = db.statement<{ seq: number; timestamp: number }>(eventLogQueries.ofRecipient(filter));
    const rows = (
      await flatMapInTurn(few, (one) => statement.all(customerId, one, from, to, ...filter.params))
    ).sort((a, b) => b.timestamp - a.timestamp || b.seq - a.seq);
    if (page.order === "asc") rows.reverse();
    return {
      total: rows.length,
      seqs: (offset) => rows.slice(offset, offset + page.limit).map(({ seq }) => seq),
    };
  }
  const whole = both(filter, part(recipient));
  const params = [customerId, from, to, ...whole.params];
  const total =
    (await db.statement<{ count: number }>(eventLogQueries.count("email", whole)).get(...params))?.count ?? 0;
  const read = async (order: EventOrder, limit: number, offset: number) =>
    (
      await db
        .statement<{ seq: number }>(eventLogQueries.page("email", whole, order))
        .all(...params, limit, offset)
    ).map(({ seq }) => seq);
  return {
    total,
    // From whichever end is nearer.
    seqs: async (offset) => {
      const limit = Math.min(page.limit, total - offset);
      if (limit <= 0) return [];
      if (offset <= total / 2) return read(page.order, limit, offset);
      return (await read(page.order === "desc" ? "asc" : "desc", limit, total - offset - limit)).reverse();
    },
  };
}

/** The recipients that contain `text`; undefined when they are too many. */
async function recipientsWith(db: Reader, customerId: string, text: string): Promise<string[] | undefined> {
  const rows = await db
    .statement<{ recipient: string }>(eventLogQueries.recipients)
    .all(recipientMatch(customerId, text), customerId, text, maxRecipients + 1);
  return rows.length > maxRecipients ? undefined : rows.map(({ recipient }) => recipient);
}

async function byPhone(
  db: Reader,
  search: SmsSearch,
  phoneNumber: string,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const params = [search.customerId, phoneNumber, search.from, search.to, ...filter.params];
  const total =
    (await db.statement<{ count: number }>(eventLogQueries.phoneCount(filter)).get(...params))?.count ?? 0;
  return {
    total,
    seqs: async (offset) =>
      (
        await db
          .statement<{ seq: number }>(eventLogQueries.phonePage(filter, page.order))
          .all(...params, page.limit, offset)
      ).map(({ seq }) => seq),
  };
}

type PageAt = (total: number) => number;

/** Email events of a range, newest first; `offsetOf` says of the total where the page begins. */
export async function listEmailEvents(
  db: Reader,
  search: EmailSearch,
  limit: number,
  offsetOf: PageAt,
): Promise<EmailEvent[]> {
  const filter = anyOf("templateType", search.templateTypes);
  const recipient = search.recipient?.trim().toLowerCase();
  const page = { order: "desc", limit } as const;
  const found = recipient
    ? await byRecipient(db, search, recipient, filter, page)
    : await byCounters(db, "email", search, filter, page);
  const statement = db.statement<EmailEvent>(eventLogQueries.emailBySeq);
  return flatMapInTurn(
    await found.seqs(offsetOf(found.total)),
    async (seq) => (await statement.get(seq)) ?? [],
  );
}

/** SMS events of a range in either order of time; `offsetOf` says of the total where the page begins. */
export async function listSmsEvents(
  db: Reader,
  search: SmsSearch,
  page: PagePart,
  offsetOf: PageAt,
): Promise<SmsEvent[]> {
  const filter = both(
    anyOf("smsMessageStatus", search.statuses),
    anyOf("templateType", search.templateTypes),
  );
  const found = search.phoneNumber
    ? await byPhone(db, search, search.phoneNumber, filter, page)
    : await byCounters(db, "sms", search, filter, page);
  const statement = db.statement<SmsEvent>(eventLogQueries.smsBySeq);
  return flatMapInTurn(
    await found.seqs(offsetOf(found.total)),
    async (seq) => (await statement.get(seq)) ?? [],
  );
}

// ---- one message ----

const selectMail = prepared<{ customerId: string; mailMessageId: string }>()((p) =>
  sql
    .selectFrom("email_events")
    .selectAll()
    .where("mailMessageId", "=", p.mailMessageId)
    .where("customerId", "=", p.customerId)
    .orderBy("timestamp")
    .orderBy("seq")
    .limit(500),
);

// Left to itself SQLite takes the index of the order, and reads a customer's whole log for one message.
const selectSms = {
  text: `SELECT * FROM sms_events INDEXED BY sms_events_message
    WHERE smsMessageId = ? AND customerId = ? ORDER BY timestamp, seq LIMIT 500`,
};

/** For EXPLAIN QUERY PLAN tests. */
export const eventHistoryQueries = { selectMail, selectSms };

/** What happened to one mail, oldest first (LOG-15). */
export const mailHistory = (db: Reader, customerId: string, mailMessageId: string): Promise<EmailEvent[]> =>
  selectMail.all(db, { customerId, mailMessageId });

/** What happened to one text message, oldest first. */
export const smsHistory = (db: Reader, customerId: string, smsMessageId: string): Promise<SmsEvent[]> =>
  db.statement<SmsEvent>(selectSms.text).all(smsMessageId, customerId);
