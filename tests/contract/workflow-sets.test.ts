import { beforeEach, describe, expect, test } from "vitest";
import { type Client, signedIn } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { documentOf } from "./fixtures/operations";
import { snapshot } from "./fixtures/snapshot";
import { retail } from "./fixtures/ids";
import { useWorld } from "./fixtures/use-world";
import { option, workflows, workflowSets, setValues } from "./fixtures/workflows";
import { ids, people, rootId } from "./fixtures/world";
import { entriesAfter, entriesOf } from "./fixtures/record";

const world = useWorld("each test");
let staff: Client;
beforeEach(async () => {
  staff = await signedIn(world.app, "staff");
});

const db = () => world.databases.region("ap-southeast-2");

interface SetAnswer {
  _id: string;
  name: string;
  version: number;
  description: string;
  archivedAt: string | null;
  updatedAt: string;
  workflowOptions: object[];
  workflows: { _id: string; name: string }[];
}
interface ListAnswer {
  data: SetAnswer[];
  pagination: object;
}

async function run<Result>(name: string, variables: object, client = staff) {
  const given = withVersion(world.databases, name, variables as Record<string, unknown>);
  const answer = await client.call(documentOf(name), given);
  return { ...answer, result: answer.data[name] as Result };
}
const list = async (more: object = {}) =>
  (await run<ListAnswer>("AppsGetWorkflowSetList", { ...retail, skipEq: 0, limitEq: 30, ...more })).result;
const names = async (more?: object) => (await list(more)).data.map(({ name }) => name);
const read = (workflowSetId: string) =>
  run<SetAnswer>("AppsGetWorkflowSetById", { ...retail, workflowSetId });
const create = (changes: object = {}) =>
  run<{ _id: string }>("AppsCreateWorkflowSet", { ...retail, ...setValues("New one"), ...changes });
const update = (changes: object = {}) =>
  run<{ _id: string }>("AppsUpdateWorkflowSet", {
    ...retail,
    _id: workflowSets.store,
    ...setValues("Renamed"),
    ...changes,
  });
const isTaken = async (name: string) =>
  (await run<boolean>("AppsCheckWorkflowSetNameDuplicatedByName", { ...retail, name })).result;
const archived = { workflowSetFilter: { isArchived: true } };

describe("reading", () => {
  test("WFS-09 WFS-11 the active or the archived sets, paged, by each sort", async () => {
    expect(await names()).toEqual(["Café", "Store"]);
    expect((await list()).pagination).toMatchObject({
      totalPages: 1,
      currentPage: 1,
      pageSize: 30,
      totalItems: 2,
    });
    expect(await names(archived)).toEqual(["Christmas"]);
    const by = (fieldName: string, order: string) => names({ sort: { fieldName, order } });
    expect(await by("name", "desc")).toEqual(["Store", "Café"]);
    expect(await by("workflowsCount", "desc")).toEqual(["Store", "Café"]);
    expect(await by("createdAt", "asc")).toEqual(["Store", "Café"]);
    expect(await names({ ...archived, sort: { fieldName: "archivedAt", order: "asc" } })).toEqual([
      "Christmas",
    ]);
    expect(await names({ skipEq: 1, limitEq: 1 })).toEqual(["Store"]);
    const unknown = await run("AppsGetWorkflowSetList", {
      ...retail,
      skipEq: 0,
      limitEq: 30,
      sort: { fieldName: "description", order: "asc" },
    });
    expect(unknown.error).toBe("Validation Error");
  });

  test("GEN-95 a search finds parts of names without case and accents, and counts what it finds", async () => {
    const search = (searchText: string, isArchived = false) => ({
      workflowSetFilter: { searchText, isArchived },
    });
    expect(await names(search("CAFE "))).toEqual(["Café"]);
    expect((await list(search("o"))).pagination).toMatchObject({ totalItems: 1, totalPages: 1 });
    expect(await names(search("christ"))).toEqual([]);
    expect(await names(search("christ", true))).toEqual(["Christmas"]);
    expect(await names(search(" "))).toEqual(["Café", "Store"]);
    const long = { ...retail, skipEq: 0, limitEq: 30, ...search("x".repeat(201)) };
    expect((await run("AppsGetWorkflowSetList", long)).error).toBe("Validation Error");
  });

  test("WFS-47 WFS-48 one set with its workflows, stages and triggers; none of another customer's", async () => {
    const { result } = await read(workflowSets.store);
    expect(result).toMatchObject({
      _id: workflowSets.store,
      description: "About Store",
      customerId: ids.retail,
      organizationId: ids.acme,
      hierarchyId: rootId(ids.retail),
      version: 1,
      archivedAt: null,
      workflowOptions: [option("chatThenVideo", "Both", { isDefault: true }), option("archived", "Old one")],
      workflows: [
        { _id: workflows.chatThenVideo, archivedAt: null, stages: [{ product: "FI", triggers: [] }, {}] },
        // WF-15: an archived workflow stays in its sets.
        { _id: workflows.archived, archivedAt: expect.any(String) as string },
      ],
    });
    expect((await read(workflowSets.foreign)).error).toBe("Not Found Error");
  });

  test("WFS-19 WFS-20 a name is taken in any case, with outer spaces, by archived sets too", async () => {
    for (const name of ["Store", " sTORE ", "café", "CHRISTMAS"])
      expect([name, await isTaken(name)]).toEqual([name, true]);
    for (const name of ["Cafe", "Elsewhere", "St ore", ""])
      expect([name, await isTaken(name)]).toEqual([name, false]);
  });
});

test("GEN-17 a set follows the permissions of workflows: a customer admin has all but to edit", async () => {
  const admin = await signedIn(world.app, "admin");
  const page = { ...retail, skipEq: 0, limitEq: 30 };
  expect((await run("AppsGetWorkflowSetList", page, admin)).error).toBeUndefined();
  const made = await run<{ _id: string }>(
    "AppsCreateWorkflowSet",
    { ...retail, ...setValues("Made") },
    admin,
  );
  const { _id } = made.result;
  const one = { ...retail, workflowSetId: _id };
  expect((await run("AppsGetWorkflowSetById", one, admin)).error).toBeUndefined();
  const many = { ...retail, workflowSetIds: [_id] };
  for (const name of ["AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"])
    expect((await run(name, many, admin)).error).toBeUndefined();
  const edit = { ...retail, _id, ...setValues("Edited") };
  expect((await run("AppsUpdateWorkflowSet", edit, admin)).error).toBe("FORBIDDEN");
  const nobody = await signedIn(world.app, "noAccess");
  expect((await run("AppsGetWorkflowSetList", page, nobody)).error).toBe("FORBIDDEN");
});

describe("creating", () => {
  test("WFS-33 WFS-39 stores what was sent, trimmed, as version 1, by whom in the record", async () => {
    const { result, error } = await create({ name: " New one ", description: null });
    expect(error).toBeUndefined();
    expect((await read(result._id)).result).toMatchObject({
      name: "New one",
      description: "",
      version: 1,
      workflowOptions: setValues("").workflowOptions,
    });
    const [entry, ...others] = entriesOf(db(), "WORKFLOW_SET", result._id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: "CREATED",
      objectName: "New one",
      actorId: people.staff,
      customerId: ids.retail,
    });
  });

  const first = option("chat", "Chat", { isDefault: true });
  test.each<[string, object, string]>([
    ["a blank name", { name: " " }, "Please enter workflow name"],
    ["an overlong name", { name: "x".repeat(26) }, "Please keep the workflow set name within 25 characters"],
    ["a taken name", { name: "STORE" }, "Workflow set name already in use"],
    ["the name of an archived set", { name: "christmas " }, "Workflow set name already in use"],
    [
      "an overlong description",
      { description: "x".repeat(701) },
      "Please keep the description within 700 characters",
    ],
    ["no workflow", { workflowOptions: [] }, "Please select a workflow"],
    [
      "a workflow of another customer",
      { workflowOptions: [option("foreign", "A", { isDefault: true })] },
      "Please select a workflow",
    ],
    [
      "an archived workflow",
      { workflowOptions: [option("archived", "A", { isDefault: true })] },
      "Please select a workflow",
    ],
    [
      "a blank display name",
      { workflowOptions: [{ ...first, displayName: " " }] },
      "Please enter workflow display name",
    ],
    [
      "an overlong display name",
      { workflowOptions: [{ ...first, displayName: "x".repeat(26) }] },
      "Please keep the display name within 25 characters",
    ],
    [
      "one workflow twice",
      { workflowOptions: [first, option("chat", "Other")] },
      "Workflow set cannot contain duplicate workflows",
    ],
    [
      "one display name twice",
      { workflowOptions: [first, option("chatThenVideo", " Chat")] },
      "Workflows cannot have the same display name",
    ],
    ["no default", { workflowOptions: [option("chat", "Chat")] }, "exactly one default"],
    [
      "two defaults",
      { workflowOptions: [first, option("chatThenVideo", "B", { isDefault: true })] },
      "exactly one default",
    ],
  ])("WFS-20 WFS-39 the API refuses %s", async (_what, changes, message) => {
    const before = snapshot(world.databases);
    const answer = await create(changes);
    expect([answer.error, answer.message]).toEqual(["Validation Error", expect.stringContaining(message)]);
    expect(snapshot(world.databases)).toEqual(before);
  });

  test("WFS-18 WFS-24 as many characters as people see may be used", async () => {
    const family = "👨‍👩‍👧‍👦".repeat(25);
    const answer = await create({ name: family, workflowOptions: [{ ...first, displayName: family }] });
    expect(answer.error).toBeUndefined();
  });
});

describe("changing", () => {
  test("WFS-39 raises the version by 1, each time", async () => {
    await update();
    expect((await read(workflowSets.store)).result).toMatchObject({ name: "Renamed", version: 2 });
    await update({ name: "Renamed again" });
    expect((await read(workflowSets.store)).result).toMatchObject({ name: "Renamed again", version: 3 });
  });

  test("WFS-20 its own name is not taken, another's is", async () => {
    expect((await update({ name: "STORE" })).error).toBeUndefined();
    expect((await update({ name: "Café" })).message).toContain("Workflow set name already in use");
  });

  test("WF-15 an archived workflow may stay in the set that has it", async () => {
    const both = [option("chatThenVideo", "Both", { isDefault: true }), option("archived", "Kept")];
    expect((await update({ workflowOptions: both })).error).toBeUndefined();
    const elsewhere = await update({ _id: workflowSets.office, name: "Café", workflowOptions: both });
    expect(elsewhere.message).toContain("Please select a workflow");
  });

  test("GEN-25 not an archived one, and none of another customer's", async () => {
    expect(await update({ _id: workflowSets.archived })).toMatchObject({
      error: "Conflict Error",
      message: "An archived workflow set cannot be changed",
    });
    expect((await update({ _id: workflowSets.foreign })).error).toBe("Not Found Error");
  });
});

describe("archiving and restoring", () => {
  const move = (name: string, workflowSetIds: string[], more: object = {}) =>
    run<{ _id: string; changedAt: string | null }[]>(name, { ...retail, workflowSetIds, ...more });

  test("WFS-12 WFS-13 one or many, all or none; the workflows stay as they are", async () => {
    const before = db().statement("SELECT * FROM workflows").all();
    const both = [workflowSets.store, workflowSets.office];
    const { result } = await move("AppsArchiveWorkflowSet", both);
    expect(result.map(({ _id }) => _id)).toEqual(both);
    expect(await names()).toEqual([]);
    expect((await move("AppsArchiveWorkflowSet", [workflowSets.store])).result).toEqual([]);
    await move("AppsRestoreWorkflowSet", [workflowSets.office]);
    expect(await names()).toEqual(["Café"]);
    const foreign = await move("AppsRestoreWorkflowSet", [workflowSets.store, workflowSets.foreign]);
    expect(foreign.error).toBe("Not Found Error");
    expect(await names()).toEqual(["Café"]);
    expect(db().statement("SELECT * FROM workflows").all()).toEqual(before);
    const entries = entriesAfter(db()).filter(({ kind }) => kind === "WORKFLOW_SET");
    expect(entries.map(({ action, objectCount, source }) => [action, objectCount, source])).toEqual([
      ["ARCHIVED", 2, "BULK"],
      ["RESTORED", 1, "CONSOLE"],
    ]);
  });

  test("WFS-12 what was changed since is not restored by an Undo", async () => {
    const archiving = await move("AppsArchiveWorkflowSet", [workflowSets.office]);
    const unchangedSince = archiving.result[0]?.changedAt;
    world.pass(1_000);
    db()
      .statement("UPDATE workflow_sets SET updatedAt = ? WHERE id = ?")
      .run(world.now(), workflowSets.office);
    expect((await move("AppsRestoreWorkflowSet", [workflowSets.office], { unchangedSince })).result).toEqual(
      [],
    );
  });
});
