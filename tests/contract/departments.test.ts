import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../regional-api/store/sql";
import { withoutReferences } from "./fixtures/engine";
import { signedIn, type Client } from "./fixtures/client";
import { department } from "./fixtures/org-operations";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, ids, people, rootId } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
let admin: Client;
let staff: Client;
beforeEach(async () => {
  [admin, staff] = await Promise.all([signedIn(world.app, "admin"), signedIn(world.app, "staff")]);
});

const root = rootId(ids.retail);
const sydney = () => world.databases.region("ap-southeast-2");

type Nodes = { _id: string; name: string; parentId: string }[];
type Saved = { updated: Nodes; created: Nodes; archived: Nodes };

const save = (client: Client, hierarchies: object[], version = 0) =>
  client.send("ORGUpdateHierarchies", { hierarchies, version });
async function saved(hierarchies: object[], version = 0): Promise<Saved> {
  const { data, error, message } = await save(admin, hierarchies, version);
  expect(error, message).toBeUndefined();
  return data["ORGUpdateHierarchies"] as Saved;
}

type Tree = { id: string; name: string; children: Tree[] };
async function tree(): Promise<Tree> {
  const nested =
    "id name children { id name children { id name children { id name children { id name } } } }";
  const document = `query ($filter: IDPHierarchyTreeFilter!) { IDPGetHierarchyTree(filter: $filter) { customerId rootHierarchy { ${nested} } createdAt updatedAt archivedAt } }`;
  const { data } = await admin.call(document, { filter: { customerId: ids.retail } });
  return (data["IDPGetHierarchyTree"] as { rootHierarchy: Tree }).rootHierarchy;
}
const names = (node: Tree): unknown => [node.name, ...node.children.map(names)];

/** Removes from a department what would prevent archiving it. */
const empty = (id: string) => {
  for (const table of ["users", "groups", "vacancies"])
    sydney().statement(`UPDATE ${table} SET hierarchyId = ? WHERE hierarchyId = ?`).run(root, id);
};

describe("reading", () => {
  test("DEPT-04 DEPT-06 the tree of a customer, without archived departments", async () => {
    const result = await admin.result("IDPGetHierarchyTree", {
      filter: { customerId: ids.retail },
    });
    expect(result).toEqual({
      customerId: ids.retail,
      rootHierarchy: {
        id: root,
        name: "Acme Retail",
        users: expect.any(Number),
        vacancies: expect.any(Number),
        children: [{ id: ids.department, name: "Department 1" }],
      },
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      archivedAt: null,
    });
  });

  test("DEPT-04 with the users and vacancies of each department that the caller may list there", async () => {
    const read = (client: Client) =>
      client.result("IDPGetHierarchyTree", { filter: { customerId: ids.retail } });
    const activeIn = (table: string) =>
      sydney()
        .statement<{ count: number }>(
          `SELECT count(*) AS count FROM ${table} WHERE hierarchyId = ? AND archivedAt IS NULL`,
        )
        .get(root)?.count;
    expect(await read(admin)).toMatchObject({
      rootHierarchy: { users: activeIn("users"), vacancies: activeIn("vacancies") },
    });
    expect(activeIn("users")).toBeGreaterThan(0);
    expect(await read(await signedIn(world.app, "recruiter"))).toMatchObject({
      rootHierarchy: { users: null, vacancies: activeIn("vacancies") },
    });
  });

  test("USER-86 DEPT-35 counts and changes require the right to edit, on the customer in question", async () => {
    const outsider = await signedIn(world.app, "globexAdmin");
    for (const [name, variables] of [
      ["ORGGetHierarchyUsage", { customerId: ids.retail, hierarchyIds: [root] }],
      ["ORGGetHierarchyChanges", { customerId: ids.retail, sinceVersion: 0 }],
    ] as const)
      expect((await outsider.send(name, variables)).error).toBe("Not Found Error");
    const result = await admin.result("ORGGetHierarchyUsage", {
      customerId: ids.retail,
      hierarchyIds: [root, rootId(ids.globexSydney), ids.oldDepartment],
    });
    expect(result.map(({ _id }) => _id)).toEqual([root]);
  });
});

describe("saving", () => {
  test("DEPT-09 DEPT-10 DEPT-24 DEPT-25 renames, adds below a new one, moves and removes in one save", async () => {
    empty(ids.subDepartment);
    const answer = await saved([
      department({ _id: root, parentId: null, name: " Retail " }),
      department({ _id: "new-2", parentId: "new-1", name: "Below" }),
      department({ _id: "new-1", parentId: ids.department, name: "New" }),
      department({ _id: ids.subDepartment, parentId: ids.department, name: "x", archivedAt: new Date() }),
    ]);
    expect(answer.updated).toMatchObject([{ _id: root, name: "Retail", parentId: null }]);
    expect(answer.archived).toEqual([{ _id: ids.subDepartment }]);
    expect(answer.created.map(({ name }) => name)).toEqual(["New", "Below"]);
    expect(answer.created[0]?._id).toMatch(/^[0-9a-f]{24}$/);
    expect(names(await tree())).toEqual(["Retail", ["Department 1", ["New", ["Below"]]]]);
  });

  test("DEPT-11 siblings take the sent positions, others stay where they are", async () => {
    await saved([
      department({ _id: "new-a", parentId: root, name: "A" }),
      department({ _id: "new-b", parentId: root, name: "B" }),
    ]);
    const before = await tree();
    expect(before.children.map(({ name }) => name)).toEqual(["Department 1", "A", "B"]);
    const [, a, b] = before.children;
    await saved([department({ _id: b?.id, parentId: a?.id, name: "B" })], 1);
    await saved([department({ _id: ids.department, position: 9 })], 2);
    expect(names(await tree())).toEqual(["Acme Retail", ["A", ["B"]], ["Department 1", ["Department 2"]]]);
  });

  test("DEPT-14 DEPT-25 removing a department removes all below it; what was not sent stays", async () => {
    [ids.department, ids.subDepartment].forEach(empty);
    await saved([department({ _id: "new-a", name: "Theirs" })]);
    const answer = await saved([department({ archivedAt: new Date() })], 1);
    expect(answer.archived.map(({ _id }) => _id).sort()).toEqual([ids.department, ids.subDepartment].sort());
    expect(names(await tree())).toEqual(["Acme Retail", ["Theirs"]]);
  });

  const deep = ["3", "4", "5", "6"].map((level) =>
    department({
      _id: `new-${level}`,
      parentId: level === "3" ? ids.subDepartment : `new-${Number(level) - 1}`,
      name: level,
    }),
  );
  test.each([
    ["DEPT-15 DEPT-28", "Departments can have at most 5 levels.", deep],
    ["DEPT-15 DEPT-28", "There can be only one root department.", [department({ parentId: null })]],
    ["DEPT-28", "There can be only one root department.", [department({ _id: root })]],
    [
      "DEPT-12 DEPT-28",
      "A department cannot be inside itself.",
      [department({ parentId: ids.subDepartment })],
    ],
    ["DEPT-18 DEPT-28", "Please enter a department name", [department({ name: "  " })]],
    [
      "DEPT-19 DEPT-28",
      "Please keep the department name within 100 characters",
      [department({ name: "n".repeat(101) })],
    ],
    [
      "DEPT-14",
      "The root department cannot be removed.",
      [department({ _id: root, parentId: null, archivedAt: new Date() })],
    ],
    ["DEPT-24", "A department is named more than once.", [department(), department()]],
  ])("%s refused: %s", async (_rows, message, hierarchies) => {
    const before = snapshot(world.databases);
    expect(await save(admin, hierarchies)).toMatchObject({ error: "Validation Error", message });
    expect(snapshot(world.databases)).toBe(before);
  });

  test("DEPT-15 DEPT-19 accepts five levels and 100 characters as people see them", async () => {
    await saved(deep.slice(0, 2));
    await saved([department({ name: "👩‍👩‍👧‍👦".repeat(100) })], 1);
  });

  test.each([
    ["active", "NULL"],
    ["archived", "1"],
  ])("DEPT-29 a department with %s is not archived", async (_state, archivedAt) => {
    for (const table of ["users", "groups", "vacancies"] as const) {
      [ids.department, ids.subDepartment].forEach(empty);
      sydney()
        .statement(
          `UPDATE ${table} SET hierarchyId = ?, archivedAt = ${archivedAt} WHERE id = (SELECT id FROM ${table} WHERE customerId = ? ORDER BY id LIMIT 1)`,
        )
        .run(ids.subDepartment, ids.retail);
      const answer = await save(admin, [department({ archivedAt: new Date() })]);
      expect(answer).toMatchObject({ error: "Conflict Error", message: "This department is still in use." });
    }
  });

  test("GEN-16 USER-86 ids of other customers cannot be changed, nor a department moved to one", async () => {
    const head = await signedIn(world.app, "departmentHead");
    const before = snapshot(world.databases);
    const foreign = { customerId: ids.globexSydney, organizationId: ids.globex };
    for (const hierarchies of [
      [department({ _id: rootId(ids.globexSydney), parentId: null })],
      [department({ parentId: rootId(ids.globexSydney) })],
      [department(), department({ _id: rootId(ids.globexSydney), ...foreign })],
      [department({ ...foreign })],
      [department({ organizationId: ids.globex })],
      [department({ _id: ids.oldDepartment })],
      [department({ _id: "0".repeat(24) })],
      [],
    ])
      expect((await save(admin, hierarchies)).error).toBe("Not Found Error");
    expect((await save(head, [department({ name: "Mine" })])).error).toBe("FORBIDDEN");
    expect(snapshot(world.databases)).toBe(before);
  });

  test("DEPT-32 DEPT-55 the second of two savers changes nothing and can read the first one's changes", async () => {
    await saved([department({ name: "Theirs" })]);
    const late = await save(staff, [department({ name: "Mine" })]);
    expect(late).toMatchObject({ code: "CONFLICT", conflict: { version: 1, changedBy: "admin Test" } });
    const result = await staff.result("ORGGetHierarchyChanges", {
      customerId: ids.retail,
      sinceVersion: 0,
    });
    expect(result).toEqual([
      {
        version: 1,
        _id: ids.department,
        kind: "RENAMED",
        name: "Theirs",
        before: "Department 1",
        after: "Theirs",
        changedBy: "admin Test",
      },
    ]);
    const ofThese = async (hierarchyIds: string[]) =>
      (
        await staff.call(
          "query ($customerId: ID!, $of: [ID!]) { ORGGetHierarchyChanges(customerId: $customerId, sinceVersion: 0, hierarchyIds: $of) { _id } }",
          { customerId: ids.retail, of: hierarchyIds },
        )
      ).data["ORGGetHierarchyChanges"];
    expect(await ofThese([ids.department])).toEqual([{ _id: ids.department }]);
    expect(await ofThese([ids.subDepartment])).toEqual([]);
  });

  test("DEPT-36 refuses a move that would grant more rights than the mover holds", async () => {
    // The department's head has a right there that the mover has nowhere.
    const right = { effect: "Allow", actions: ["edge:unheardOf"] } as const;
    addGroup(sydney(), "retail", people.departmentHead, [
      { ...right, resources: [`edge:edge:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`] },
    ]);
    await saved([department({ _id: "new-a", name: "Elsewhere" })]);
    const elsewhere = (await tree()).children.find(({ name }) => name === "Elsewhere")?.id;
    const into = [
      department({ _id: elsewhere, parentId: ids.department, name: "Elsewhere" }),
      department({ _id: ids.subDepartment, parentId: ids.department, name: "Renamed" }),
    ];
    // Reported before asking, and only for the department that is moved.
    const movesBeyond = async (client: Client) =>
      (await client.send("ORGGetHierarchyMovesBeyond", { hierarchies: into })).data;
    expect(await movesBeyond(admin)).toEqual({ ORGGetHierarchyMovesBeyond: [elsewhere] });
    expect(await movesBeyond(staff)).toEqual({ ORGGetHierarchyMovesBeyond: [] });
    expect(await save(admin, into, 1)).toMatchObject({
      error: "FORBIDDEN",
      message: expect.stringContaining("rights that you have yourself"),
    });
    expect((await save(staff, into, 1)).error).toBeUndefined();
  });

  test("DEPT-36 a right on the target, or on the source, is not a right on the moved department", async () => {
    await saved([department({ _id: "new-a", name: "Elsewhere" })]);
    const elsewhere = (await tree()).children.find(({ name }) => name === "Elsewhere")?.id ?? "";
    const on = (id: string) => [`edge:apps:ap-southeast-2:${ids.acme}:${ids.retail}:${id}`];
    const right = { effect: "Allow", actions: ["apps:unheardOf"] } as const;
    const into = [department({ _id: elsewhere, parentId: ids.department, name: "Elsewhere" })];
    // The mover's own right on the target only: the move would extend it.
    addGroup(sydney(), "retail", people.admin, [{ ...right, resources: on(ids.department) }]);
    admin = await signedIn(world.app, "admin");
    expect(await save(admin, into, 1)).toMatchObject({ error: "FORBIDDEN" });
    // With the right on the moved department as well, the move grants nothing.
    addGroup(sydney(), "retail", people.admin, [{ ...right, resources: on(elsewhere) }]);
    admin = await signedIn(world.app, "admin");
    expect((await save(admin, into, 1)).error).toBeUndefined();
  });

  test("DEPT-36 groups of other customers and regions, and a Deny on people with more rights count as well", async () => {
    await saved([department({ _id: "new-a", name: "Elsewhere" })]);
    const elsewhere = (await tree()).children.find(({ name }) => name === "Elsewhere")?.id ?? "";
    const on = (id: string) => [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:${id}`];
    const into = [department({ _id: elsewhere, parentId: ids.department, name: "Elsewhere" })];
    const right = { effect: "Allow", actions: ["apps:unheardOf"], resources: on(ids.department) } as const;
    const groups = [
      { db: sydney(), id: addGroup(sydney(), "bank", people.recruiter, [right]) },
      ...(["eu-west-1"] as const).map((region) => {
        const db = world.databases.region(region);
        // Its member does not exist in that region; only the policy matters.
        return {
          db,
          id: withoutReferences(db, () => addGroup(db, "ireland", people.recruiter, [right])),
        };
      }),
    ];
    for (const { db, id } of groups) {
      expect(await save(admin, into, 1)).toMatchObject({ error: "FORBIDDEN" });
      db.run(sql.deleteFrom("group_policies").where("groupId", "=", id));
    }
    const denied = { effect: "Deny", actions: ["org:listUser"], resources: on(ids.department) } as const;
    const id = addGroup(sydney(), "retail", people.staff, [denied]);
    expect(await save(admin, into, 1)).toMatchObject({ error: "FORBIDDEN" });
    sydney().run(sql.deleteFrom("group_members").where("groupId", "=", id));
    expect((await save(admin, into, 1)).error).toBeUndefined();
  });
});
