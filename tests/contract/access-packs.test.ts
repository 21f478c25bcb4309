import { unzipSync, strFromU8 } from "fflate";
import { beforeEach, expect, test, vi } from "vitest";
import { startRetentionRunner } from "../../regional-api/areas/retention/retention-runner";
import { sweep } from "../../regional-api/sweep";
import { onPostgres } from "./fixtures/engine";
import { signedIn, type Client } from "./fixtures/client";
import { addDecision } from "./fixtures/decision-operations";
import { addApplication, addCandidate, stages } from "./fixtures/hiring";
import { entriesAfter, lastPlace } from "./fixtures/record";
import { retail } from "./fixtures/ids";
import { ids, people, start } from "./fixtures/world";
import { useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("each test", { AUTH_CALLS_PER_MINUTE: "1000" });
const dayMs = 24 * 3_600_000;
const db = useSydney(world);
let staff: Client;
beforeEach(async () => {
  staff = await signedIn(world.app, "staff");
});

async function flush(): Promise<void> {
  const log = { info: () => undefined, error: () => undefined };
  const runner = startRetentionRunner({ databases: world.databases, clock: world.now, log });
  await runner.flush();
  await runner.stop();
}
const call = (name: string, variables: object, client = staff, headers = {}) =>
  client.send(name, { ...retail, ...variables }, { headers });
async function answerOf<Answer>(name: string, variables: object, client = staff): Promise<Answer> {
  const { data, error } = await call(name, variables, client);
  expect(error).toBeUndefined();
  return data[name] as Answer;
}

const rule = {
  workflowId: "w",
  workflowName: "Rule of Yonder",
  stageName: "Chat",
  trigger: {
    enabled: true,
    conditionOperator: "and",
    conditions: [
      ["recommendation", "string", "contains", ["MAYBE", "NO"]],
      ["recommendationScore", "number", "lt", 65],
      ["isLowTextQuality", "boolean", "is", true],
    ].map(([onField, onFieldType, comparisonOperator, comparisonValue]) => ({
      onField,
      onFieldType,
      comparisonOperator,
      comparisonValue,
    })),
    action: { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_DECLINED" } },
  },
};

/** A candidate with a row in every table that refers to candidates, directly or not. */
function someone() {
  const candidateId = addCandidate(db, {
    firstName: "Quinta<b>",
    lastName: "Xylander",
    email: "quinta@packed.example",
    phoneNumber: "+61412888001",
  });
  const first = addApplication(db, { candidateId, comment: "Spoke of Xanadu" });
  addApplication(db, { candidateId, vacancy: "second", stageId: stages.video });
  db.statement("INSERT INTO candidate_former_contacts VALUES (?, 'former@packed.example')").run(candidateId);
  db.statement(
    "INSERT INTO candidate_changes (candidateId, kind, fields, changedBy, changedAt) VALUES (?, 'CORRECTED', '[\"email\"]', ?, 1)",
  ).run(candidateId, people.admin);
  db.statement(
    `INSERT INTO application_changes (applicationId, kind, before, after, changedBy, changedAt, rule)
     VALUES (?, 'STATUS', 'APPS_APPLICATION_NEW', 'APPS_APPLICATION_DECLINED', NULL, ${start}, ?)`,
  ).run(first.id, JSON.stringify(rule));
  db.statement(
    `INSERT INTO application_changes (applicationId, kind, before, after, changedBy, changedAt)
     VALUES (?, 'STAGE', ?, ?, ?, ${start})`,
  ).run(first.id, stages.chat, stages.video, people.admin);
  db.statement(
    `INSERT INTO decline_settings (customerId, asks, reasons, updatedAt)
     VALUES (?, 'OPTIONAL', '[{"id":"r1","name":"Lives on Mars","isArchived":true}]', ${start})
     ON CONFLICT DO NOTHING`,
  ).run(ids.retail);
  db.statement(
    `INSERT INTO application_changes (applicationId, kind, before, after, changedBy, changedAt, declineReason)
     VALUES (?, 'STATUS', 'APPS_APPLICATION_NEW', 'APPS_APPLICATION_DECLINED', ?, ${start}, 'r1')`,
  ).run(first.id, people.admin);
  addDecision(db, {
    applicationId: first.id,
    verdict: "CHANGED",
    changedTo: "APPS_APPLICATION_HIRED",
    reviewReason: "Wombat was right",
    reviewedBy: people.admin,
    reviewedAt: start,
  });
  db.statement("INSERT INTO decline_messages VALUES (?, ?)").run(first.id, start);
  db.statement(
    `INSERT INTO retention_holds (id, customerId, candidateId, reason, placedBy, placedAt, reviewAt)
     VALUES ('b9', ?, ?, 'Case of Zorn', ?, ${start}, ${start})`,
  ).run(ids.retail, candidateId, people.admin);
  db.statement(
    `INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, masterId,
       assessmentId, subject, templateId, templateType, timestamp)
     VALUES ('o', ?, 'Send', 'm', 'quinta@packed.example', 's', NULL, ?, 'Your interview', 't', 'FI_INVITE', ${start})`,
  ).run(ids.retail, first.assessmentId);
  db.statement(
    `INSERT INTO sms_events (id, customerId, eventType, smsMessageId, smsOriginationPhoneNumber, smsDestinationPhoneNumber,
       smsMessageStatus, smsMessageStatusDescription, totalMessageParts, isoCountryCode, isFinal, assessmentId, templateId,
       templateType, timestamp)
     VALUES ('s', ?, 'e', 'm', '+61400000000', '+61412888001', 'CARRIER_UNREACHABLE', 'No signal', 1, 'AU', 1, ?, 't',
       'FI_NOT_STARTED_FIRST_REMINDER', ${start})`,
  ).run(ids.retail, first.assessmentId);
  db.statement(
    `INSERT INTO outbox (id, channel, recipient, subject, text, templateType, customerId, data, createdAt)
     VALUES ('w', 'SMS', '+61412888001', '', 'Your interview waits', 'SI_INVITE', ?, ?, ${start})`,
  ).run(ids.retail, JSON.stringify({ assessmentId: first.assessmentId }));
  return { ...first, candidateId };
}

/** Every table that refers to candidates, directly or not, determined independently of the code that makes packs. */
function tablesOfCandidates(): string[] {
  const known = onPostgres
    ? {
        tables: `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
        keys: "SELECT confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conrelid = ?::regclass",
        columns: "SELECT attname FROM pg_attribute WHERE attrelid = ?::regclass AND attnum > 0",
      }
    : {
        tables: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
        keys: `SELECT "table" FROM pragma_foreign_key_list(?)`,
        columns: "SELECT name FROM pragma_table_info(?)",
      };
  const names = (text: string, ...of: string[]) =>
    db.sqlite
      .prepare<string[], string>(text)
      .pluck()
      .all(...of);
  const tables = names(known.tables);
  const found = new Set(["candidates"]);
  for (;;) {
    const before = found.size;
    for (const name of tables)
      if (
        names(known.keys, name).some((table) => found.has(table)) ||
        names(known.columns, name).includes("candidateId")
      )
        found.add(name);
    if (found.size === before) return [...found].sort();
  }
}

const fileOf = async (_id: string) => {
  const { content } = await answerOf<{ content: string }>("RETFetchPack", { _id });
  return unzipSync(Buffer.from(content, "base64"));
};

test("RET-12 a pack contains every table with the candidate's id, messages, stages and rules' decisions", async () => {
  const { id, candidateId } = someone();
  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: id });
  expect(await answerOf("RETGetPacks", { _id: id })).toMatchObject([{ _id, state: "WAITING" }]);
  expect((await call("RETFetchPack", { _id })).error).toBe("Conflict Error");
  await flush();
  expect(await answerOf("RETGetPacks", { _id: id })).toMatchObject([{ _id, state: "READY" }]);

  const files = await fileOf(_id);
  expect(Object.keys(files).sort()).toEqual([
    "candidate.json",
    "decisions.json",
    "index.html",
    "messages.json",
    "stages.json",
  ]);
  const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  const whole = read("candidate.json") as Record<string, Record<string, unknown>[]>;
  for (const table of tablesOfCandidates())
    expect([table, whole[table]?.length ?? 0]).not.toEqual([table, 0]);
  expect(whole["candidates"]).toMatchObject([{ id: candidateId, email: "quinta@packed.example" }]);
  expect(whole["applications"]).toHaveLength(2);
  expect(JSON.stringify(whole)).toContain("former@packed.example");
  expect(whole["access_packs"]?.[0]).not.toHaveProperty("content");
  expect(read("messages.json")).toMatchObject([
    { text: "Your interview waits", event: "Written" },
    { subject: "Your interview", event: "Send" },
    { event: "CARRIER_UNREACHABLE" },
  ]);
  expect(read("decisions.json")).toMatchObject([{ rule: { workflowName: "Rule of Yonder" } }]);
  expect(read("stages.json")).toMatchObject([
    { stage: "Chat", comment: "Spoke of Xanadu" },
    { stage: "Video" },
  ]);
});

test("RET-12 a pack's page describes every table in words: no code, column name, milliseconds or id", async () => {
  const { id, assessmentId } = someone();
  db.statement(
    `UPDATE assessments SET status = 'APPS_ASSESSMENT_COMPLETED', consentedAt = ?, submittedAt = ?, predictedAt = ?,
       recommendation = 'MAYBE', recommendationScore = 71, rating = 'YES', deviceType = 'Mobile', feedbackRating = 9,
       isPlagiarism = 1, isProfanity = 0, isLowTextQuality = 1, profanityQuestionCount = 2, reviewerIds = '["x"]'
     WHERE id = ?`,
  ).run(start, start + 120_000, start, assessmentId);
  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: id });
  await flush();
  const page = strFromU8((await fileOf(_id))["index.html"] ?? new Uint8Array());
  const raw = {
    code: /\b(?!UTC\b)[A-Z][A-Z_]{2,}\b/g,
    columnName: /\b[a-z]+[A-Z]\w*/g,
    milliseconds: /(?<![+\d])\d{5,}/g,
    isoDate: /\d{4}-\d\d/g,
    id: /\b(?=\w*\d)[0-9a-f]{16,}\b/g,
    json: /[[{]&quot;|\b(null|undefined|true|false|NaN)\b/g,
  };
  for (const [kind, pattern] of Object.entries(raw))
    expect([kind, page.match(pattern)]).toEqual([kind, null]);
  expect(page).not.toContain("<b>");

  /** Texts on the page for each table; a new table that refers to candidates needs its texts here and there. */
  const expected: Record<string, string[]> = {
    candidates: ["<h2>Personal details", "Quinta&lt;b&gt;", "quinta@packed.example"],
    candidate_former_contacts: ["former@packed.example"],
    candidate_changes: ["<h2>Corrections of personal details", "Corrected", "phone number"],
    applications: ["<h2>Applications", "<h3>Vacancy main", "<h3>Vacancy second"],
    assessments: ["<h3>Chat – Vacancy main", "Completed", "Maybe", "2 minutes", "Spoke of Xanadu"],
    application_changes: [
      ...["<h2>Decisions made by rules", "Rule of Yonder"],
      "If the recommendation is Maybe or No and the recommendation score is less than 65 and low text quality is yes, set the status to Declined",
      ...["<h2>Other changes to applications", "<td>Chat</td><td>Video</td>", "<td>Lives on Mars</td>"],
    ],
    rule_decisions: ["<h2>Reviews of decisions made by rules", "Wombat was right", "<td>Hired</td>"],
    decline_messages: ["<h2>Decline messages not sent yet"],
    retention_holds: ["<h2>Holds that prevent this data from being removed"],
    access_packs: ["<h2>Access packs", "Being made"],
    email_events: ["<h2>Messages", "<td>Email</td><td>Sent</td>", "Your interview"],
    sms_events: [
      "<td>Text message</td><td>Carrier unreachable</td>",
      "Chat interview not started first reminder",
    ],
    outbox: ["<td>Written</td>", "Your interview waits"],
  };
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(tablesOfCandidates()));
  for (const text of [...Object.values(expected).flat(), "15 January 2026, 12:00 UTC"])
    expect(page).toContain(text);
});

test("RET-12 a pack is deleted after seven days, and when its candidate is deleted or de-identified", async () => {
  const { id } = someone();
  db.statement("DELETE FROM retention_holds").run();
  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: id });
  await flush();
  world.pass(7 * dayMs + 1);
  staff = await signedIn(world.app, "staff");
  expect(await answerOf("RETGetPacks", { _id: id })).toEqual([]);
  expect((await call("RETFetchPack", { _id })).error).toBe("Not Found Error");
  const count = () =>
    db.statement<{ n: number }>("SELECT count(*) AS n FROM access_packs WHERE id = ?").get(_id)?.n;
  expect(count()).toBe(1);
  await sweep(world.databases, world.now());
  expect(count()).toBe(0);

  for (const remove of ["AppsPurgeApplicationCandidate", "AppsDeleteCandidateById"]) {
    const one = addApplication(db);
    const pack = await answerOf<{ _id: string }>("RETMakePack", { _id: one.id });
    await flush();
    expect((await call(remove, { _id: one.id, candidateId: one.candidateId })).error).toBeUndefined();
    expect((await call("RETFetchPack", { _id: pack._id })).error).toBe("Not Found Error");
  }
});

test("RET-12 writes continue while a pack is made; removing its candidate in between deletes it", async () => {
  const one = addApplication(db);
  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: one.id });
  const { reader } = db;
  const read = reader.atThisMoment.bind(reader);
  const reading = vi.spyOn(reader, "atThisMoment").mockImplementationOnce(async (work) => {
    const content = await read(work);
    expect((await call("AppsDeleteCandidateById", { candidateId: one.candidateId })).error).toBeUndefined();
    return content;
  });
  await flush();
  expect(reading).toHaveBeenCalled();
  reading.mockRestore();
  expect((await call("RETFetchPack", { _id })).error).toBe("Not Found Error");
  expect(db.statement("SELECT id FROM access_packs WHERE id = ?").get(_id)).toBeUndefined();
});

test("RET-12 refuses a pack without the right to correct the candidate, and a person's sixth pack", async () => {
  const { id } = addApplication(db);
  const outsider = await signedIn(world.app, "noAccess");
  for (const name of ["RETGetPacks", "RETMakePack"])
    expect((await call(name, { _id: id }, outsider)).error).toBe("FORBIDDEN");
  const other = await signedIn(world.app, "globexAdmin");
  expect((await call("RETMakePack", { _id: id }, other)).error).toBe("Not Found Error");
  for (let number = 0; number < 5; number += 1) await answerOf("RETMakePack", { _id: id });
  expect((await call("RETMakePack", { _id: id })).message).toBe("This candidate already has 5 access packs");
});

test("RET-12 RET-13 requests and downloads are audited; answers stored for retries hold no personal data", async () => {
  const { id, candidateId } = someone();
  const from = lastPlace(db);
  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: id });
  await flush();
  const headers = { "idempotency-key": "fetch-1" };
  const first = await call("RETFetchPack", { _id }, staff, headers);
  const again = await call("RETFetchPack", { _id }, staff, headers);
  expect(again.data).toEqual(first.data);
  expect((first.data["RETFetchPack"] as { content: string }).content.length).toBeGreaterThan(500);
  expect(entriesAfter(db, from).filter(({ kind }) => kind === "CANDIDATE")).toMatchObject([
    { action: "PACK_MADE", objectId: candidateId },
    { action: "PACK_FETCHED", objectId: candidateId },
  ]);
  const kept = db
    .statement<{ response: string }>("SELECT response FROM idempotency WHERE key = 'fetch-1'")
    .get();
  expect(JSON.parse(kept?.response ?? "")).toEqual({ id: _id, content: "" });
});

test("CAND-27 RET-12 messages to an address that is now someone else's are in no pack and never removed", async () => {
  const { id, candidateId, assessmentId } = someone();
  const bob = addApplication(db, { candidateId: addCandidate(db, { email: "former@packed.example" }) });
  const mail = db.statement(
    `INSERT INTO outbox (id, channel, recipient, subject, text, templateType, customerId, data, createdAt)
     VALUES (?, 'EMAIL', ?, ?, 'Hello', ?, ?, ?, 1)`,
  );
  const about = (assessment: string) => JSON.stringify({ assessmentId: assessment });
  mail.run("o1", "former@packed.example", "For Quinta", "FI_INVITE", ids.retail, about(assessmentId));
  mail.run("o2", "former@packed.example", "For Bob", "FI_INVITE", ids.retail, about(bob.assessmentId));
  db.statement("UPDATE users SET email = 'quinta@packed.example' WHERE id = ?").run(people.recruiter);
  mail.run("o3", "quinta@packed.example", "For a user", "EMAIL_RESET_PASSWORD", ids.retail, null);

  const { _id } = await answerOf<{ _id: string }>("RETMakePack", { _id: id });
  await flush();
  const whole = strFromU8((await fileOf(_id))["candidate.json"] ?? new Uint8Array());
  expect(whole).toContain("For Quinta");
  expect(whole).not.toMatch(/For Bob|For a user/);
  // The reason for a hold is shown to those who may see holds, and in no pack.
  expect(whole).not.toContain("Case of Zorn");

  db.statement("DELETE FROM retention_holds WHERE candidateId = ?").run(candidateId);
  await answerOf("AppsPurgeApplicationCandidate", { _id: id });
  const left = db.statement<{ subject: string }>("SELECT subject FROM outbox ORDER BY id").all();
  expect(left.map(({ subject }) => subject)).toEqual(["For Bob", "For a user"]);
});
