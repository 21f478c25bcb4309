import { flatMapSequentially } from "../../regional-api/store/sequential";
import type { Compilable } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { messageTemplates } from "../../shared/message-templates";
import { subjects } from "../../regional-api/seed/messages";
import {
  countedSpans,
  eventLogQueries,
  listEmailEvents,
  listSmsEvents,
  selectMail,
  selectSms,
} from "../../regional-api/areas/event-logs/event-logs.store";
import { outbox } from "../../regional-api/core/outbox.store";
import { sendCustomerMail } from "../../regional-api/areas/notifications/sent-mails.store";
import { selectRecipients } from "../../regional-api/store/search/recipients";
import { sweep } from "../../regional-api/sweep";
import { leaveOutOnPostgres } from "./fixtures/engine";
import { planOf } from "./fixtures/plan";
import { type Client } from "./fixtures/client";
import { addApplication, addCandidate, vacancies } from "./fixtures/hiring";
import { deliveredText } from "./fixtures/texts";
import { useWorld, useClient } from "./fixtures/use-world";
import { ids, retail as scope } from "./fixtures/world";
import { exactPage } from "./fixtures/exact-page";

const world = useWorld("all tests", { MAIL_FROM: "Acme Talent <talent@acme.example>" });
const staff = useClient(world, "staff", "all tests");
const dayMs = 24 * 3_600_000;
const sydney = () => world.databases.region("ap-southeast-2");
const { customerId } = scope;

let serial = 0;
type Event = Record<string, string | number | null>;

function insert(table: string, event: Event): void {
  const names = Object.keys(event);
  sydney()
    .statement(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(event));
}

const addEmail = (event: Event) =>
  insert("email_events", {
    id: `email ${(serial += 1)}`,
    customerId,
    eventType: "Send",
    mailMessageId: `mail ${serial}`,
    mailRecipient: `pat.${serial}@mail.example`,
    mailSender: "jobs@acme.example",
    masterId: null,
    assessmentId: null,
    subject: "Your interview",
    templateId: "fi-invite-en-us",
    templateType: "FI_INVITE",
    timestamp: world.now(),
    ...event,
  });

const addSms = (event: Event) =>
  insert("sms_events", {
    ...deliveredText,
    id: `sms ${(serial += 1)}`,
    customerId,
    smsMessageId: `text ${serial}`,
    timestamp: world.now(),
    ...event,
  });

const iso = (at: number) => new Date(at).toISOString();
const range = (from: number, to = world.now()) => ({ gte: iso(from), lte: iso(to) });
const lastWeek = () => range(world.now() - 6 * dayMs);

const emails = (more: Record<string, unknown> = {}) =>
  staff.send("NotifGetEmailEventsByCustomerId", {
    ...scope,
    limitEq: 30,
    skipEq: 0,
    dateRange: lastWeek(),
    ...more,
  });
const texts = (more: Record<string, unknown> = {}) =>
  staff.send("NotifGetSMSEventList", {
    customerId,
    limitEq: 30,
    skipEq: 0,
    dateRange: range(world.now() - 89 * dayMs),
    ...more,
  });

type List<Row> = { data: Row[]; pagination: Record<string, number> };
const emailList = async (more?: Record<string, unknown>) =>
  (await emails(more)).data.NotifGetEmailEventsByCustomerId as List<Record<string, string>>;
const smsList = async (more?: Record<string, unknown>) =>
  (await texts(more)).data.NotifGetSMSEventList as List<Record<string, string>>;

describe("email events", () => {
  beforeAll(() => {
    sydney().statement("DELETE FROM email_events").run();
    for (let hour = 0; hour < 100; hour += 1)
      addEmail({
        timestamp: world.now() - hour * 3_600_000,
        mailRecipient: hour % 10 === 0 ? "needle.hay@stack.example" : `person.${hour}@mail.example`,
        templateType: hour % 2 === 0 ? "FI_INVITE" : "SI_INVITE",
      });
    addEmail({ timestamp: world.now() - 20 * dayMs, mailRecipient: "needle.old@stack.example" });
    addEmail({ customerId: ids.bank, mailRecipient: "needle.foreign@stack.example" });
  });

  test("LOG-13 LOG-06 are listed by page of a range, newest first, with totals", async () => {
    const { data, pagination } = await emailList({ limitEq: 30, skipEq: 90 });
    expect(pagination).toEqual(exactPage({ totalPages: 4, currentPage: 4, pageSize: 30, totalItems: 100 }));
    expect(data.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 10 }, (_, index) => iso(world.now() - (90 + index) * 3_600_000)),
    );
  });

  test("LOG-12 finds a part of the address in any case, also a short one, for this customer only", async () => {
    for (const mailRecipient of ["NEEDLE", " hay@st ", "@stack.example"])
      expect((await emailList({ mailRecipient })).pagination.totalItems, mailRecipient).toBe(10);
    expect((await emailList({ mailRecipient: "@" })).pagination.totalItems).toBe(100);
    expect((await emailList({ mailRecipient: "%" })).pagination.totalItems).toBe(0);
    expect((await emailList({ mailRecipient: '"needle' })).pagination.totalItems).toBe(0);
    const typed = { mailRecipient: "needle", templateTypes: ["SI_INVITE"] };
    expect((await emailList(typed)).pagination.totalItems).toBe(0);
    expect((await emails({ mailRecipient: "x".repeat(101) })).message).toBe(
      "Please enter at most 100 characters",
    );
  });

  test("LOG-12 a duplicate template is looked up once", async () => {
    leaveOutOnPostgres("statements that are kept");
    const typed = { mailRecipient: "needle", templateTypes: ["SI_INVITE"] };
    const statements = vi.spyOn(sydney(), "statement");
    const textsOf = async (templateTypes: string[]) => {
      statements.mockClear();
      await emails({ ...typed, templateTypes });
      return statements.mock.calls.map(([text]) => text).filter((text) => text.includes("email_events"));
    };
    expect(await textsOf(["SI_INVITE", "SI_INVITE"])).toEqual(await textsOf(["SI_INVITE"]));
    statements.mockRestore();
  });

  test("LOG-08 LOG-09 LOG-10 GEN-16 refuses requests the logs do not support", async () => {
    const now = world.now();
    expect((await emails({ dateRange: range(now - 92 * dayMs, now - 90 * dayMs) })).message).toBe(
      "The time range cannot start earlier than 90 days ago",
    );
    expect((await emails({ dateRange: range(now - 7.1 * dayMs) })).message).toBe(
      "The time range cannot be longer than 7 days",
    );
    expect((await emails({ dateRange: range(now, now - 1) })).message).toBe(
      "The end must not be before the start",
    );
    expect((await emails({ templateTypes: ["NO_SUCH"] })).message).toBe("Unknown template type");
    expect((await emails({ dateRange: null })).status).toBe(400);
  });

  test("LOG-15 LOG-16 a mail's history, oldest first, with the application if the reader may see it", async () => {
    const application = addApplication(sydney(), { candidateId: addCandidate(sydney()) });
    const common = { mailMessageId: "mail of history", assessmentId: application.assessmentId };
    addEmail({ ...common, eventType: "Bounce", timestamp: world.now() - 1000 });
    addEmail({ ...common, eventType: "Send", timestamp: world.now() - 5000 });
    const call = async (client: Client, of = customerId) =>
      (
        await client.send("NotifGetEmailEventByMailMessageId", {
          customerId: of,
          mailMessageId: "mail of history",
        })
      ).data.NotifGetEmailEventByMailMessageId;
    const about = { _id: application.id, vacancyId: vacancies.main };
    expect(await call(staff)).toMatchObject([
      { eventType: "Send", application: about, customerId, subject: "Your interview", masterId: null },
      { eventType: "Bounce", application: about },
    ]);
    expect(await call(staff, ids.bank)).toEqual([]);
  });
});

describe("SMS events", () => {
  beforeAll(() => {
    sydney().statement("DELETE FROM sms_events").run();
    for (let day = 0; day < 80; day += 1)
      addSms({
        timestamp: world.now() - day * dayMs,
        smsMessageStatus: day % 4 === 0 ? "CARRIER_UNREACHABLE" : "DELIVERED",
        smsDestinationPhoneNumber: day % 10 === 0 ? "+61400000001" : "+61412345678",
        templateType: day === 70 ? "LI_CANDIDATE_INTERVIEW_UPDATED" : "FI_INVITE",
      });
  });

  test("LOG-24 LOG-25 LOG-31 are filtered by every filter, sorted by time in both orders, and paged to the end", async () => {
    const all = await smsList();
    expect(all.pagination).toEqual(
      exactPage({ totalPages: 3, currentPage: 1, pageSize: 30, totalItems: 80 }),
    );
    const times = all.data.map(({ timestamp = "" }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    const oldest = await smsList({ sort: { fieldName: "timestamp", order: "asc" }, limitEq: 5 });
    expect(oldest.data[0]?.timestamp).toBe(iso(world.now() - 79 * dayMs));
    const carrier = await smsList({
      messageStatus: ["CARRIER_UNREACHABLE", "SPAM"],
      skipEq: 15,
      limitEq: 15,
    });
    expect(carrier.pagination).toMatchObject({ totalItems: 20, currentPage: 2 });
    expect(carrier.data).toHaveLength(5);
    expect((await smsList({ phoneNumber: "+61 400 000 001" })).pagination.totalItems).toBe(8);
    const rare = await smsList({ templateTypes: ["LI_CANDIDATE_INTERVIEW_UPDATED"], skipEq: 60 });
    expect(rare.data).toHaveLength(1);
    expect(rare.pagination).toMatchObject({ totalItems: 1, currentPage: 1 });
  });

  test("LOG-29 LOG-30 GEN-16 numbers and ranges are validated, another sort is refused", async () => {
    expect((await texts({ phoneNumber: "12" })).message).toBe("Please enter phone number in a valid format");
    expect((await texts({ dateRange: range(world.now() - 92 * dayMs) })).message).toBe(
      "The time range cannot start earlier than 90 days ago",
    );
    expect((await texts({ sort: { fieldName: "carrierName", order: "asc" } })).error).toBe(
      "Validation Error",
    );
    expect((await texts({ messageStatus: ["NONE"] })).status).toBe(400);
  });

  test("LOG-32 LOG-14 of one text message are its history, with the application", async () => {
    const { id, assessmentId } = addApplication(sydney());
    addSms({ smsMessageId: "t1", assessmentId, timestamp: world.now() - 10 });
    addSms({ smsMessageId: "t1", assessmentId, smsMessageStatus: "PENDING", timestamp: world.now() - 20 });
    const result = await staff.result("NotifGetSMSEventBySmsMessageId", {
      customerId,
      smsMessageId: "t1",
    });
    expect(result).toMatchObject([
      { smsMessageStatus: "PENDING", application: { _id: id } },
      { smsMessageStatus: "DELIVERED" },
    ]);
  });
});

describe("data kept by triggers", () => {
  const kinds = { email: "templateType", sms: "templateType, smsMessageStatus" };
  const counted = (table: "email" | "sms") =>
    sydney()
      .statement<object>(
        `SELECT * FROM ${table}_event_counts ORDER BY customerId, span, bucket, ${kinds[table]}`,
      )
      .all();
  const real = (table: "email" | "sms") =>
    sydney()
      .statement<object>(
        [...countedSpans]
          .map(
            (span) =>
              `SELECT customerId, ${span} AS span, timestamp / ${span} AS bucket, ${kinds[table]}, count(*) AS count
               FROM ${table}_events GROUP BY customerId, timestamp / ${span}, ${kinds[table]}`,
          )
          .join(" UNION ALL ") + ` ORDER BY customerId, span, bucket, ${kinds[table]}`,
      )
      .all();

  test("LOG-13 LOG-31 counters match the rows, after changes and deletions too", () => {
    for (const table of ["email", "sms"] as const) {
      expect(counted(table).length).toBeGreaterThan(10);
      expect(counted(table)).toEqual(real(table));
      sydney().statement(`DELETE FROM ${table}_events WHERE seq % 3 = 0`).run();
      expect(counted(table)).toEqual(real(table));
    }
  });

  test("LOG-12 CAND-27 a de-identified recipient is no longer found, nor one whose last event is gone", async () => {
    const find = (text: string) =>
      listEmailEvents(
        sydney().reader,
        { customerId, from: 0, to: world.now() + 1, recipient: text },
        30,
        () => 0,
      );
    addEmail({ mailRecipient: "forgotten@gone.example" });
    addEmail({ mailRecipient: "forgotten@gone.example" });
    expect(await find("forgotten")).toHaveLength(2);
    sydney()
      .statement("UPDATE email_events SET mailRecipient = '' WHERE mailRecipient LIKE 'forgotten%'")
      .run();
    expect(await find("forgotten")).toEqual([]);
    expect(
      sydney().statement("SELECT * FROM email_recipients WHERE recipient LIKE 'forgotten%'").all(),
    ).toEqual([]);
    addEmail({ mailRecipient: "brief@gone.example" });
    expect(await find("brief@")).toHaveLength(1);
    sydney().statement("DELETE FROM email_events WHERE mailRecipient = 'brief@gone.example'").run();
    expect(sydney().statement("SELECT * FROM email_recipients WHERE recipient LIKE 'brief%'").all()).toEqual(
      [],
    );
  });

  test("LOG-13 a part that many recipients share is read from the range, from either end", async () => {
    const from = world.now() + dayMs;
    for (let index = 0; index < 620; index += 1)
      addEmail({ timestamp: from + index, mailRecipient: `many.${index}@crowd.example` });
    const at = async (offset: number) =>
      (
        await listEmailEvents(
          sydney().reader,
          { customerId, from, to: from + dayMs, recipient: "@crowd" },
          30,
          (total) => {
            expect(total).toBe(620);
            return offset;
          },
        )
      ).map(({ mailRecipient }) => mailRecipient);
    expect((await at(0))[0]).toBe("many.619@crowd.example");
    expect(await at(600)).toEqual(
      Array.from({ length: 20 }, (_, index) => `many.${19 - index}@crowd.example`),
    );
    expect((await at(570))[0]).toBe("many.49@crowd.example");
  });

  test("LOG-31 pages across days and time blocks contain every row once", async () => {
    const from = world.now() + 10 * dayMs;
    for (let index = 0; index < 300; index += 1) addSms({ timestamp: from + index * 1_800_000 });
    const page = async (order: "asc" | "desc", offset: number) =>
      (
        await listSmsEvents(
          sydney().reader,
          { customerId, from: from + 1, to: from + 298 * 1_800_000 },
          { order, limit: 50 },
          (total) => {
            expect(total).toBe(298);
            return offset;
          },
        )
      ).map(({ timestamp }) => (timestamp - from) / 1_800_000);
    const walk = async (order: "asc" | "desc") =>
      flatMapSequentially([0, 50, 100, 150, 200, 250], (offset) => page(order, offset));
    const expected = Array.from({ length: 298 }, (_, index) => index + 1);
    expect(await walk("asc")).toEqual(expected);
    expect(await walk("desc")).toEqual(expected.toReversed());
  });
});

test("LOG-18..LOG-23 the templates are the ones used to render messages", () => {
  expect([...messageTemplates].sort()).toEqual(Object.keys(subjects).sort());
});

test("LOG-40 events older than any search range are deleted, oldest first", async () => {
  const db = sydney();
  db.statement("DELETE FROM email_events").run();
  db.statement("DELETE FROM sms_events").run();
  for (const age of [93, 91, 1]) {
    addEmail({ timestamp: world.now() - age * dayMs });
    addSms({ timestamp: world.now() - age * dayMs });
  }
  await sweep(world.databases, world.now());
  for (const table of ["email_events", "sms_events"]) {
    const ages = db
      .statement<{ timestamp: number }>(`SELECT timestamp FROM ${table} ORDER BY seq`)
      .all()
      .map(({ timestamp }) => (world.now() - timestamp) / dayMs);
    expect(ages, table).toEqual([91, 1]);
  }
});

test("LOG-14 a mail's sender is the customer's own address, or the one configured for the installation", async () => {
  const from = async (mailRecipient: string) =>
    (await emailList({ mailRecipient })).data.map(({ mailSender }) => mailSender);
  await sydney().write((writer) =>
    sendCustomerMail(
      writer,
      { to: "sender@acme.example", subject: "", text: "", templateType: "FI_INVITE", customerId },
      world.now(),
    ),
  );
  addEmail({ mailRecipient: "own.sender@acme.example" });
  expect(await from("own.sender@acme.example")).toEqual(["jobs@acme.example"]);
  expect(new Set(await from("sender@acme.example"))).toEqual(
    new Set(["jobs@acme.example", "talent@acme.example"]),
  );
  sydney().statement("DELETE FROM email_events WHERE mailRecipient LIKE '%sender@acme.example'").run();
});

test("LOG-40 AUTH-82 outbox messages, which contain passwords, are kept no longer than their events", async () => {
  const db = sydney();
  const to = "kept@acme.example";
  for (const age of [93, 91, 1])
    await db.write((writer) =>
      outbox.add(
        writer,
        { channel: "EMAIL", to, subject: `${age}`, text: "", templateType: "NEW_USER" },
        world.now() - age * dayMs,
      ),
    );
  await sweep(world.databases, world.now());
  expect((await outbox.newest(db.reader, 9, to)).map(({ subject }) => subject)).toEqual(["1", "91"]);
});

describe("query plans", () => {
  const types = { templateTypes: ["FI_INVITE", "SI_INVITE"] };
  const statuses = { statuses: ["SPAM", "FAILED"] };
  const { count, page, counters, phoneCount, phonePage, ofRecipient } = eventLogQueries;
  const covered: Record<string, string> = {};
  const name = (what: string, query: Compilable) =>
    (covered[`${what} ${Object.keys(covered).length}`] = query.compile().sql);
  const range = { customerId: "c", from: 1, to: 2 };
  const spans = { customerId: "c", size: 1, first: 1, end: 2 };
  const phoneNumber = "1";
  const parts = (["asc", "desc"] as const).map((order) => ({ order, limit: 1, offset: 1 }));
  for (const filter of [{}, types, { part: "x" }, { ...types, part: "x" }]) {
    const criteria = { table: "email", ...range, ...filter } as const;
    name("email count", count(criteria));
    for (const part of parts) name("email page", page({ ...criteria, ...part }));
  }
  for (const filter of [{}, types, statuses, { ...statuses, ...types }]) {
    const criteria = { table: "sms", ...range, ...filter } as const;
    name("SMS count", count(criteria));
    name("counters", counters({ table: "sms", ...spans, ...filter }));
    name("phone count", phoneCount({ ...range, ...filter, phoneNumber }));
    for (const part of parts) {
      name("SMS page", page({ ...criteria, ...part }));
      name("phone page", phonePage({ ...range, ...filter, phoneNumber, ...part }));
    }
  }
  name("counters", counters({ table: "email", ...spans, ...types }));
  name("recipient", ofRecipient({ ...range, ...types, recipient: "x" }));

  test.each(Object.entries(covered))(
    "LOG-13 LOG-31 LOG-45 %s reads only an index, in its order",
    (_name, text) => {
      const plan = planOf(sydney(), text);
      expect(plan).toMatch(/^SEARCH \w+ USING (COVERING INDEX|PRIMARY KEY)/);
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    },
  );

  test("LOG-06 LOG-25 time blocks are sorted explicitly: grouping does not sort on PostgreSQL", () => {
    const texts = Object.entries(covered).filter(([what]) => what.startsWith("counters"));
    expect(texts).toHaveLength(5);
    for (const [, text] of texts) expect(text).toMatch(/ group by .* order by "e"\."bucket"$/);
  });

  test("LOG-12 LOG-15 recipients come from the full-text index, histories and rows from their own", () => {
    expect(planOf(sydney(), selectRecipients)).toMatch(
      /SCAN s VIRTUAL TABLE INDEX .*\nSEARCH r USING INTEGER PRIMARY KEY/,
    );
    for (const { text } of [eventLogQueries.emailsBySeq, eventLogQueries.smsBySeq])
      expect(planOf(sydney(), text)).toMatch(/USING INTEGER PRIMARY KEY/);
    expect(planOf(sydney(), selectMail)).toContain("email_events_message");
    expect(planOf(sydney(), selectSms)).toContain("sms_events_message");
  });
});
