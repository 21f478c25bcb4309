import { describe, expect, test } from "vitest";
import { retail } from "./fixtures/ids";
import { useClient, useWorld } from "./fixtures/use-world";
import { option, workflows, workflowSets, setValues } from "./fixtures/workflows";
import { ids, rootId } from "./fixtures/world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const db = () => world.databases.region("ap-southeast-2");

const read = (workflowSetId: string) => staff.send("AppsGetWorkflowSetById", { ...retail, workflowSetId });
const update = (changes: object = {}) =>
  staff.send("AppsUpdateWorkflowSet", {
    ...retail,
    _id: workflowSets.store,
    ...setValues("Renamed"),
    ...changes,
  });
const isTaken = (name: string) =>
  staff.result("AppsCheckWorkflowSetNameDuplicatedByName", { ...retail, name });

describe("reading", () => {
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

  test("WFS-19 WFS-20 a name is taken in any case, with surrounding spaces, and by archived sets too", async () => {
    for (const name of ["Store", " sTORE ", "café", "CHRISTMAS"])
      expect([name, await isTaken(name)]).toEqual([name, true]);
    for (const name of ["Cafe", "Elsewhere", "St ore", ""])
      expect([name, await isTaken(name)]).toEqual([name, false]);
  });
});

describe("changing", () => {
  test("WFS-20 may keep its own name, but not take another's", async () => {
    expect((await update({ name: "STORE" })).error).toBeUndefined();
    expect((await update({ name: "Café" })).message).toContain("Workflow set name already in use");
  });

  test("WF-15 an archived workflow may stay in a set that has it", async () => {
    const both = [option("chatThenVideo", "Both", { isDefault: true }), option("archived", "Kept")];
    expect((await update({ workflowOptions: both })).error).toBeUndefined();
    const elsewhere = await update({ _id: workflowSets.office, name: "Café", workflowOptions: both });
    expect(elsewhere.message).toContain("Please select a workflow");
  });
});

test("WFS-13 archiving a set leaves its workflows unchanged", async () => {
  const before = db().statement("SELECT * FROM workflows").all();
  for (const name of ["AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"])
    expect(await staff.result(name, { ...retail, workflowSetIds: [workflowSets.store] })).toHaveLength(1);
  expect(db().statement("SELECT * FROM workflows").all()).toEqual(before);
});
