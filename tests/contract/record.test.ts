import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { GraphQLEnumType } from "graphql";
import { describe, expect, test } from "vitest";
import { record as words } from "../../app/i18n/record";
import { allRecordKinds } from "../../regional-api/core/record-kinds";
import { buildSchema } from "../../regional-api/schema";
import { verifyDataDir } from "../../regional-api/store/verify";
import { sweep } from "../../regional-api/sweep";
import { leaveOutOnPostgres, onPostgres } from "./fixtures/engine";
import { signedIn, signedInByPassword } from "./fixtures/client";
import { externalIdOf } from "./fixtures/hiring";
import { workflows, workflowSets } from "./fixtures/workflows";
import { withVersion } from "./fixtures/edits";
import { operations } from "./fixtures/operations";
import { entriesAfter, entriesOf, lastPlace } from "./fixtures/record";
import { advance, applicationUnder, giveAt } from "./fixtures/stage-rules";
import { retail } from "./fixtures/ids";
import { ids, people } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("each test", { EMAIL_DOMAIN_VERIFICATION_SECONDS: "0" });
const db = () => world.databases.region("ap-southeast-2");
const dayMs = 24 * 3_600_000;

const mutations = Object.values(buildSchema().getMutationType()?.getFields() ?? {});
const saidOf = (name: string): unknown => {
  const operation = mutations.find((field) => field.name === name)?.extensions["operation"];
  return (operation as { changes: unknown } | undefined)?.changes;
};

/** Variables to use where the table's call would change nothing. */
const others: Readonly<Record<string, object>> = {
  AppsArchiveVacanciesByExternalVacancyIds: { externalVacancyIds: [externalIdOf("second")] },
  AppsRestoreVacanciesByExternalVacancyIds: { externalVacancyIds: [externalIdOf("archived")] },
  AppsArchiveWorkflows: { workflowIds: [workflows.chatThenVideo] },
  AppsRestoreWorkflows: { workflowIds: [workflows.chatThenVideo, workflows.archived] },
  AppsArchiveWorkflowSet: { workflowSetIds: [workflowSets.store] },
  ORGArchiveUsers: { userIds: [people.noAccess] },
};
/** The table's call is refused for each row; undoing a status has its own test. */
const refused = ["AppsUndoApplicationStatus"];

describe("AUD-01 every mutation", () => {
  test("declares what it changes, who writes its entry, or why there is none", () => {
    const silent = mutations.filter(({ name }) => {
      const expected = saidOf(name);
      if (typeof expected === "string") return !/^(none because|written by) \S+ .{10,}$/.test(expected);
      return typeof expected !== "object" || expected === null || !("of" in expected);
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(mutations.length).toBeGreaterThan(80);
  });

  test("writes one entry in the transaction of its change, and none if so declared", async () => {
    const staff = await signedIn(world.app, "staff");
    const wrong: string[] = [];
    // Two rounds: calls depend on records created by others, and a call without effect leaves no entry.
    const counts = new Map<string, number>();
    for (const round of [1, 2])
      for (const { name, document, variables, access, endsSessions } of operations) {
        const expected = saidOf(name);
        if (expected === undefined || access === "public" || access === "known-session" || endsSessions)
          continue;
        const from = lastPlace(db());
        const { error } = await staff.call(
          document,
          withVersion(world.databases, name, { ...variables(round), ...others[name] }),
        );
        const entries = entriesAfter(db(), from).filter(({ operation }) => operation !== "bulk-job");
        counts.set(name, Math.max(counts.get(name) ?? 0, entries.length));
        const isRight = entries.every(
          ({ operation, actorId, source }) =>
            operation === name && (actorId === people.staff || source === "RULE"),
        );
        if (!isRight || (error !== undefined && entries.length > 0))
          wrong.push(`${name}: ${entries.map(({ operation }) => operation).join()}`);
      }
    expect(wrong).toEqual([]);
    const unlike = [...counts].filter(([name, count]) => {
      const expected = refused.includes(name) ? "none" : saidOf(name);
      return typeof expected === "object" ? count !== 1 : String(expected).startsWith("none") && count !== 0;
    });
    expect(unlike).toEqual([]);
    expect(counts.size).toBeGreaterThan(70);
    expect(verifyDataDir(world.dataDir).problems).toEqual([]);
  });

  test("AUD-09 every kind and every field of the record has its text in the console", () => {
    const { kinds, fields } = words.en;
    const missing = allRecordKinds().flatMap(({ kind, fields: own }) => [
      ...(kind in kinds ? [] : [`kinds.${kind}`]),
      ...Object.keys(own).flatMap((field) => (field in fields ? [] : [`fields.${field}`])),
    ]);
    expect(missing, "add them to app/i18n/record.ts").toEqual([]);
  });

  test("each kind of object has a reader, except jobs, whose entries are counts", () => {
    const declared = allRecordKinds().map(({ kind }) => kind);
    const offered = buildSchema().getType("AudKind") as GraphQLEnumType;
    expect([...declared, "BULK_ACTION"].sort()).toEqual(
      offered
        .getValues()
        .map(({ name }) => name)
        .sort(),
    );
    expect(declared.length).toBeGreaterThan(15);
  });
});

describe("AUD-03 AUD-04 what is not recorded", () => {
  /** True if a text occurs in the record's entries. */
  const isInRecord = (text: string) =>
    JSON.stringify(entriesAfter(db()).map((entry) => ({ ...entry, hash: "" }))).includes(text);

  test("AUD-03 a changed phone number: neither old nor new is recorded, the file has no trace of the old one", async () => {
    const admin = await signedIn(world.app, "admin");
    const edit = (phoneNumber: string, notes?: string) =>
      admin.send("ORGUpdateUser", {
        filter: { _id: people.recruiter, ...retail },
        update: { firstName: "recruiter", lastName: "Test", phoneNumber, notes },
      });
    expect((await edit("+61412345678")).error).toBeUndefined();
    expect((await edit("+61487654321")).error).toBeUndefined();
    const entries = entriesOf(db(), "USER", people.recruiter);
    expect(entries.at(-1)?.changes[0]?.fields).toEqual([{ field: "phoneNumber", hidden: "CHANGED" }]);
    for (const text of ["+61412345678", "+61487654321", "412345678", "487654321"])
      expect(isInRecord(text)).toBe(false);
    // Stored answers for retries contain none of it either: no bytes of the old number are left in any file.
    if (onPostgres) return;
    for (const one of world.databases.all()) one.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const files = readdirSync(world.dataDir).filter((name) => name.includes("sqlite"));
    expect(files.length).toBeGreaterThan(3);
    for (const name of files)
      expect(readFileSync(join(world.dataDir, name)).includes("+61412345678"), name).toBe(false);
  });

  test("AUD-04 entries about a corrected, de-identified or deleted candidate contain no name, email or number, old or new", async () => {
    const staff = await signedIn(world.app, "staff");
    const named = db()
      .statement<{ id: string; firstName: string; lastName: string; email: string }>(
        "SELECT id, firstName, lastName, email FROM candidates WHERE email IS NOT NULL",
      )
      .all();
    for (const name of [
      "AppsUpdateApplicationCandidate",
      "AppsPurgeApplicationCandidate",
      "AppsDeleteCandidateById",
    ]) {
      const variables = operations.find((one) => one.name === name)?.variables(7) ?? {};
      await staff.result(name, variables);
    }
    const entries = entriesAfter(db()).filter(({ kind }) => kind === "CANDIDATE");
    expect(entries.map(({ action, objectName }) => [action, objectName])).toEqual([
      ["CHANGED", null],
      ["DEIDENTIFIED", null],
      ["DELETED", null],
    ]);
    expect(entries[0]?.changes[0]?.fields).toEqual([{ field: "firstName", hidden: "CHANGED" }]);
    expect(isInRecord("Corrected 7")).toBe(false);
    for (const { email, lastName } of named) {
      expect(isInRecord(email), email).toBe(false);
      if (lastName.length > 4) expect(isInRecord(`"${lastName}"`), lastName).toBe(false);
    }
  });
});

test("AUD-05 AUD-07 archiving two sets is one entry, found from either; its undo refers to it", async () => {
  const staff = await signedIn(world.app, "staff");
  const archive = operations.find(({ name }) => name === "AppsArchiveWorkflowSet");
  const from = lastPlace(db());
  const two = [workflowSets.store, workflowSets.office];
  const variables = { ...archive?.variables(1), workflowSetIds: two };
  const answer = await staff.call(archive?.document ?? "", variables);
  const changed = answer.data["AppsArchiveWorkflowSet"] as { _id: string; changedAt: string }[];
  expect(changed.map(({ _id }) => _id)).toEqual(two);
  const at = changed[0]?.changedAt;
  await staff.send("AppsRestoreWorkflowSet", {
    ...variables,
    unchangedSince: at,
  });
  const [first, second, ...others] = entriesAfter(db(), from);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ action: "ARCHIVED", objectCount: changed.length });
  for (const { _id } of changed) expect(entriesOf(db(), "WORKFLOW_SET", _id)[0]).toEqual(first);
  expect(second).toMatchObject({ action: "RESTORED", source: "UNDO", details: { undoes: first?.id } });
});

test("AUD-06 a change by a workflow's rule has the rule as it read, and no person", async () => {
  const staff = await signedIn(world.app, "staff");
  const shortlist = giveAt("SHORTLISTED", 50);
  const { id, assessmentId } = await applicationUnder(db(), shortlist);
  await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 70 });
  const [entry, ...others] = entriesOf(db(), "APPLICATION", id);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ source: "RULE", actorId: null, action: "CHANGED" });
  expect(entry?.changes[0]?.fields).toEqual([
    { field: "status", before: "APPS_APPLICATION_NEW", after: "APPS_APPLICATION_SHORTLISTED" },
  ]);
  expect(JSON.parse(entry?.details.rule ?? "")).toMatchObject({ trigger: shortlist });
});

test("AUD-02 AUD-14 an entry has who, what, where and the request; the log has a line of it without values", async () => {
  const staff = await signedIn(world.app, "staff");
  const lines: object[] = [];
  db().log = (line) => lines.push(line);
  const rename = withVersion(world.databases, "ORGUpdateOrganization", {
    _id: ids.globex,
    displayName: "Not for the log",
  });
  await staff.send("ORGUpdateOrganization", rename, {
    headers: { "x-request-id": "request-of-test" },
  });
  const entry = entriesAfter(db()).at(-1);
  expect(entry).toMatchObject({
    actorId: people.staff,
    action: "CHANGED",
    kind: "ORGANIZATION",
    objectId: ids.globex,
    objectName: "Not for the log",
    organizationId: ids.globex,
    customerId: null,
    source: "CONSOLE",
    network: "127.0.0.0/24",
    requestId: "request-of-test",
  });
  expect(lines).toEqual([
    {
      entry: entry?.id,
      action: "CHANGED",
      outcome: "SUCCESS",
      kind: "ORGANIZATION",
      object: ids.globex,
      objects: 1,
      actor: people.staff,
      customer: null,
      source: "CONSOLE",
      operation: "ORGUpdateOrganization",
      requestId: "request-of-test",
      fields: ["name"],
    },
  ]);
  // A rejected change, here with a stale version, is not logged.
  await staff.send("ORGUpdateOrganization", rename);
  expect(lines).toHaveLength(1);
});

describe("AUD-13 the chain", () => {
  async function fill(): Promise<void> {
    const staff = await signedInByPassword(world.app, "staff");
    for (const displayName of ["One", "Two", "Three"])
      await staff.send("ORGUpdateOrganization", { _id: ids.globex, displayName });
    expect(entriesAfter(db()).length).toBeGreaterThan(3);
  }
  const problems = () =>
    verifyDataDir(world.dataDir).problems.map((text) => text.split(": ").slice(1).join(": "));

  test("no entry can be changed or deleted; bypassing the triggers is detected and located", async () => {
    await fill();
    expect(() => db().sqlite.exec("UPDATE record_entries SET actorId = NULL")).toThrow("never changed");
    expect(() => db().sqlite.exec("DELETE FROM record_entries WHERE seq = 2")).toThrow("kept for its time");
    expect(problems()).toEqual([]);

    leaveOutOnPostgres("its files are verified");
    db().sqlite.exec("DROP TRIGGER record_entries_stay; DROP TRIGGER record_entries_kept");
    const entry = entriesAfter(db(), 1)[0];
    db().statement("UPDATE record_entries SET actorId = 'x' WHERE seq = 2").run();
    expect(problems()).toEqual([`the audit log is broken: entry 2 (${entry?.id}) was changed.`]);
    db().statement("DELETE FROM record_entries WHERE seq = 2").run();
    expect(problems()).toEqual([
      `the audit log is broken: entry 2 of customer ${entry?.customerId} is missing.`,
    ]);
  });

  test("deleting the newest entries is detected as well", async () => {
    leaveOutOnPostgres("its files are verified");
    await fill();
    db().sqlite.exec("DROP TRIGGER record_entries_kept");
    const last = lastPlace(db());
    db().statement("DELETE FROM record_entries WHERE seq = ?").run(last);
    // The last of the entries that belong to no customer.
    expect(problems()).toEqual(["the audit log is broken: entry 3 is missing."]);
  });

  test("AUD-12 expired entries are deleted, and the remaining chain is still valid", async () => {
    await fill();
    const old = lastPlace(db());
    world.pass(40 * dayMs);
    await fill();
    await sweep(world.databases, world.now(), 30 * dayMs);
    expect(entriesAfter(db())[0]?.seq).toBe(old + 1);
    expect(db().statement("SELECT count(*) FROM record_objects WHERE seq <= ?").pluck().get(old)).toBe(0);
    expect(problems()).toEqual([]);
  });
});
