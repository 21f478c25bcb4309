/** Answers about one action of one user (USER-122) and what groups allow (GRP-65), against what calls are really allowed. */
import { describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../regional-api/core/policy";
import { statementLine, statementOfLine } from "../../regional-api/areas/policies/policies.record";
import { sql } from "../../regional-api/store/sql";
import { type Client, signedIn } from "./fixtures/client";
import { vacancies } from "./fixtures/hiring";
import { useClient, useWorld } from "./fixtures/use-world";
import { newVacancy } from "./fixtures/vacancy-operations";
import { addGroup, ids, people, type Person, retail, rootId, scopeOf } from "./fixtures/world";
import type { ResultOf } from "./fixtures/results";

const world = useWorld("each test");
const admin = useClient(world, "admin", "each test");
const sydney = () => world.databases.region("ap-southeast-2");

const departments = [rootId(ids.retail), ids.department, ids.subDepartment];

type Answer = ResultOf<"ORGGetPermissionAnswer">;

const getAnswer = (client: Client, person: Person, action: string, departmentId?: string) =>
  client.send("ORGGetPermissionAnswer", {
    filter: { _id: people[person], ...retail },
    action,
    departmentId,
  });
async function answer(person: Person, action: string, departmentId?: string, client: Client = admin) {
  const { data, error } = await getAnswer(client, person, action, departmentId);
  expect(error).toBeUndefined();
  return data["ORGGetPermissionAnswer"] as Answer;
}

/** A call of the action at a department, by operation and variables. None of them changes anything. */
const calls: Readonly<Record<string, (hierarchyId: string) => [string, Record<string, unknown>]>> = {
  "User Management - Create user": (hierarchyId) => [
    "ORGCreateEndUser",
    { user: { ...retail, hierarchyId, firstName: "", lastName: "", email: "", groupIds: [] } },
  ],
  "User Management - Edit user": (hierarchyId) => ["ORGCreateGroup", { ...retail, hierarchyId, name: "" }],
  "User Management - View user details": () => [
    "ORGGetUser",
    { filter: { _id: people.newcomer, ...retail } },
  ],
  "Vacancy & Application Management - Create vacancy": (hierarchyId) => [
    "AppsCreateVacancy",
    { ...retail, ...newVacancy, hierarchyId, title: "" },
  ],
  "Vacancy & Application Management - View vacancy details": () => [
    "AppsGetVacancyById",
    { vacancyId: vacancies.main, ...retail },
  ],
};
const callsOnCustomer: Readonly<Record<string, [string, Record<string, unknown>]>> = {
  "Portal Access - Access to the console": ["ORGGetHierarchy", { filter: { _id: rootId(ids.retail) } }],
  "Customer Settings - View settings": ["AppsGetDeclineSetting", { customerId: ids.retail }],
  "Customer Settings - View the record of changes": ["AudGetEntries", { ...retail, skipEq: 0, limitEq: 1 }],
};

const isAdmitted = async (client: Client, [name, variables]: [string, Record<string, unknown>]) => {
  const { error } = await client.send(name, variables);
  return error !== "FORBIDDEN" && error !== "Not Found Error";
};

const place = (id: string) => `edge:*:*:${ids.acme}:${ids.retail}:${id}`;
const places = {
  customer: place(rootId(ids.retail)),
  department: place(ids.department),
  subDepartment: place(ids.subDepartment),
  everything: "*",
  elsewhere: `edge:*:*:${ids.acme}:${ids.bank}:*`,
};
const codes = [
  [
    "org:createUser",
    "org:editUser",
    "org:viewUser",
    "org:listUser",
    "apps:createVacancy",
    "apps:viewVacancy",
  ],
  ["edge:access", "org:viewSettings", "org:viewRecord", "org:viewUser", "org:editUser"],
  ["org:*", "apps:viewVacancy", "edge:access"],
  ["*"],
];
const denied = [["org:editUser", "apps:createVacancy", "edge:access"], ["org:*"], ["apps:viewVacancy", "*"]];

/** Sets of rules that allow a place, with every place denied in turn. */
function rulesOf(allowed: keyof typeof places): PolicyStatement[][] {
  const first = Object.keys(places).indexOf(allowed);
  return [undefined, ...Object.values(places)].map((taken, at) => {
    const pick = (some: readonly string[][]) => some[(first + at) % some.length] ?? [];
    const allow = { effect: "Allow" as const, actions: pick(codes), resources: [places[allowed]] };
    if (taken === undefined) return [allow];
    return [allow, { effect: "Deny" as const, actions: pick(denied), resources: [taken] }];
  });
}

/** Every question of the test below: each action at each department and at all of them. */
const questions = [
  ...Object.keys(calls).flatMap((action) => [...departments, undefined].map((at) => ({ action, at }))),
  // The department does not matter to an action on the whole customer.
  ...Object.keys(callsOnCustomer).map((action) => ({ action, at: ids.subDepartment })),
];
/** The answers to all questions, asked in few calls; one has at most 10 root fields. */
async function verdicts(): Promise<string[]> {
  const differences: string[] = [];
  for (let from = 0; from < questions.length; from += 10) {
    const part = questions
      .slice(from, from + 10)
      .map(
        ({ action, at }, index) =>
          `q${index}: ORGGetPermissionAnswer(filter: $filter, action: ${JSON.stringify(action)}, departmentId: ${JSON.stringify(at ?? null)}) { verdict }`,
      );
    const { data, error } = await admin.call(`query ($filter: ORGUserFilter!) { ${part.join(" ")} }`, {
      filter: { _id: people.noAccess, ...retail },
    });
    expect(error).toBeUndefined();
    differences.push(...part.map((_one, index) => (data[`q${index}`] as Answer).verdict));
  }
  return differences.map((verdict) =>
    verdict === "ALLOWED" ? "yes" : verdict === "PARTLY" ? "in part" : "no",
  );
}

describe("USER-122 the answer is what the guard decides", () => {
  test.each(Object.keys(places) as (keyof typeof places)[])(
    "with rights on %s and whatever is denied, a call is admitted if and only if the answer is yes",
    async (allowed) => {
      const caller = await signedIn(world.app, "noAccess");
      const move = (table: "users" | "vacancies", id: string, hierarchyId: string) =>
        sydney().run(sql.updateTable(table).set({ hierarchyId }).where("id", "=", id));
      for (const statements of rulesOf(allowed)) {
        const stored = JSON.stringify(statements);
        sydney().run(sql.updateTable("policies").set({ statements: stored }).where("id", "=", ids.policy));
        const admitted = new Map<string, boolean>();
        for (const at of departments) {
          move("users", people.newcomer, at);
          move("vacancies", vacancies.main, at);
          for (const [action, callAt] of Object.entries(calls))
            admitted.set(`${action} ${at}`, await isAdmitted(caller, callAt(at)));
        }
        for (const [action, call] of Object.entries(callsOnCustomer))
          admitted.set(`${action} ${ids.subDepartment}`, await isAdmitted(caller, call));
        const expected = ({ action, at }: (typeof questions)[number]) => {
          if (at !== undefined) return admitted.get(`${action} ${at}`) ? "yes" : "no";
          const each = departments.map((one) => admitted.get(`${action} ${one}`));
          return each.every(Boolean) ? "yes" : each.some(Boolean) ? "in part" : "no";
        };
        expect([stored, ...(await verdicts())]).toEqual([stored, ...questions.map(expected)]);
      }
    },
  );

  test("an archived person is allowed nothing, whatever their groups say", async () => {
    const action = "User Management - Edit user";
    expect(await answer("admin", action)).toMatchObject({ verdict: "ALLOWED" });
    sydney().run(sql.updateTable("users").set({ archivedAt: 1 }).where("id", "=", people.recruiter));
    const view = "Vacancy & Application Management - View vacancy list";
    expect(await answer("recruiter", view)).toMatchObject({ verdict: "DENIED", reasons: [] });
  });
});

describe("USER-123 the nearest reason", () => {
  const edit = "User Management - Edit user";
  const give = (...statements: PolicyStatement[]) =>
    addGroup(sydney(), "retail", people.newcomer, statements);
  const allow = (resource: string, ...actions: string[]) =>
    give({ effect: "Allow", actions, resources: [resource] });
  const reasonsAt = async (action: string, department?: string) =>
    (await answer("newcomer", action, department)).reasons.map(({ reason }) => [
      reason.effect,
      ...reason.places.map(({ kind, name }) => name ?? kind),
    ]);

  test("why not: nothing grants it, it is granted elsewhere, it is denied, or it needs the whole customer", async () => {
    expect(await answer("newcomer", edit)).toMatchObject({ verdict: "NOT_GIVEN", reasons: [] });
    allow(places.subDepartment, "org:editUser", "edge:access");
    expect(await answer("newcomer", edit, ids.department)).toMatchObject({ verdict: "DENIED" });
    expect(await reasonsAt(edit, ids.department)).toEqual([["Allow", "Department 2"]]);
    expect(await answer("newcomer", "Portal Access - Access to the console")).toMatchObject({
      verdict: "INEFFECTIVE",
      reasons: [{ reason: { effect: "Allow" } }],
    });
    allow(places.customer, "org:editUser");
    expect(await reasonsAt(edit, ids.department)).toEqual([["Allow", "CUSTOMER"]]);
    give({ effect: "Deny", actions: ["org:editUser"], resources: [places.department] });
    expect(await reasonsAt(edit, ids.subDepartment)).toEqual([["Deny", "Department 1"]]);
    expect(await answer("newcomer", edit)).toMatchObject({ verdict: "PARTLY" });
  });

  test("a group of the provider is not named, nor who added whom to it", async () => {
    const { verdict, reasons } = await answer("staff", edit);
    expect(verdict).toBe("ALLOWED");
    expect(reasons).toMatchObject([{ reason: { group: null, policy: null }, steps: [] }]);
  });

  test("refuses unknown actions, departments and people, and callers who may not see the person", async () => {
    expect((await getAnswer(admin, "newcomer", "Edit user")).error).toBe("Validation Error");
    for (const department of [ids.oldDepartment, rootId(ids.bank), rootId(ids.globexSydney), "unknown"])
      expect((await getAnswer(admin, "newcomer", edit, department)).error).toBe("Not Found Error");
    expect((await getAnswer(admin, "globexAdmin", edit)).error).toBe("Not Found Error");
    expect((await getAnswer(await signedIn(world.app, "recruiter"), "newcomer", edit)).error).toBe(
      "FORBIDDEN",
    );
    expect((await getAnswer(await signedIn(world.app, "globexAdmin"), "newcomer", edit)).error).toBe(
      "Not Found Error",
    );
  });
});

describe("USER-124 since when and by whom", () => {
  const edit = "User Management - Edit user";
  const statements = (...actions: string[]): PolicyStatement[] => [
    { effect: "Allow", actions, resources: [places.customer] },
  ];
  const steps = async (client: Client = admin) =>
    (await answer("newcomer", edit, undefined, client)).reasons[0]?.steps;
  const save = async (client: Client, ...actions: string[]) => {
    world.pass(60_000);
    await client.result("CommonUpdatePolicyV2", {
      filter: { policyId: ids.policy },
      update: { statements: statements(...actions) },
    });
    return new Date(world.now()).toISOString();
  };
  const add = async () => {
    world.pass(60_000);
    await admin.result("ORGGroupAddUsers", {
      groupId: ids.group,
      userIds: [people.newcomer],
    });
    return new Date(world.now()).toISOString();
  };

  test("name the person who added the user to the group, and the one who added the action to the policy", async () => {
    const staff = await signedIn(world.app, "staff");
    await save(staff, "org:listUser");
    const given = await save(staff, "org:listUser", "org:editUser");
    await save(admin, "org:listUser", "org:editUser", "org:viewUser");
    const added = await add();
    expect(await steps()).toMatchObject([
      { kind: "MEMBERSHIP", at: added, by: "admin Test", entryId: expect.any(String) as string },
      { kind: "POLICY", at: given, by: "staff Test", entryId: expect.any(String) as string },
    ]);
  });

  test("are unknown for what is older than the record", async () => {
    addGroup(sydney(), "retail", people.newcomer, statements("org:editUser"));
    expect(await steps()).toMatchObject([
      { kind: "MEMBERSHIP", at: expect.any(String) as string, by: null, entryId: null },
      { kind: "POLICY", at: null, by: null, entryId: null },
    ]);
  });

  test("are shown only to those who may read the record", async () => {
    await save(admin, "org:editUser");
    await add();
    addGroup(sydney(), "retail", people.departmentHead, statements("org:viewUser", "org:listUser"));
    const reader = await signedIn(world.app, "departmentHead");
    expect(await answer("newcomer", edit, undefined, reader)).toMatchObject({
      verdict: "ALLOWED",
      canReadRecord: false,
      reasons: [{ steps: [] }],
    });
    expect(await steps()).toHaveLength(2);
  });

  test("a policy's line in the record reads back as the statement it was, unless it was shortened", () => {
    const statement: PolicyStatement = {
      effect: "Deny",
      actions: ["org:*", "*"],
      resources: ["*", places.customer],
    };
    expect(statementOfLine(statementLine(statement))).toEqual(statement);
    expect(statementOfLine(`${statementLine(statement).slice(0, -3)}…`)).toBeUndefined();
  });
});

describe("GRP-65 what a group allows", () => {
  const permissions = async (client: Client, groupId: string) =>
    client.send("ORGGetGroupPermissions", { filter: { groupId } });
  const verdictOf = async (groupId: string, action: string) => {
    const { data } = await permissions(admin, groupId);
    return (data["ORGGetGroupPermissions"] as { action: string; verdict: string }[]).find(
      (one) => one.action === action,
    )?.verdict;
  };

  test("is what a person in that group alone is allowed, also while the group is archived", async () => {
    const groupId = addGroup(sydney(), "retail", people.newcomer, [
      { effect: "Allow", actions: ["org:*"], resources: [places.customer] },
      { effect: "Deny", actions: ["org:createUser"], resources: [places.department] },
    ]);
    const filter = { _id: people.newcomer, ...retail };
    const result = await admin.result("ORGGetUserPermissions", { filter });
    expect((await permissions(admin, groupId)).data["ORGGetGroupPermissions"]).toEqual(result);
    expect(await verdictOf(groupId, "User Management - Create user")).toBe("PARTLY");
    sydney().run(sql.updateTable("groups").set({ archivedAt: 1 }).where("id", "=", groupId));
    expect(await verdictOf(groupId, "User Management - Edit user")).toBe("ALLOWED");
  });

  test("is refused to people who may not see groups, and unknown for groups of others and of the provider", async () => {
    const { error } = await permissions(await signedIn(world.app, "recruiter"), ids.group);
    expect(error).toBe("FORBIDDEN");
    const theirs = addGroup(sydney(), "globexSydney", people.globexAdmin, []);
    const provider = addGroup(sydney(), "retail", people.staff, [
      { effect: "Allow", actions: ["*"], resources: ["edge:*:*:*:*:*"] },
    ]);
    for (const groupId of [theirs, provider, scopeOf("retail").customerId])
      expect((await permissions(admin, groupId)).error).toBe("Not Found Error");
  });
});
