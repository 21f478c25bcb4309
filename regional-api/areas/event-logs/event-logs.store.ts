/**
 * Event logs (LOG). Counters per day and part of a day give the total and locate a page, so that only spans
 * with rows of the page are read. A search for part of an address first looks up the matching recipients.
 */
import { normalizeEmail } from "../../core/users.store";
import { expressionBuilder, type Expression, type SqlBool } from "kysely";
import { flatMapSequentially } from "../../store/sequential";
import type { Async, Reader } from "../../store/engine";
import { anyOf, contains, from as tableBy, literal } from "../../store/dialect";
import { recipientsWith } from "../../store/search/recipients";
import { forms, prepared, sql } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";
import { searchKey } from "../../core/text";

export type EmailEvent = Row<"email_events">;
export type SmsEvent = Row<"sms_events">;

/**
 * Lengths of the counted spans, in ms: days, and parts of days for the edges of a range and for locating rare
 * rows.
 */
export const countedSpans = [24 * 3_600_000, 4 * 3_600_000] as const;

interface Range {
  readonly customerId: string;
  /** Milliseconds, both ends inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Criteria; empty lists and texts do not filter. */
export interface EmailSearch extends Range {
  /** Part of the address, ignoring case. */
  readonly recipient?: string;
  readonly templateTypes?: readonly string[];
  readonly isBounced?: boolean;
}

export interface SmsSearch extends Range {
  /** In the stored format. */
  readonly phoneNumber?: string;
  readonly templateTypes?: readonly string[];
  readonly statuses?: readonly SmsEvent["smsMessageStatus"][];
}

export type EventOrder = "asc" | "desc";
interface PagePart {
  readonly order: EventOrder;
  readonly limit: number;
}

/** The total, and access to the rows of a page by `seq`. */
interface Found {
  readonly total: number;
  /** Returns the rows of the page that begins at `offset`. */
  readonly seqs: (offset: number) => Async<number[]>;
}

// ---- queries ----

type Table = "email" | "sms";

/** Filter of a search; omitted fields do not filter. */
interface Filter {
  readonly templateTypes?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  /** Part of a recipient. */
  readonly part?: string;
  /** Only bounced mails, which have a partial index. */
  readonly isBounced?: boolean;
}

const undefinedIfEmpty = (values: readonly string[] | undefined) => (values?.length ? values : undefined);

const mail = expressionBuilder<{ e: Tables["email_events"] }, "e">();
const sms = expressionBuilder<{ e: Tables["sms_events"] }, "e">();

const conditions = ({ templateTypes, statuses, part, isBounced }: Filter): Expression<SqlBool>[] => [
  ...(isBounced ? [mail("e.eventType", "=", literal("Bounce" as const))] : []),
  ...(templateTypes ? [sms("e.templateType", "in", templateTypes)] : []),
  ...(statuses ? [sms(sms.ref("e.smsMessageStatus").$castTo<string>(), "in", statuses)] : []),
  ...(part === undefined ? [] : [contains("e.mailRecipient", part)]),
];

type EventQuery = Range & Filter & { readonly table: Table };
type EventPageQuery = { readonly order: EventOrder; readonly limit: number; readonly offset: number };
type PhoneQuery = Range & Filter & { readonly phoneNumber: string };

const form = { fixed: ["table", "isBounced"], each: ["templateTypes", "statuses"] } as const;
const pageForm = { ...form, fixed: [...form.fixed, "order"] } as const;

const rangeOf = (
  { table, customerId, from, to, ...filter }: EventQuery,
  index = filter.isBounced ? "email_events_bounced" : `${table}_events_time`,
) =>
  conditions(filter).reduce(
    (query, condition) => query.where(condition),
    sql
      .selectFrom(tableBy(`${table}_events as e`, { index }))
      .where("e.customerId", "=", customerId)
      .where("e.timestamp", ">=", from)
      .where("e.timestamp", "<=", to),
  );

const phoneRange = ({ phoneNumber, ...asked }: PhoneQuery) =>
  rangeOf({ ...asked, table: "sms" }, "sms_events_phone").where(
    sms("e.smsDestinationPhoneNumber", "=", phoneNumber),
  );

type Events = ReturnType<typeof rangeOf>;

const counted = (events: Events) => events.select((all) => all.fn.countAll<number>().as("count"));

const pageOfEvents = (events: Events, { order, limit, offset }: EventPageQuery) =>
  events.select("e.seq").orderBy("e.timestamp", order).orderBy("e.seq", order).limit(limit).offset(offset);

/** Queries of the logs, also used by EXPLAIN QUERY PLAN tests. */
export const eventLogQueries = {
  count: forms<EventQuery>(form)((asked) => counted(rangeOf(asked))),
  page: forms<EventQuery & EventPageQuery>(pageForm)((asked) => pageOfEvents(rangeOf(asked), asked)),
  /** Spans of length `size`, numbered since 1970, from `first` (inclusive) to `end` (exclusive). */
  counters: forms<Omit<EventQuery, "from" | "to"> & { size: number; first: number; end: number }>(form)(
    ({ table, customerId, size, first, end, ...filter }) =>
      conditions(filter).reduce(
        (query, condition) => query.where(condition),
        sql
          .selectFrom(tableBy(`${table}_event_counts as e`))
          .select(["e.bucket", (e) => e.fn.sum<number>("e.count").as("count")])
          .where("e.customerId", "=", customerId)
          .where("e.span", "=", size)
          .where("e.bucket", ">=", first)
          .where("e.bucket", "<", end)
          .groupBy("e.bucket")
          // GROUP BY implies no order: PostgreSQL often hashes.
          .orderBy("e.bucket"),
      ),
  ),
  phoneCount: forms<PhoneQuery>(form)((asked) => counted(phoneRange(asked))),
  phonePage: forms<PhoneQuery & EventPageQuery>(pageForm)((asked) => pageOfEvents(phoneRange(asked), asked)),
  ofRecipient: forms<Range & Filter & { readonly recipient: string }>(form)(({ recipient, ...asked }) =>
    rangeOf({ ...asked, table: "email" }, "email_events_recipient")
      .where(mail("e.mailRecipient", "=", recipient))
      .select(["e.seq", "e.timestamp"]),
  ),
  emailsBySeq: prepared<{ seqs: readonly number[] }>()((p) =>
    sql.selectFrom("email_events").selectAll().where(anyOf("seq", p.seqs)),
  ),
  smsBySeq: prepared<{ seqs: readonly number[] }>()((p) =>
    sql.selectFrom("sms_events").selectAll().where(anyOf("seq", p.seqs)),
  ),
};

// ---- locating a page ----

interface Span {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/**
 * Returns a range's non-empty spans in order of time: whole spans of the first of `sizes`, smaller ones at
 * the edges.
 */
async function spansOf(
  db: Reader,
  table: Table,
  { customerId, from, to }: Range,
  filter: Filter,
  [size, ...smaller]: readonly number[] = countedSpans,
): Promise<Span[]> {
  if (from > to) return [];
  if (size === undefined) {
    const row = await db.get(eventLogQueries.count({ table, customerId, from, to, ...filter }));
    return row && row.count > 0 ? [{ start: from, end: to, count: row.count }] : [];
  }
  const edge = (start: number, end: number) =>
    spansOf(db, table, { customerId, from: start, to: end }, filter, smaller);
  const [first, last] = [Math.ceil(from / size), Math.floor((to + 1) / size)];
  if (first >= last) return edge(from, to);
  const spans = { table, customerId, ...{ size, first, end: last }, ...filter };
  const whole = (await db.all(eventLogQueries.counters(spans))).map(({ bucket, count }) => ({
    start: bucket * size,
    end: (bucket + 1) * size - 1,
    count,
  }));
  return [...(await edge(from, first * size - 1)), ...whole, ...(await edge(last * size, to))];
}

/** Locates all rows of a range by the counters, skipping spans without rows of the page. */
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
          const part = { order: page.order, limit: page.limit - found.length, offset: before };
          const rows = await db.all(
            eventLogQueries.page({ table, customerId, from: start, to: end, ...filter, ...part }),
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

/** Maximum recipients to look up one by one. With more, most rows match, and reading the range is faster. */
const maxRecipients = 500;

/** Locates bounced mails, which are few and counted directly. */
async function locateBounces(
  db: Reader,
  { customerId, from, to }: Range,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const criteria = { table: "email", customerId, from, to, ...filter } as const;
  const total = (await db.get(eventLogQueries.count(criteria)))?.count ?? 0;
  return {
    total,
    seqs: async (offset) =>
      (await db.all(eventLogQueries.page({ ...criteria, ...page, offset }))).map(({ seq }) => seq),
  };
}

/** Returns the number of bounced mails in a range. */
export const countBounces = async (db: Reader, { customerId, from, to }: Range): Promise<number> =>
  (await db.get(eventLogQueries.count({ table: "email", customerId, from, to, isBounced: true })))?.count ??
  0;

/**
 * Locates events by part of an address: by matching recipients if they are few, else by reading the range (at
 * most 7 days).
 */
async function byRecipient(
  db: Reader,
  search: EmailSearch,
  recipient: string,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const { customerId, from, to } = search;
  const range = { customerId, from, to, ...filter };
  const few = [...recipient].length < 3 ? undefined : await fewRecipients(db, customerId, recipient);
  if (few) {
    const rows = (
      await flatMapSequentially(few, (one) =>
        db.all(eventLogQueries.ofRecipient({ ...range, recipient: one })),
      )
    ).sort((a, b) => b.timestamp - a.timestamp || b.seq - a.seq);
    if (page.order === "asc") rows.reverse();
    return {
      total: rows.length,
      seqs: (offset) => rows.slice(offset, offset + page.limit).map(({ seq }) => seq),
    };
  }
  const whole = { ...range, table: "email", part: recipient } as const;
  const total = (await db.get(eventLogQueries.count(whole)))?.count ?? 0;
  const read = async (order: EventOrder, limit: number, offset: number) =>
    (await db.all(eventLogQueries.page({ ...whole, order, limit, offset }))).map(({ seq }) => seq);
  return {
    total,
    // Reads from whichever end of the range is nearer to the page.
    seqs: async (offset) => {
      const limit = Math.min(page.limit, total - offset);
      if (limit <= 0) return [];
      if (offset <= total / 2) return read(page.order, limit, offset);
      return (await read(page.order === "desc" ? "asc" : "desc", limit, total - offset - limit)).reverse();
    },
  };
}

/** Returns the recipients that contain `text`; undefined if there are too many. */
async function fewRecipients(db: Reader, customerId: string, text: string): Promise<string[] | undefined> {
  const found = await recipientsWith(db, customerId, text, maxRecipients + 1);
  return found.length > maxRecipients ? undefined : found;
}

async function byPhone(
  db: Reader,
  search: SmsSearch,
  phoneNumber: string,
  filter: Filter,
  page: PagePart,
): Promise<Found> {
  const { customerId, from, to } = search;
  const criteria = { customerId, from, to, phoneNumber, ...filter };
  const total = (await db.get(eventLogQueries.phoneCount(criteria)))?.count ?? 0;
  return {
    total,
    seqs: async (offset) =>
      (await db.all(eventLogQueries.phonePage({ ...criteria, ...page, offset }))).map(({ seq }) => seq),
  };
}

function sortBySeqs<Event extends { seq: number }>(seqs: readonly number[], rows: readonly Event[]): Event[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

type PageAt = (total: number) => number;

/** Returns email events of a range, newest first; `offsetOf` maps the total to the start of the page. */
export async function listEmailEvents(
  db: Reader,
  search: EmailSearch,
  limit: number,
  offsetOf: PageAt,
): Promise<EmailEvent[]> {
  const filter = {
    templateTypes: undefinedIfEmpty(search.templateTypes),
    ...(search.isBounced && { isBounced: true }),
  };
  const recipient = search.recipient && searchKey(normalizeEmail(search.recipient));
  const page = { order: "desc", limit } as const;
  const found = recipient
    ? await byRecipient(db, search, recipient, filter, page)
    : await (search.isBounced
        ? locateBounces(db, search, filter, page)
        : byCounters(db, "email", search, filter, page));
  const seqs = await found.seqs(offsetOf(found.total));
  return sortBySeqs(seqs, await eventLogQueries.emailsBySeq.all(db, { seqs }));
}

/** Returns SMS events of a range in either order; `offsetOf` maps the total to the start of the page. */
export async function listSmsEvents(
  db: Reader,
  search: SmsSearch,
  page: PagePart,
  offsetOf: PageAt,
): Promise<SmsEvent[]> {
  const filter = {
    statuses: undefinedIfEmpty(search.statuses),
    templateTypes: undefinedIfEmpty(search.templateTypes),
  };
  const found = search.phoneNumber
    ? await byPhone(db, search, search.phoneNumber, filter, page)
    : await byCounters(db, "sms", search, filter, page);
  const seqs = await found.seqs(offsetOf(found.total));
  return sortBySeqs(seqs, await eventLogQueries.smsBySeq.all(db, { seqs }));
}

// ---- one message ----

export const selectMail = prepared<{ customerId: string; mailMessageId: string }>()((p) =>
  sql
    .selectFrom("email_events")
    .selectAll()
    .where("mailMessageId", "=", p.mailMessageId)
    .where("customerId", "=", p.customerId)
    .orderBy("timestamp")
    .orderBy("seq")
    .limit(500),
);

// Names the index, because SQLite would choose that of the sort order and scan the customer's whole log.
export const selectSms = prepared<{ customerId: string; smsMessageId: string }>()((p) =>
  sql
    .selectFrom(tableBy("sms_events", { index: "sms_events_message" }))
    .selectAll()
    .where("smsMessageId", "=", p.smsMessageId)
    .where("customerId", "=", p.customerId)
    .orderBy("timestamp")
    .orderBy("seq")
    .limit(500),
);

/** Returns the events of a mail, oldest first (LOG-15). */
export const mailHistory = (db: Reader, customerId: string, mailMessageId: string): Promise<EmailEvent[]> =>
  selectMail.all(db, { customerId, mailMessageId });

/** Returns the events of a text message, oldest first. */
export const smsHistory = (db: Reader, customerId: string, smsMessageId: string): Promise<SmsEvent[]> =>
  selectSms.all(db, { customerId, smsMessageId });
