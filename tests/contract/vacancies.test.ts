import { describe, expect, test } from "vitest";
import { vacancyCount, vacancyPage, vacancySorts } from "../../regional-api/areas/vacancies/vacancies.store";
import { planOf } from "./fixtures/plan";
import { signedIn, type Client } from "./fixtures/client";
import { addApplication, externalIdOf, packages, vacancies } from "./fixtures/hiring";
import { snapshot } from "./fixtures/snapshot";
import { giveAt } from "./fixtures/stage-rules";
import { retail } from "./fixtures/ids";
import { changes, newVacancy } from "./fixtures/vacancy-operations";
import { sentStage, workflows } from "./fixtures/workflows";
import { addGroup, ids, people, rootId, start } from "./fixtures/world";
import { sql } from "../../regional-api/store/sql";
import { useClient, useWorld } from "./fixtures/use-world";
import { exactPage } from "./fixtures/exact-page";
import type { ResultOf } from "./fixtures/results";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

type Vacancy = ResultOf<"AppsGetVacancyById">;
type List = ResultOf<"AppsGetVacancyListV2">;

const listOf = (client: Client, filter: Record<string, unknown> = {}) =>
  client.result("AppsGetVacancyListV2", {
    filter: { ...retail, skipEq: 0, limitEq: 30, ...filter },
  });
const titles = ({ data }: List) => data.map(({ title }) => title);
const vacancy = (id: string) => staff.result("AppsGetVacancyById", { vacancyId: id, ...retail });
const create = (variables: Record<string, unknown> = {}, client = staff) =>
  client.send("AppsCreateVacancy", { ...retail, ...newVacancy, ...variables });

/** A person with these codes on one department only. */
async function onDepartment(hierarchyId: string, actions: string[]): Promise<Client> {
  const resources = ["apps", "edge"].map(
    (service) => `edge:${service}:ap-southeast-2:${ids.acme}:${ids.retail}:${hierarchyId}`,
  );
  const db = world.databases.region("ap-southeast-2");
  addGroup(db, "retail", people.noAccess, [{ effect: "Allow", actions, resources }]);
  return signedIn(world.app, "noAccess");
}

describe("AppsGetVacancyListV2", () => {
  test("GEN-24 lists only vacancies of the scope's department and those below it", async () => {
    const found = await listOf(staff, { hierarchyId: ids.department });
    expect(titles(found)).toEqual(["Vacancy department"]);
    const hierarchyIdList = [rootId(ids.retail), ids.department];
    expect(await listOf(staff, { hierarchyId: ids.department, hierarchyIdList })).toEqual(found);
  });

  test("VAC-12 VAC-19 each vacancy is on one of the two lists, newest first", async () => {
    const active = await listOf(staff);
    expect(titles(active)).toEqual(["Vacancy department", "Vacancy second", "Vacancy main"]);
    expect(active.data[0]).toEqual({
      _id: vacancies.department,
      canView: true,
      createdAt: "2026-01-15T12:00:00.000Z",
      archivedAt: null,
      applicationCount: 0,
      progress: [0, 0, 0, 0],
      title: "Vacancy department",
      externalVacancyId: "EXT-department",
      managers: [],
    });
    expect(active.pagination).toEqual(
      exactPage({ totalPages: 1, currentPage: 1, pageSize: 30, totalItems: 3 }),
    );
    expect(titles(await listOf(staff, { isArchived: true }))).toEqual(["Vacancy archived"]);
  });

  test("VAC-04 a vacancy shows if the person may open it: the right may be denied on its department", async () => {
    const statement = (effect: "Allow" | "Deny", actions: string[], hierarchyId: string) => ({
      ...{ effect, actions },
      resources: [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:${hierarchyId}`],
    });
    addGroup(world.databases.region("ap-southeast-2"), "retail", people.noAccess, [
      statement("Allow", ["edge:access", "apps:listVacancy", "apps:viewVacancy"], rootId(ids.retail)),
      statement("Deny", ["apps:viewVacancy"], ids.department),
    ]);
    const person = await signedIn(world.app, "noAccess");
    const { data } = (await listOf(person)) as { data: { _id: string; canView?: boolean }[] };
    expect(data).toHaveLength(3);
    for (const { _id, canView } of data) {
      const { error } = await person.send("AppsGetVacancyById", { vacancyId: _id, ...retail });
      expect([canView, error]).toEqual(
        _id === vacancies.department ? [false, "FORBIDDEN"] : [true, undefined],
      );
    }
  });

  test.each(["title", "createdAt", "externalVacancyId", "archivedAt"])(
    "VAC-11 sorts by %s",
    async (fieldName) => {
      const up = titles(await listOf(staff, { sort: { fieldName, order: "asc" } }));
      const down = titles(await listOf(staff, { sort: { fieldName, order: "desc" } }));
      expect(up).toEqual([...down].reverse());
      if (fieldName === "title") expect(up).toEqual([...up].sort());
    },
  );

  test("VAC-11 refuses other sort fields", async () => {
    for (const fieldName of ["applicationCount", "managers", "__proto__", "seq"]) {
      const filter = { ...retail, skipEq: 0, limitEq: 30, sort: { fieldName, order: "asc" } };
      expect((await staff.send("AppsGetVacancyListV2", { filter })).error).toBe("Validation Error");
    }
  });

  test("GEN-03 pages by rows; a page past the last is the last", async () => {
    const second = await listOf(staff, { skipEq: 2, limitEq: 2 });
    expect(titles(second)).toEqual(["Vacancy main"]);
    expect(second.pagination).toEqual(
      exactPage({ totalPages: 2, currentPage: 2, pageSize: 2, totalItems: 3 }),
    );
    expect(await listOf(staff, { skipEq: 2_000, limitEq: 2 })).toEqual(second);
  });

  test("VAC-67 finds part of the title or external id in any case, only on its own list", async () => {
    const found = async (searchText: string | null, filter = {}) => listOf(staff, { searchText, ...filter });
    expect(titles(await found("SECÓND"))).toEqual(["Vacancy second"]);
    expect(titles(await found(" ext-MAIN "))).toEqual(["Vacancy main"]);
    expect((await found("vacancy", { limitEq: 1 })).pagination).toMatchObject({ totalItems: 3 });
    expect(titles(await found("archived"))).toEqual([]);
    expect(titles(await found("archived", { isArchived: true }))).toEqual(["Vacancy archived"]);
    for (const all of ["", "  ", null]) expect(titles(await found(all))).toHaveLength(3);
    for (const none of ["%", "_", "' OR 1=1 --"]) expect(titles(await found(none))).toEqual([]);
    const filter = { ...retail, skipEq: 0, limitEq: 30, searchText: "x".repeat(201) };
    expect((await staff.send("AppsGetVacancyListV2", { filter })).error).toBe("Validation Error");
  });

  test("VAC-68 finds part of a manager's or recruiter's name or email, after a change too", async () => {
    const found = async (managerText: string) => titles(await listOf(staff, { managerText }));
    const { result } = await create();
    const { _id } = result as Vacancy;
    for (const part of ["ada", " BYRÓN", "Ada Byron", "ada@test.example"])
      expect(await found(part)).toEqual(["Barista"]);
    for (const none of ["bob", "adabyron", "%", "HIRING_MANAGER"]) expect(await found(none)).toEqual([]);
    await staff.send("AppsUpdateVacancyById", { vacancyId: _id, ...retail, ...changes });
    expect(await found("cobb")).toEqual(["Changed"]);
    expect(titles(await listOf(staff, { managerText: "ada", isArchived: true }))).toEqual([]);
    // A whole email finds neither one that contains it nor one within it.
    for (const whole of ["bob@test.example", " BOB@test.example "])
      expect(await found(whole)).toEqual(["Changed"]);
    expect(await found("ob@test.example")).toEqual([]);
    expect(await found("bob@test.exampl")).toEqual([]);
    expect(await found("ob@")).toEqual(["Changed"]);
    const filter = { ...retail, skipEq: 0, limitEq: 30, managerText: "x".repeat(201) };
    expect((await staff.send("AppsGetVacancyListV2", { filter })).error).toBe("Validation Error");
  });

  test("VAC-68 finds by days of creation, including the first moment and excluding the last", async () => {
    const at = "2026-01-15T12:00:00.000Z";
    const later = "2026-01-15T12:00:00.001Z";
    expect(titles(await listOf(staff, { createdFrom: at, createdBefore: later }))).toHaveLength(3);
    expect(titles(await listOf(staff, { createdFrom: later }))).toEqual([]);
    expect(titles(await listOf(staff, { createdBefore: at }))).toEqual([]);
    expect(titles(await listOf(staff, { createdFrom: null, createdBefore: null }))).toHaveLength(3);
  });

  test("VAC-68 finds those with and without applicants, combined with every other filter", async () => {
    addApplication(world.databases.region("ap-southeast-2"));
    expect(titles(await listOf(staff, { hasApplications: true }))).toEqual(["Vacancy main"]);
    const without = await listOf(staff, {
      hasApplications: false,
      sort: { fieldName: "title", order: "asc" },
    });
    expect(titles(without)).toEqual(["Vacancy department", "Vacancy second"]);
    expect(without.pagination).toMatchObject({ totalItems: 2 });
    const all = { hasApplications: false, searchText: "sec", createdFrom: "2026-01-01T00:00:00.000Z" };
    expect(titles(await listOf(staff, all))).toEqual(["Vacancy second"]);
    const elsewhere = await listOf(staff, { hasApplications: false, hierarchyIdList: [ids.department] });
    expect(titles(elsewhere)).toEqual(["Vacancy department"]);
  });

  test("VAC-69 progress counts the applications by progress, for people who may list them", async () => {
    const mainOf = async (client: Client) => {
      const { data } = await listOf(client, { searchText: "Vacancy main" });
      return data[0] as unknown as { applicationCount: number; progress: number[] | null };
    };
    const before = (await mainOf(staff)).progress ?? [];
    const db = world.databases.region("ap-southeast-2");
    addApplication(db, { status: "APPS_ASSESSMENT_ORDER_COMPLETED" });
    addApplication(db, { status: "APPS_ASSESSMENT_INPROGRESS" });
    for (let number = 0; number < 2; number += 1) addApplication(db, { status: "APPS_ASSESSMENT_COMPLETED" });
    addApplication(db, { status: "APPS_ASSESSMENT_DROPPED_OUT" });
    const { applicationCount, progress } = await mainOf(staff);
    expect(progress?.map((count, place) => count - (before[place] ?? 0))).toEqual([1, 1, 2, 1]);
    expect(progress?.reduce((sum, count) => sum + count, 0)).toBe(applicationCount);
    const reader = await onDepartment(rootId(ids.retail), ["edge:access", "apps:listVacancy"]);
    expect((await mainOf(reader)).progress).toBeNull();
  });

  test("VAC-70 workflowId narrows to the vacancies created with the workflow, and counts them", async () => {
    const { result } = await create();
    const { _id, workflow } = result as Vacancy;
    const found = await listOf(staff, { workflowId: workflow._id });
    expect(found.data.map((row) => row._id)).toContain(_id);
    expect(found.pagination).toMatchObject({ totalItems: found.data.length });
    for (const { _id: id } of found.data) expect((await vacancy(id)).workflow._id).toBe(workflow._id);
    expect(titles(await listOf(staff, { workflowId: workflow._id, isArchived: true }))).toEqual([
      "Vacancy archived",
    ]);
    expect(titles(await listOf(staff, { workflowId: "none" }))).toEqual([]);
  });

  test("VAC-13 lists only vacancies of the requested departments", async () => {
    expect(titles(await listOf(staff, { hierarchyIdList: [ids.department] }))).toEqual([
      "Vacancy department",
    ]);
    expect(titles(await listOf(staff, { hierarchyIdList: [rootId(ids.retail)] }))).toEqual([
      "Vacancy second",
      "Vacancy main",
    ]);
    expect(titles(await listOf(staff, { hierarchyIdList: [] }))).toEqual([]);
  });

  test("VAC-68 hierarchyIds narrow to departments and those below them, however many", async () => {
    const db = world.databases.region("ap-southeast-2");
    const added = Array.from({ length: 5_100 }, (_, n) => (0xb00000 + n).toString(16).padStart(24, "0"));
    db.transaction(() => {
      for (let from = 0; from < added.length; from += 500)
        db.run(
          sql.insertInto("hierarchies").values(
            added.slice(from, from + 500).map((id, n) => ({
              id,
              parentId: ids.department,
              organizationId: ids.acme,
              customerId: ids.retail,
              name: `Store ${from + n}`,
              position: from + n,
              createdAt: start,
              updatedAt: start,
              archivedAt: null,
            })),
          ),
        );
      db.run(
        sql
          .updateTable("vacancies")
          .set({ hierarchyId: added.at(-1) ?? "" })
          .where("id", "=", vacancies.second),
      );
    });
    const below = { hierarchyIds: [ids.department], sort: { fieldName: "title", order: "asc" } };
    const found = await listOf(staff, below);
    expect(titles(found)).toEqual(["Vacancy department", "Vacancy second"]);
    expect(found.pagination).toMatchObject({ totalItems: 2 });
    expect(titles(await listOf(staff, { ...below, searchText: "second" }))).toEqual(["Vacancy second"]);
    const named = { ...below, hierarchyIds: [ids.department, "0".repeat(24), rootId(ids.globexSydney)] };
    expect(titles(await listOf(staff, named))).toEqual(titles(found));
    const only = { ...below, hierarchyIdList: [ids.department] };
    expect(titles(await listOf(staff, only))).toEqual(["Vacancy department"]);
    expect(titles(await listOf(staff, { hierarchyIds: ["0".repeat(24)] }))).toEqual([]);
    // The other lists accept a department with as many below it, too.
    const { customerId, organizationId } = retail;
    const scope = { customerId, organizationId, hierarchyIds: [ids.department] };
    for (const [name, filter] of [
      ["ORGGetUsers", { ...scope, skip: 0, limit: 30 }],
      ["ORGGetGroups", { ...scope, skip: 0, limit: 30 }],
    ] as const)
      await staff.result(name, { filter });
  });

  test("VAC-68 GEN-16 limited to those the caller may see", async () => {
    const head = await onDepartment(ids.department, ["apps:listVacancy"]);
    expect(titles(await listOf(head, { hierarchyIds: [rootId(ids.retail)] }))).toEqual([
      "Vacancy department",
    ]);
    expect(titles(await listOf(head, { hierarchyIds: [ids.subDepartment] }))).toEqual([]);
  });

  test("DI-52 externalVacancyIds narrow the list to these vacancies, within what the caller may see", async () => {
    const externalVacancyIds = (["department", "main", "archived"] as const).map((one) => externalIdOf(one));
    const sorted = { externalVacancyIds, sort: { fieldName: "title", order: "asc" } };
    const found = await listOf(staff, sorted);
    expect(titles(found)).toEqual(["Vacancy department", "Vacancy main"]);
    expect(found.pagination).toMatchObject({ totalItems: 2, totalPages: 1 });
    expect(titles(await listOf(staff, { ...sorted, isArchived: true }))).toEqual(["Vacancy archived"]);
    expect(titles(await listOf(staff, { ...sorted, searchText: "main" }))).toEqual(["Vacancy main"]);
    expect(titles(await listOf(staff, { externalVacancyIds: [] }))).toEqual([]);
    const head = await onDepartment(ids.department, ["apps:listVacancy"]);
    expect(titles(await listOf(head, sorted))).toEqual(["Vacancy department"]);
  });

  test("VAC-13 GEN-16 limited to those the caller may see, whatever is requested", async () => {
    const head = await onDepartment(ids.department, ["apps:listVacancy"]);
    const all = { hierarchyIdList: [rootId(ids.retail), ids.department, rootId(ids.globexSydney)] };
    for (const filter of [all, {}])
      expect(titles(await listOf(head, filter))).toEqual(["Vacancy department"]);
  });
});

describe("AppsGetVacancyById", () => {
  test("VAC-55 returns every field, of an archived vacancy too", async () => {
    expect(await vacancy(vacancies.archived)).toMatchObject({
      _id: vacancies.archived,
      title: "Vacancy archived",
      description: null,
      externalVacancyId: "EXT-archived",
      createdAt: "2026-01-15T12:00:00.000Z",
      archivedAt: "2026-01-15T12:00:00.000Z",
      applicationCount: 0,
      managers: [],
      roleFamily: { name: "Retail" },
      location: null,
      hierarchyId: rootId(ids.retail),
      jobRequisitionId: null,
      customerId: ids.retail,
      organizationId: ids.acme,
      genericAssessmentLinks: [],
      workflow: { name: "Chat, then video", stages: [{ product: "FI", triggers: [] }, { product: "SI" }] },
    });
  });

  test("GEN-16 ids of another customer or of a department out of sight are not found", async () => {
    const get = (client: Client, vacancyId: string) =>
      client.send("AppsGetVacancyById", { vacancyId, ...retail });
    expect((await get(staff, vacancies.foreign)).error).toBe("Not Found Error");
    expect((await get(staff, "nonsense")).error).toBe("Not Found Error");
    const head = await onDepartment(ids.department, ["apps:viewVacancy"]);
    expect((await get(head, vacancies.department)).error).toBeUndefined();
    expect((await get(head, vacancies.main)).error).toBe("Not Found Error");
  });

  test("GEN-24 the scope's department includes all below it", async () => {
    const get = (hierarchyId: string, vacancyId: string) =>
      staff.send("AppsGetVacancyById", { ...retail, vacancyId, hierarchyId });
    expect((await get(rootId(ids.retail), vacancies.department)).error).toBeUndefined();
    expect((await get(ids.department, vacancies.department)).error).toBeUndefined();
    expect((await get(ids.department, vacancies.main)).error).toBe("Not Found Error");
  });
});

describe("AppsCreateVacancy", () => {
  test("VAC-43 VAC-44 VAC-45 stores what was sent, with its own external id and a link per stage", async () => {
    const first = (await create()).result as Vacancy;
    const second = (await create()).result as Vacancy;
    expect(first).toMatchObject({
      title: "Barista",
      description: "Coffee.",
      applicationCount: 0,
      archivedAt: null,
      hierarchyId: rootId(ids.retail),
      roleFamily: { name: "Hospitality" },
      location: { address: "Sydney" },
      jobRequisitionId: null,
      managers: [{ ...newVacancy.managers[0], externalId: "ada@test.example" }],
      workflow: { _id: workflows.chatThenVideo, name: "Zebra: chat, then video" },
    });
    expect(first.externalVacancyId).toMatch(/^VAC-[0-9A-Z]{8}$/);
    expect(second.externalVacancyId).not.toBe(first.externalVacancyId);
    expect(first.genericAssessmentLinks).toEqual(
      first.workflow.stages.map((stage, index) => ({
        stageId: stage._id,
        assessmentLink: `https://interview.edge.example/au/${index === 0 ? "fi" : "si"}/${first._id}/${stage._id}`,
        externalAssessmentPackageId: index === 0 ? packages.chat : packages.video,
        assessmentPackageName: index === 0 ? "FI package" : "SI package",
      })),
    );
    expect(await vacancy(first._id)).toEqual(first);
    expect(titles(await listOf(staff))[0]).toBe("Barista");
  });

  const chatStage = { ...sentStage("FI"), _id: "5b0000000000000000000001" };
  const chat = { _id: workflows.chat, name: "Äpfel: chat", stages: [chatStage] };

  test("VAC-45 copies the workflow as stored; later changes of it have no effect", async () => {
    const { result } = await create({ workflow: chat });
    world.databases
      .region("ap-southeast-2")
      .statement("UPDATE workflows SET name = 'Changed', archivedAt = 1 WHERE id = ?")
      .run(workflows.chat);
    expect((await vacancy((result as Vacancy)._id)).workflow).toMatchObject({
      _id: workflows.chat,
      name: chat.name,
      stages: [{ _id: chatStage._id, name: "Chat", assessmentPackageName: "FI package" }],
    });
  });

  test.each<[string, object]>([
    ["a rule", { triggers: [giveAt("HIRED", 1)] }],
    ["a name", { name: "Renamed" }],
    ["a language", { language: "fr-FR" }],
    ["an id", { _id: "5c0000000000000000000001" }],
  ])("VAC-45 %s of a stage missing in the workflow is refused", async (_what, change) => {
    const maker = await onDepartment("*", ["apps:createVacancy"]);
    const [first, second] = newVacancy.workflow.stages;
    const before = snapshot(world.databases);
    const workflow = { ...newVacancy.workflow, stages: [{ ...first, ...change }, second] };
    expect(await create({ workflow }, maker)).toMatchObject({
      error: "Validation Error",
      message: "The stages differ from those of the workflow",
    });
    expect(snapshot(world.databases)).toBe(before);
    expect((await create({}, maker)).error).toBeUndefined();
  });

  const rows = (count: number, type = "RECRUITER") =>
    Array.from({ length: count }, (_, index) => ({
      firstName: "A",
      lastName: "B",
      email: `${type}.${index}@test.example`,
      type,
    }));
  const [ada] = newVacancy.managers;
  test.each<[string, Record<string, unknown>, string]>([
    ["VAC-25", { title: "  " }, "Please enter vacancy name"],
    ["VAC-25", { title: "x".repeat(101) }, "Please keep the vacancy name within 100 characters"],
    ["VAC-26", { description: "x".repeat(701) }, "Please keep the description within 700 characters"],
    ["VAC-28", { roleFamily: { name: "" } }, "Please create a job family"],
    ["VAC-28", { roleFamily: { name: "x".repeat(101) } }, "Please keep the job family within 100 characters"],
    ["VAC-30", { location: { address: "x".repeat(101) } }, "Please keep the location within 100 characters"],
    ["VAC-31", { workflow: { ...newVacancy.workflow, _id: workflows.archived } }, "Please select a workflow"],
    ["VAC-31", { workflow: { ...newVacancy.workflow, _id: workflows.foreign } }, "Please select a workflow"],
    ["VAC-31", { workflow: { ...newVacancy.workflow, _id: "none" } }, "Please select a workflow"],
    [
      "VAC-45",
      { workflow: { ...newVacancy.workflow, stages: [sentStage("FI")] } },
      "The stages differ from those of the workflow",
    ],
    [
      "VAC-45",
      { workflow: { ...newVacancy.workflow, name: "Another" } },
      "The name differs from that of the workflow",
    ],
    ["WF-39", { workflow: { ...newVacancy.workflow, stages: [] } }, "A workflow needs a stage"],
    [
      "WF-39",
      { workflow: { ...newVacancy.workflow, stages: [sentStage("SI"), sentStage("FI")] } },
      "A video interview workflow can only have one stage",
    ],
    [
      "GEN-16",
      {
        workflow: {
          ...newVacancy.workflow,
          stages: [sentStage("FI", { externalAssessmentPackageId: "other" })],
        },
      },
      "Please select a assessment package",
    ],
    ["VAC-33", { managers: [{ ...ada, firstName: " " }] }, "Please enter your first name"],
    [
      "VAC-34",
      { managers: [{ ...ada, lastName: "x".repeat(51) }] },
      "Please keep your last name within 50 characters",
    ],
    ["VAC-36", { managers: [{ ...ada, email: "ada" }] }, "Please enter a valid email"],
    [
      "VAC-35",
      { managers: [ada, { ...ada, email: "ADA@test.example", type: "RECRUITER" }] },
      "User already exist, please enter another email",
    ],
    ["VAC-32", { managers: rows(101) }, "A vacancy has at most 100 people of a type"],
    ["VAC-39", { managers: [{ ...ada, type: "BOSS" }] }, "A manager is a HIRING_MANAGER or a RECRUITER"],
  ])("GEN-16 %s refuses %j", async (_row, wrong, message) => {
    const before = snapshot(world.databases);
    const answer = await create(wrong);
    expect([answer.error, answer.message]).toEqual(["Validation Error", message]);
    expect(snapshot(world.databases)).toBe(before);
  });

  test("SHELL-32 VAC-25 VAC-26 VAC-28 VAC-30 VAC-33 VAC-34 lengths count characters as people see them", async () => {
    const signs = (count: number) => "👩🏽‍🚀".repeat(count);
    const texts = { title: signs(100), description: signs(700), roleFamily: { name: signs(100) } };
    const managers = [{ ...ada, firstName: signs(50), lastName: signs(50) }];
    const answer = await create({ ...texts, location: { address: signs(100) }, managers });
    expect(answer.error).toBeUndefined();
    expect((await create({ title: signs(101) })).message).toBe(
      "Please keep the vacancy name within 100 characters",
    );
  });

  test("VAC-32 accepts a hundred of each", async () => {
    const { result } = await create({ managers: [...rows(100), ...rows(100, "HIRING_MANAGER")] });
    expect((result as Vacancy).managers).toHaveLength(200);
  });

  test("GEN-16 requires an active department of the customer in which the caller may create", async () => {
    for (const hierarchyId of [ids.oldDepartment, rootId(ids.globexSydney), "none"])
      expect((await create({ hierarchyId })).error).toBe("Not Found Error");
    const head = await onDepartment(ids.department, ["apps:createVacancy"]);
    expect((await create({ hierarchyId: ids.subDepartment }, head)).error).toBeUndefined();
    expect((await create({}, head)).error).toBe("FORBIDDEN");
  });
});

describe("changing a vacancy", () => {
  const update = (client: Client, key: "main" | "archived" | "department" | "foreign", more: object = {}) =>
    client.send("AppsUpdateVacancyByExternalVacancyId", {
      externalVacancyId: externalIdOf(key),
      ...retail,
      ...changes,
      ...more,
    });

  test("VAC-58 VAC-63 changes what may be changed and keeps department and workflow", async () => {
    const before = await vacancy(vacancies.main);
    world.pass(1_000);
    expect((await update(staff, "main")).result).toEqual({ _id: vacancies.main });
    expect(await vacancy(vacancies.main)).toEqual({
      ...before,
      title: "Changed",
      description: null,
      roleFamily: { _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string, name: "Retail" },
      location: null,
      managers: [
        { ...changes.hiringManagers[0], externalId: "ada@test.example", type: "HIRING_MANAGER" },
        { ...changes.recruiters[0], type: "RECRUITER" },
      ],
      version: 2,
      changedAt: new Date(world.now()).toISOString(),
      changedBy: "staff Test",
    });
  });

  test("VAC-64 a vacancy is also updated by its id", async () => {
    const variables = { vacancyId: vacancies.second, ...retail, ...changes };
    expect(await staff.result("AppsUpdateVacancyById", variables)).toEqual({ _id: vacancies.second });
    expect((await vacancy(vacancies.second)).title).toBe("Changed");
  });

  test("GEN-16 VAC-56 refuses archived vacancies, other customers', and those out of sight", async () => {
    const before = snapshot(world.databases);
    expect((await update(staff, "archived")).error).toBe("Conflict Error");
    expect((await update(staff, "foreign")).error).toBe("Not Found Error");
    expect((await update(staff, "main", { title: "" })).message).toBe("Please enter vacancy name");
    const twice = { recruiters: [{ ...changes.hiringManagers[0], email: "ADA@test.example" }] };
    expect((await update(staff, "main", twice)).message).toBe(
      "User already exist, please enter another email",
    );
    expect(snapshot(world.databases)).toBe(before);
  });

  test("PERM-48 editing requires viewing; one right without the other is forbidden, neither is not found", async () => {
    const editor = await onDepartment(ids.department, ["apps:editVacancy"]);
    expect((await update(editor, "department")).error).toBe("FORBIDDEN");
    expect((await update(editor, "main")).error).toBe("Not Found Error");
    const viewer = await onDepartment(rootId(ids.retail), ["apps:viewVacancy"]);
    expect((await update(viewer, "main")).error).toBe("FORBIDDEN");
    expect((await update(viewer, "department")).error).toBeUndefined();
  });
});

describe("archive and restore", () => {
  const names = {
    archive: "AppsArchiveVacanciesByExternalVacancyIds",
    restore: "AppsRestoreVacanciesByExternalVacancyIds",
  } as const;
  const change = async (client: Client, what: keyof typeof names, externalVacancyIds: string[]) => {
    const { error, result } = await client.send(names[what], { externalVacancyIds, ...retail });
    return { error, ids: error ? [] : result.map(({ _id }) => _id) };
  };

  test("VAC-19 VAC-21 archiving sets the time, restoring clears it", async () => {
    world.pass(60_000);
    expect((await change(staff, "archive", ["EXT-main", "EXT-main"])).ids).toEqual([vacancies.main]);
    expect((await vacancy(vacancies.main)).archivedAt).toBe("2026-01-15T13:01:00.000Z");
    expect(titles(await listOf(staff, { isArchived: true }))).toContain("Vacancy main");
    world.pass(60_000);
    // Repeated: already done, and the time stays.
    expect((await change(staff, "archive", ["EXT-main"])).ids).toEqual([vacancies.main]);
    expect((await vacancy(vacancies.main)).archivedAt).toBe("2026-01-15T13:01:00.000Z");
    expect((await change(staff, "restore", ["EXT-main"])).ids).toEqual([vacancies.main]);
    expect((await vacancy(vacancies.main)).archivedAt).toBeNull();
  });

  test("VAC-23 changes what can be changed, and omits the rest from the answer", async () => {
    const head = await onDepartment(ids.department, ["apps:archiveVacancy"]);
    const all = ["EXT-main", "EXT-department", "EXT-foreign", "none", ""];
    expect((await change(head, "archive", all)).ids).toEqual([vacancies.department]);
    expect(titles(await listOf(staff, { isArchived: true })).sort()).toEqual([
      "Vacancy archived",
      "Vacancy department",
    ]);
    expect((await change(head, "restore", ["EXT-department"])).error).toBe("FORBIDDEN");
  });

  test("GEN-24 archives only vacancies of the scope's department and those below it", async () => {
    const externalVacancyIds = ["EXT-main", "EXT-department"];
    const scoped = { ...retail, hierarchyId: ids.department };
    expect(await staff.result(names.archive, { externalVacancyIds, ...scoped })).toMatchObject([
      { _id: vacancies.department },
    ]);
    expect((await vacancy(vacancies.main)).archivedAt).toBeNull();
  });
});

describe("workflows", () => {
  const listed = (name: "AppsGetWorkflowList" | "AppsGetWorkflowListV2", variables: object) =>
    staff.result(name, { ...variables });
  const byName = { fieldName: "name", order: "asc" };

  test("WF-11 GEN-25 workflowIds narrow the requested list to these workflows", async () => {
    const named = async (workflowIds: string[], isArchived = false) => {
      const workflowFilter = { isArchived, workflowIds };
      const page = { ...retail, skipEq: 0, limitEq: 500, sort: byName };
      const found = await listed("AppsGetWorkflowListV2", { ...page, workflowFilter });
      expect(found.pagination).toMatchObject({ totalItems: found.data.length });
      return found.data.map(({ _id }) => _id);
    };
    expect(await named([workflows.chatThenVideo, workflows.foreign, "none"])).toEqual([
      workflows.chatThenVideo,
    ]);
    expect(await named([workflows.chatThenVideo], true)).toEqual([]);
    expect(await named([])).toEqual([]);
  });

  test("WF-11 WF-45 the list's second form returns the same, archived ones on request", async () => {
    const variables = { ...retail, skipEq: 0, limitEq: 500, sort: byName };
    const active = await listed("AppsGetWorkflowListV2", {
      ...variables,
      workflowFilter: { isArchived: false },
    });
    const filter = { ...retail, skipEq: 0, limitEq: 500, sort: byName };
    expect(await listed("AppsGetWorkflowList", { filter })).toEqual(active);
    expect(active.data[1]).toMatchObject({
      _id: workflows.chatThenVideo,
      isDefault: false,
      defaultLanguage: "en-US",
      hierarchyId: rootId(ids.retail),
      customerId: ids.retail,
      organizationId: ids.acme,
      stages: [{ product: "FI", externalAssessmentPackageId: packages.chat }, { product: "SI" }],
    });
    const archived = await listed("AppsGetWorkflowListV2", {
      ...variables,
      workflowFilter: { isArchived: true },
    });
    expect(archived.data.map(({ name }) => name)).toEqual(["Old"]);
  });
});

describe("the lists walk their indexes", () => {
  const sydney = () => world.databases.region("ap-southeast-2");
  const orders = ["asc", "desc"] as const;

  test.each(Object.keys(vacancySorts) as (keyof typeof vacancySorts)[])("vacancies by %s", (sort) => {
    for (const isArchived of [true, false]) {
      for (const order of orders) {
        const filter = { customerId: "c", hierarchyIds: ["a", "b"], isArchived, sort, order };
        const plan = planOf(sydney(), vacancyPage(filter, 100, 10_000));
        expect(plan).toMatch(/SEARCH vacancies USING COVERING INDEX vacancies_(active|archived)_/);
        expect(plan).not.toContain("SCAN vacancies");
        expect(planOf(sydney(), vacancyCount(filter))).toMatch(/SEARCH vacancies USING COVERING INDEX/);
        // Only the rows of one page may be sorted again.
        expect(plan.split("MATERIALIZE page")[0]).not.toContain("TEMP B-TREE");
      }
    }
  });

  test("DI-52 named vacancies are looked up, and no others are read", () => {
    for (const isArchived of [true, false]) {
      const filter = { customerId: "c", hierarchyIds: ["a"], isArchived, externalIds: ["x", "y"] };
      const criteria = { ...filter, sort: "createdAt", order: "desc" } as const;
      for (const query of [vacancyPage(criteria, 100, 0), vacancyCount(criteria)])
        expect(planOf(sydney(), query)).toMatch(
          /SEARCH vacancies USING (COVERING )?INDEX \w+ \(customerId=\? AND externalVacancyId=\?/,
        );
    }
  });

  test("VAC-68 vacancies of a whole email are looked up, and no others are read", () => {
    for (const isArchived of [true, false]) {
      const filter = { customerId: "c", hierarchyIds: ["a"], isArchived, managerText: "a@x.example" };
      const criteria = { ...filter, sort: "createdAt", order: "desc" } as const;
      for (const query of [vacancyPage(criteria, 100, 0), vacancyCount(criteria)]) {
        const plan = planOf(sydney(), query);
        expect(plan).toMatch(/SEARCH vacancies USING INDEX vacancies_id \(id=\?\)/);
        expect(plan).toContain("SEARCH vacancy_people USING PRIMARY KEY (customerId=? AND email=?)");
      }
    }
  });

  test.each([
    ["VAC-67 a text", { searchText: "bar" }],
    ["VAC-68 people", { managerText: "ada" }],
    ["VAC-68 days", { createdFrom: 1, createdBefore: 2 }],
    ["VAC-68 applicants", { hasApplications: true }],
    ["VAC-68 all of them", { searchText: "b", managerText: "a", createdFrom: 1, hasApplications: false }],
  ])("vacancies filtered by %s are the only rows read", (_name, narrowing) => {
    for (const isArchived of [true, false]) {
      const index = `vacancies_${isArchived ? "archived" : "active"}_search`;
      for (const sort of Object.keys(vacancySorts) as (keyof typeof vacancySorts)[]) {
        const filter = { customerId: "c", hierarchyIds: ["a"], isArchived, sort, ...narrowing };
        const plan = planOf(sydney(), vacancyPage({ ...filter, order: "desc" }, 100, 10_000));
        expect(plan).toContain(`SEARCH vacancies USING COVERING INDEX ${index} (customerId=?`);
        expect(planOf(sydney(), vacancyCount({ ...filter, order: "desc" }))).toContain(
          `COVERING INDEX ${index} `,
        );
      }
    }
  });
});
