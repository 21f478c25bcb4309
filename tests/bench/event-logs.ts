/**
 * How long the event logs take to answer when one customer has two million events of each kind: every filter, sort and
 * page at the API (budget 50 ms, p95), and the page (150 ms). `node --import tsx tests/bench/event-logs.ts [events]`
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { messageTemplates } from "../../regional-api/areas/event-logs/event-logs.rules";
import { Random } from "../../regional-api/seed/random";
import { openDatabases, type Database } from "../../regional-api/store/database";
import { countEvents } from "../../regional-api/store/migrations/0060-region-event-search";
import { Client, loginMutation } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { ConsoleClient } from "../support/console-client";
import { inFolder, seeded, withProduct } from "./product";
import { timed } from "./timed";

const events = Number(process.argv[2] ?? 2_000_000);
const calls = 60;
const region = "ap-southeast-2";
const dayMs = 24 * 3_600_000;
const today = Date.now() - (Date.now() % dayMs);
const templates = [...messageTemplates];
const mailTypes = ["Send", "Delivery", "Delivery", "Open", "Click", "Bounce"] as const;
const statuses = [
  "DELIVERED",
  "DELIVERED",
  "SUCCESSFUL",
  "PENDING",
  "UNREACHABLE",
  "SPAM",
  "INVALID",
] as const;
const rareTemplate = "LI_INTERVIEWER_INTERVIEW_RUNSHEET_REMINDER";

/** Both logs of one customer over the last 90 days, in order of time; a template and a status are rare. */
function fill(db: Database, customerId: string): void {
  const { sqlite } = db;
  const random = new Random("event logs");
  const waiting = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
       AND tbl_name IN ('email_events', 'sms_events')`,
    )
    .all();
  for (const { type, name } of waiting) sqlite.exec(`DROP ${type} ${name}`);
  sqlite.exec("DELETE FROM email_events; DELETE FROM sms_events; DELETE FROM email_event_counts");
  sqlite.exec("DELETE FROM sms_event_counts; DELETE FROM email_recipients");
  const email = sqlite.prepare<unknown[]>(
    `INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, subject, templateId,
       templateType, timestamp) VALUES (?, ?, ?, ?, ?, 'jobs@acme.example', 'Your interview', 'fi-invite-en-us', ?, ?)`,
  );
  const sms = sqlite.prepare<unknown[]>(
    `INSERT INTO sms_events (id, customerId, eventType, smsMessageId, smsOriginationPhoneNumber,
       smsDestinationPhoneNumber, smsMessageStatus, smsMessageStatusDescription, totalMessageParts, isoCountryCode,
       carrierName, isFinal, templateId, templateType, timestamp)
     VALUES (?, ?, '_SMS.SUCCESS', ?, '+61480000000', ?, ?, 'Accepted', 1, 'AU', 'Telstra', 1, 'fi-invite-en-us', ?, ?)`,
  );
  const templateOf = () => {
    const template = templates[Math.floor(random.exponential(6)) % templates.length] ?? "FI_INVITE";
    return template === rareTemplate ? "FI_INVITE" : template;
  };
  sqlite.transaction(() => {
    for (let index = 0; index < events; index += 1) {
      const at = today - 90 * dayMs + Math.floor((index / events) * 91 * dayMs);
      const isRare = index % 40_000 === 0;
      const mail = Math.floor(index / 4);
      const person = `${((mail * 2_654_435_761) % 4_294_967_296).toString(36)}.${mail % 997}`;
      email.run(
        random.id(),
        customerId,
        mailTypes[random.between(0, 5)],
        `0100${mail}-000000`,
        `${person}@${["mail", "post", "inbox"][mail % 3]}.example`,
        isRare ? rareTemplate : templateOf(),
        at,
      );
      sms.run(
        random.id(),
        customerId,
        `text ${mail}`,
        `+614${String(10_000_000 + (mail % 400_000)).padStart(8, "0")}`,
        isRare ? "BLOCKED" : statuses[random.between(0, 6)],
        isRare ? rareTemplate : templateOf(),
        at,
      );
    }
  })();
  for (const { type, sql } of waiting) if (type === "index") sqlite.exec(sql);
  sqlite.exec(`
    ${countEvents("email")}
    ${countEvents("sms")}
    INSERT INTO email_recipients (customerId, recipient) SELECT DISTINCT customerId, mailRecipient FROM email_events`);
  for (const { type, sql } of waiting) if (type === "trigger") sqlite.exec(sql);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
}

type Variables = (index: number) => Record<string, unknown>;

const range = (first: number, last: number) => ({
  gte: new Date(today - first * dayMs - 9 * 3_600_000).toISOString(),
  lte: new Date(today - last * dayMs + 15 * 3_600_000 - 1).toISOString(),
});
/** Some week of the 90 days. */
const week = (index: number) => range(((index * 13) % 80) + 7, ((index * 13) % 80) + 1);
const whole = range(89, 0);
const deep = (index: number, rows: number) => Math.floor((rows * ((index * 37) % 100)) / 100);
const weekRows = Math.floor((events / 91) * 7);

const email: Record<string, Variables> = {
  "a week": (index) => ({ dateRange: week(index) }),
  "a week, deep pages of 100": (index) => ({
    dateRange: week(index),
    limitEq: 100,
    skipEq: deep(index, weekRows),
  }),
  "two templates, deep": (index) => ({
    dateRange: week(index),
    templateTypes: ["FI_INVITE", "SI_INVITE"],
    skipEq: deep(index, weekRows / 5),
  }),
  "a rare template": (index) => ({ dateRange: week(index), templateTypes: [rareTemplate] }),
  "part of one address": (index) => ({
    dateRange: week(index),
    mailRecipient: `${(index * 7919).toString(36)}.`,
  }),
  "part of nobody's address": (index) => ({ dateRange: week(index), mailRecipient: `nobody${index}` }),
  "part of every third address, deep": (index) => ({
    dateRange: week(index),
    mailRecipient: "@POST.example",
    skipEq: deep(index, weekRows / 3),
  }),
  "part of every address with a rare template": (index) => ({
    dateRange: week(index),
    mailRecipient: ".example",
    templateTypes: [rareTemplate],
  }),
  "one letter": (index) => ({ dateRange: week(index), mailRecipient: "abcdefghijklmnop"[index % 16] }),
};

const sms: Record<string, Variables> = {
  "90 days": () => ({ dateRange: whole }),
  "90 days, oldest first": () => ({ dateRange: whole, sort: { fieldName: "timestamp", order: "asc" } }),
  "90 days, deep pages of 100": (index) => ({ dateRange: whole, limitEq: 100, skipEq: deep(index, events) }),
  "two statuses, deep, oldest first": (index) => ({
    dateRange: whole,
    messageStatus: ["SPAM", "DELIVERED"],
    skipEq: deep(index, (events * 3) / 7),
    sort: { fieldName: "timestamp", order: "asc" },
  }),
  "status and templates, deep": (index) => ({
    dateRange: whole,
    messageStatus: ["SPAM"],
    templateTypes: ["FI_INVITE", "SI_SUBMIT_INTERVIEW"],
    skipEq: deep(index, events / 40),
  }),
  "a rare status and template, pages of 100": () => ({
    dateRange: whole,
    messageStatus: ["BLOCKED"],
    templateTypes: [rareTemplate],
    limitEq: 100,
  }),
  "one number": (index) => ({ dateRange: whole, phoneNumber: `+614${10_000_000 + index * 997}` }),
};

async function measure(dataDir: string): Promise<void> {
  await seeded(dataDir);
  const stored = join(dataDir, "regional-api");
  const databases = openDatabases(stored);
  const db = databases.region(region);
  const customer = db.sqlite
    .prepare<[], { id: string; organizationId: string; rootHierarchyId: string }>(
      "SELECT id, organizationId, rootHierarchyId FROM customer_directory WHERE uniqueName = 'acme-retail'",
    )
    .get();
  if (!customer) throw new Error("the demo data has no such customer");
  const { id: customerId, organizationId, rootHierarchyId: hierarchyId } = customer;
  const from = performance.now();
  fill(db, customerId);
  databases.close();
  const size = (statSync(join(stored, `${region}.sqlite`)).size / 1e6).toFixed(0);
  say(`${events} events of each kind in ${((performance.now() - from) / 1000).toFixed(0)} s, ${size} MB\n`);

  await withProduct(dataDir, async ({ api, web }) => {
    const client = new Client(api.origin);
    await client.call(loginMutation, { email: "admin@acme.example", password: demoPassword }, { region });
    const ask = async (operation: string, variables: Record<string, unknown>) => {
      const base = { organizationId, customerId, hierarchyId, limitEq: 30, skipEq: 0 };
      const { error, message } = await client.call(
        documentOf(operation),
        { ...base, ...variables },
        { region },
      );
      if (error) throw new Error(`${operation}: ${message}`);
    };
    for (const [operation, cases] of [
      ["NotifGetEmailEventsByCustomerId", email],
      ["NotifGetSMSEventList", sms],
    ] as const) {
      for (const [name, variables] of Object.entries(cases))
        await timed(
          `${operation === "NotifGetSMSEventList" ? "SMS" : "email"}: ${name}`,
          api.pid,
          calls,
          (index) => ask(operation, variables(index)),
        );
    }
    const browser = new ConsoleClient(web.origin);
    const path = `${await browser.signIn("admin@acme.example")}/notifications`;
    const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
    const open = async (query: string) => {
      const { status } = await browser.get(`${path}?${query}`);
      if (status !== 200) throw new Error(`the page answered ${status}`);
    };
    const days = `from=${day(6)}&to=${day(0)}&tz=UTC`;
    await timed("page: a week of emails, deep", web.pid, calls, (index) =>
      open(`${days}&page=${1 + index * 40}`),
    );
    await timed("page: part of every third address", web.pid, calls, (index) =>
      open(`${days}&recipient=@post&page=${1 + index}`),
    );
    await timed("page: 90 days of text messages, deep", web.pid, calls, (index) =>
      open(`tab=sms&search=1&tz=UTC&page=${1 + index * 900}`),
    );
  });
}

await inFolder(undefined, measure);
