import { beforeEach, describe, expect, test } from "vitest";
import { signedIn } from "./fixtures/client";
import { addApplication, externalIdOf } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { snapshot } from "./fixtures/snapshot";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";
import { entriesAfter, lastPlace } from "./fixtures/record";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const db = useSydney(world);
beforeEach(() => {
  db.statement("DELETE FROM applications").run();
});

const { customerId } = scope;

const setting = () => staff.result("AppsGetDeclineSetting", { customerId });
const offered = () => staff.result("AppsGetDeclineReasons", scope);
type Given = { _id?: string; name: string; isArchived?: boolean };
async function save(asks: string, ...reasons: Given[]) {
  const { version } = await setting();
  return staff.send("AppsUpdateDeclineSetting", {
    customerId,
    asks,
    reasons: reasons.map((one) => ({ isArchived: false, ...one })),
    version,
  });
}
const idOf = async (name: string) => (await setting()).reasons.find((one) => one.name === name)?._id ?? "";

const declined = "APPS_APPLICATION_DECLINED";
const give = (ids: string[], declineReasonId?: string | null, status = declined) =>
  staff.send("AppsUpdateApplicationStatus", {
    _ids: ids,
    status,
    declineReasonId,
    ...scope,
  });
const thread = (_id: string) => staff.result("AppsGetApplicationThread", { _id, ...scope });
const reasonOf = async (id: string) => (await thread(id)).application.declineReason;

describe("PIPE-06 a customer's decline reasons", () => {
  test("are kept in the order sent; one left out is archived, not removed, and each save is in the record", async () => {
    expect(await setting()).toMatchObject({ asks: "NEVER", reasons: [], version: 0 });
    const from = lastPlace(db);
    expect((await save("OPTIONAL", { name: " Too  far " }, { name: "No fit" })).error).toBeUndefined();
    const [far = "", fit = ""] = [await idOf("Too far"), await idOf("No fit")];
    await save("REQUIRED", { _id: fit, name: "Does not fit" }, { name: "Filled" });
    expect((await setting()).reasons.map(({ name, isArchived }) => [name, isArchived])).toEqual([
      ["Does not fit", false],
      ["Filled", false],
      ["Too far", true],
    ]);
    expect(await offered()).toMatchObject({
      asks: "REQUIRED",
      reasons: [{ name: "Does not fit" }, { name: "Filled" }],
    });
    await save("OPTIONAL", { _id: far, name: "Too far" });
    expect((await offered()).reasons).toMatchObject([{ _id: far, name: "Too far" }]);
    const entries = entriesAfter(db, from).filter(({ kind }) => kind === "DECLINE_REASONS");
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).toContain("Does not fit");
  });

  test("are refused without a name, beyond 80 characters, twice, of others, and if none is left to choose", async () => {
    await save("NEVER", { name: "No fit" });
    const untouched = snapshot(world.databases);
    const refused = async (asks: string, ...reasons: Given[]) => {
      const { error, message } = await save(asks, ...reasons);
      expect(snapshot(world.databases)).toBe(untouched);
      return `${error}: ${message}`;
    };
    expect(await refused("NEVER", { name: " " })).toContain("Please enter a reason");
    expect(await refused("NEVER", { name: "x".repeat(81) })).toContain("within 80 characters");
    expect(await refused("NEVER", { name: "No fit" })).toContain("each reason only once");
    expect(await refused("NEVER", { name: "Far" }, { name: "fAR" })).toContain("each reason only once");
    expect(await refused("NEVER", { _id: "unknown", name: "Far" })).toContain("Not Found");
    expect(await refused("OPTIONAL")).toContain("Please enter a reason to choose from");
    expect(await refused("REQUIRED", { name: "Far", isArchived: true })).toContain("to choose from");
  });

  test("are saved only by people who may change settings", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect((await recruiter.send("AppsGetDeclineSetting", { customerId })).error).toBe("FORBIDDEN");
    await recruiter.result("AppsGetDeclineReasons", scope);
  });
});

describe("PIPE-06 a decline", () => {
  test("has the reason given, with the candidate, in their history and in the record; archived ones keep their name", async () => {
    await save("OPTIONAL", { name: "No fit" });
    const reason = await idOf("No fit");
    const [one, other] = [addApplication(db).id, addApplication(db).id];
    const from = lastPlace(db);
    await give([one], reason);
    await give([other]);
    expect([await reasonOf(one), await reasonOf(other)]).toEqual(["No fit", null]);
    expect((await thread(one)).entries.find(({ after }) => after === declined)).toMatchObject({
      kind: "STATUS",
      declineReason: "No fit",
    });
    expect(JSON.stringify(entriesAfter(db, from))).toContain("No fit");
    await save("NEVER", { _id: reason, name: "Does not fit", isArchived: true });
    expect(await reasonOf(one)).toBe("Does not fit");
    // Another status ends the decline; its reason stays in the history.
    await give([one], null, "APPS_APPLICATION_SHORTLISTED");
    expect(await reasonOf(one)).toBeNull();
    expect((await thread(one)).entries.some(({ declineReason }) => declineReason)).toBe(true);
  });

  test("needs a reason where the customer requires one, an active one, and no other status takes one", async () => {
    await save("REQUIRED", { name: "No fit" }, { name: "Old", isArchived: true });
    const [reason, old] = [await idOf("No fit"), await idOf("Old")];
    const { id } = addApplication(db);
    const untouched = snapshot(world.databases);
    const messages = [
      await give([id]),
      await give([id], old),
      await give([id], "unknown"),
      await give([id], reason, "APPS_APPLICATION_HIRED"),
    ].map(({ message }) => message);
    expect(messages).toEqual([
      "Please select why the candidate is declined",
      "This reason is no longer available",
      "This reason is no longer available",
      "A reason goes only with a decline",
    ]);
    expect(snapshot(world.databases)).toBe(untouched);
    expect((await give([id], null, "APPS_APPLICATION_HIRED")).error).toBeUndefined();
    expect((await give([id], reason)).error).toBeUndefined();
    expect(await reasonOf(id)).toBe("No fit");
  });

  test("loses its reason when it is undone, and regains it when the later status is undone", async () => {
    await save("REQUIRED", { name: "No fit" });
    const reason = await idOf("No fit");
    const { id } = addApplication(db);
    const undo = async (changedAt: string | null | undefined) => {
      const answer = await staff.result("AppsUndoApplicationStatus", {
        _ids: [id],
        changedAt,
        ...scope,
      });
      expect(answer).toMatchObject([{ refusal: null }]);
    };
    const first = (await give([id], reason)).result[0]?.changedAt;
    await undo(first);
    expect((await thread(id)).entries.every(({ declineReason }) => declineReason === null)).toBe(true);
    world.pass(1000);
    await give([id], reason);
    world.pass(1000);
    await undo((await give([id], null, "APPS_APPLICATION_OFFERED")).result[0]?.changedAt);
    expect(await thread(id)).toMatchObject({ application: { status: declined, declineReason: "No fit" } });
  });

  test("also has one in a bulk job: the plan asks for the reason, and the job stores it", async () => {
    await save("REQUIRED", { name: "No fit" });
    const ids = [addApplication(db).id, addApplication(db).id];
    world.pass(1000);
    const filter = { ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 };
    const plan = (change: object) =>
      staff.send("BulkPlanApplications", { jobId: "job-of-test", filter, change });
    expect((await plan({ status: declined })).message).toBe("Please select why the candidate is declined");
    await plan({ status: declined, declineReasonId: await idOf("No fit") });
    await staff.send("BulkRunJob", { ...scope, jobId: "job-of-test" });
    await expect
      .poll(() => Promise.all(ids.map(reasonOf)), { timeout: 20_000 })
      .toEqual(["No fit", "No fit"]);
  });
});

describe("PIPE-06 PIPE-11 40 of 300 declines for one reason are undone", () => {
  const place = { organizationIds: [scope.organizationId], customerIds: [customerId] };
  const declinedFor = async () =>
    (await staff.result("DatalakeDeclineReasonSplit", { filter: place })).data.map(
      ({ label, count }) => `${label}: ${count}`,
    );
  const jobEnded = (jobId: string) =>
    expect
      .poll(async () => (await staff.result("BulkGetJob", { ...scope, jobId })).state, {
        timeout: 50_000,
        interval: 20,
      })
      .toBe("DONE");

  /** Each case declines all with the reason, then undoes the first 40. */
  const ways = {
    "of ticked rows": async (ids: string[], reason: string) => {
      const changedAt = (await give(ids, reason)).result[0]?.changedAt;
      expect(await declinedFor()).toEqual(["No fit: 300"]);
      world.pass(60_000);
      const some = { _ids: ids.slice(0, 40), changedAt, ...scope };
      expect(await staff.result("AppsUndoApplicationStatus", some)).toHaveLength(40);
      return ["AppsUpdateApplicationStatus", "AppsUndoApplicationStatus"];
    },
    "of all that match": async (ids: string[], declineReasonId: string) => {
      const filter = { ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 };
      const change = { status: declined, declineReasonId };
      await staff.send("BulkPlanApplications", { jobId: "declines", filter, change });
      const planned = await staff.result("BulkGetJob", {
        ...scope,
        jobId: "declines",
      });
      expect(planned).toMatchObject({ total: 300, declineReason: "No fit" });
      await staff.send("BulkRunJob", { ...scope, jobId: "declines" });
      await jobEnded("declines");
      expect(await declinedFor()).toEqual(["No fit: 300"]);
      world.pass(60_000);
      const result = await staff.result("BulkGetJobRows", {
        ...{ ...scope, jobId: "declines", skip: 0, limit: 500 },
      });
      const first = new Set(ids.slice(0, 40));
      const positions = result.data.filter(({ rowId }) => first.has(rowId)).map(({ position }) => position);
      await staff.send("BulkPlanUndo", { ...scope, jobId: "taken-back", undoOf: "declines", positions });
      expect(await staff.result("BulkGetJob", { ...scope, jobId: "taken-back" })).toMatchObject({
        ...{ total: 40, declineReason: null },
      });
      await staff.send("BulkRunJob", { ...scope, jobId: "taken-back" });
      await jobEnded("taken-back");
      return ["BulkRunJob", "BulkRunJob"];
    },
  };

  test.each(Object.entries(ways))(
    "%s: lists, histories, the record and Insights agree at once",
    async (_, declineAndUndo) => {
      await save("REQUIRED", { name: "No fit" });
      const reason = await idOf("No fit");
      const ids = Array.from({ length: 300 }, () => addApplication(db).id);
      const from = lastPlace(db);
      world.pass(1000);
      const operations = await declineAndUndo(ids, reason);

      const count = db.statement<{ status: string; count: number }>(
        "SELECT status, COUNT(*) AS count FROM applications GROUP BY status ORDER BY status",
      );
      expect(count.all()).toEqual([
        { status: declined, count: 260 },
        { status: "APPS_APPLICATION_NEW", count: 40 },
      ]);
      expect(await declinedFor()).toEqual(["No fit: 260"]);
      const [back = "", kept = ""] = [ids[39], ids[40]];
      expect(await thread(kept)).toMatchObject({
        application: { status: declined, declineReason: "No fit" },
      });
      const { application, entries } = await thread(back);
      expect(application).toMatchObject({ status: "APPS_APPLICATION_NEW", declineReason: null });
      expect(entries.filter(({ kind }) => kind === "STATUS").map(({ after }) => after)).toEqual(
        expect.arrayContaining([declined, "APPS_APPLICATION_NEW"]),
      );
      expect(entries.every(({ declineReason }) => declineReason === null)).toBe(true);
      // Messages wait for the 260 only; the 40 are in the entry of their undo.
      const waiting = db.statement<{ count: number }>(
        `SELECT COUNT(*) AS count FROM decline_messages AS d
         JOIN applications AS a ON a.id = d.applicationId WHERE a.status = ?`,
      );
      expect(waiting.get(declined)?.count).toBe(260);
      const written = entriesAfter(db, from).filter(({ operation }) => operations.includes(operation));
      expect(written.map(({ source, objectCount }) => [source, objectCount])).toEqual([
        [expect.stringMatching(/CONSOLE|BULK/), expect.any(Number)],
        ["UNDO", expect.any(Number)],
      ]);
      const inRecord = db.statement<{ count: number }>(
        "SELECT COUNT(*) AS count FROM record_objects WHERE seq = ? AND kind = 'APPLICATION'",
      );
      expect(written.map(({ seq }) => inRecord.get(seq)?.count)).toEqual([300, 40]);
    },
    90_000,
  );
});

test("PIPE-06 Insights counts the candidates declined for each reason in a period, except undone declines", async () => {
  await save("OPTIONAL", { name: "No fit" }, { name: "Far" }, { name: "Old" });
  const [fit, far] = [await idOf("No fit"), await idOf("Far")];
  const ids = Array.from({ length: 3 }, () => addApplication(db).id);
  await give(ids.slice(0, 2), fit);
  const undone = (await give(ids.slice(2), far)).result[0]?.changedAt;
  await staff.send("AppsUndoApplicationStatus", { _ids: ids.slice(2), changedAt: undone, ...scope });
  const until = new Date(world.now()).toISOString();
  world.pass(60_000);
  await give(ids.slice(2), far);
  const place = { organizationIds: [scope.organizationId], customerIds: [customerId] };
  const count = async (filter: object = {}) => {
    const { error, result } = await staff.send("DatalakeDeclineReasonSplit", {
      filter: { ...place, ...filter },
    });
    return error ?? result.data.map(({ label, count }) => `${label}: ${count}`).join(", ");
  };
  expect(await count()).toBe("No fit: 2, Far: 1, Old: 0");
  expect(await count({ declinedAtTo: until })).toBe("No fit: 2, Far: 0, Old: 0");
  expect(await count({ declinedAtFrom: new Date(world.now()).toISOString() })).toContain("No fit: 0, Far: 1");
  expect(await count({ externalCohortIds: [externalIdOf("main")] })).toContain("No fit: 2");
  expect(await count({ externalCohortIds: ["another"] })).toContain("No fit: 0");
  await save("NEVER", { _id: fit, name: "No fit", isArchived: true });
  expect(await count()).toBe("No fit: 2, Far: 1");
});
