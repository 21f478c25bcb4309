import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { roleTemplateStatements } from "../../regional-api/core/permissions";
import type { Database } from "../../regional-api/store/database";
import { applicationSearches } from "../../regional-api/store/search/applications";
import { vacancySearches } from "../../regional-api/store/search/vacancies";
import { sql } from "../../regional-api/store/sql";
import { planOf } from "./fixtures/plan";
import { signedIn, type Client } from "./fixtures/client";
import { addApplication, addCandidate, packages, vacancies } from "./fixtures/hiring";
import { deliveredText } from "./fixtures/texts";
import { useWorld, useClient } from "./fixtures/use-world";
import { workflows, workflowSets } from "./fixtures/workflows";
import { addGroup, ids, people, retail as scope, scopeOf } from "./fixtures/world";

const world = useWorld("each test", { AUTH_CALLS_PER_MINUTE: "1000" });
const staff = useClient(world, "staff", "each test");
const recruiter = useClient(world, "recruiter", "each test");
let db: Database;

beforeEach(async () => {
  db = world.databases.region("ap-southeast-2");
});

const { customerId, hierarchyId } = scope;

async function found(
  name: "AppsGetVacancyList" | "AppsSearchApplications",
  filter: Record<string, unknown>,
  client = recruiter,
) {
  const { error, message, result } = await client.send(name, {
    filter: { ...scope, skipEq: 0, limitEq: 10, ...filter },
  });
  if (error) throw new Error(`${error}: ${message}`);
  return result;
}
const idsOf = async (...args: Parameters<typeof found>) => (await found(...args)).data.map(({ _id }) => _id);

/** A person with the recruiter's rights on the world's department only. */
async function departmentRecruiter(): Promise<Client> {
  const department = { ...scopeOf("retail"), hierarchyId: ids.department };
  const rights = roleTemplateStatements("ph-role-recruiter", department, "edge");
  addGroup(db, "retail", people.departmentHead, rights);
  return signedIn(world.app, "departmentHead");
}

describe("AppsGetVacancyList", () => {
  test("SRCH-05 finds active vacancies by part of the title or external id, ignoring case", async () => {
    expect(await idsOf("AppsGetVacancyList", { searchText: "Y SECON" })).toEqual([vacancies.second]);
    expect(await idsOf("AppsGetVacancyList", { searchText: "ext-main" })).toEqual([vacancies.main]);
    expect(await idsOf("AppsGetVacancyList", { searchText: "archived" })).toEqual([]);
    expect(await idsOf("AppsGetVacancyList", { searchText: "foreign" })).toEqual([]);
    // One or two characters contain no trigram.
    expect(await idsOf("AppsGetVacancyList", { searchText: "T-" })).toHaveLength(3);
    expect(await idsOf("AppsGetVacancyList", { searchText: "q" })).toEqual([]);
  });

  test("SRCH-05 SRCH-07 an answer has the fields of the row", async () => {
    const { id } = addApplication(db, { candidateId: addCandidate(db, { lastName: "Fields" }) });
    const rows = async (name: Parameters<typeof found>[0], searchText: string) =>
      (await found(name, { searchText })).data;
    const createdAt: unknown = expect.any(String);
    expect(await rows("AppsGetVacancyList", "ext-main")).toMatchObject([
      { _id: vacancies.main, title: "Vacancy main", externalVacancyId: "EXT-main", createdAt },
    ]);
    expect(await rows("AppsSearchApplications", id)).toMatchObject([
      {
        ...{ _id: id, vacancyId: vacancies.main, vacancyName: "Vacancy main", createdAt },
        stageId: expect.any(String) as unknown,
        candidate: { personalInformation: { firstName: "Pat", lastName: "Fields" } },
      },
    ]);
  });

  test("SRCH-06 without a text it lists the whole scope, page by page", async () => {
    const all = [vacancies.department, vacancies.second, vacancies.main];
    expect(await idsOf("AppsGetVacancyList", {})).toEqual(all);
    expect(await found("AppsGetVacancyList", { limitEq: 2 })).toMatchObject({ hasMore: true });
    const rest = await found("AppsGetVacancyList", { skipEq: 2 });
    expect(rest.data.map(({ _id }) => _id)).toEqual(all.slice(2));
    expect(rest.hasMore).toBe(false);
  });

  test("SRCH-05 hierarchyIdList narrows to those departments, within what the person may see", async () => {
    const found = (hierarchyIdList: string[], client = recruiter) =>
      idsOf("AppsGetVacancyList", { searchText: "vacancy", hierarchyIdList }, client);
    expect(await found([ids.department])).toEqual([vacancies.department]);
    const all = await idsOf("AppsGetVacancyList", { searchText: "vacancy" });
    expect(await found([hierarchyId, ids.department, ids.subDepartment])).toEqual(all);
    expect(await found([])).toEqual([]);
    expect(await found([hierarchyId, ids.department], await departmentRecruiter())).toEqual([
      vacancies.department,
    ]);
  });

  test("GEN-24 only vacancies of the scope's department and those below are found", async () => {
    const filter = { hierarchyId: ids.department };
    expect(await idsOf("AppsGetVacancyList", filter)).toEqual([vacancies.department]);
  });

  test("SRCH-05 a text that is too long is refused", async () => {
    const searchText = "x".repeat(201);
    await expect(found("AppsGetVacancyList", { searchText })).rejects.toThrow(/Validation Error/);
  });
});

describe("AppsSearchApplications", () => {
  test("SRCH-07 finds part of a name, email or id in any case, newest first, including archived vacancies", async () => {
    const candidateId = addCandidate(db, { firstName: "Zoë", lastName: "Quill", email: "zq@mail.example" });
    const first = addApplication(db, { candidateId });
    const second = addApplication(db, { candidateId, vacancy: "archived" });
    const both = [second.id, first.id];
    for (const searchText of ["QUILL", "zoe q", "zq@mail", " Zoë ", "zq", "qu"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual(both);
    expect(await idsOf("AppsSearchApplications", { searchText: first.id.slice(3).toUpperCase() })).toEqual([
      first.id,
    ]);
    for (const searchText of ["%", '"', "' OR 1=1 --", "NEAR(", "ж", "", "  ", "*", "quillx"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([]);
  });

  test("SRCH-07 finds the words of a name in any order, also with a comma", async () => {
    const candidateId = addCandidate(db, { firstName: "Ana Lúcia", lastName: "van der Quill" });
    const { id } = addApplication(db, { candidateId });
    for (const searchText of [
      ...["van der Quill Ana Lucia", "Quill, Ana", "quill,ana lucia van der", "lucia van", "Quill Ana"],
      "quill lucia",
    ])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([id]);
    const curly = addCandidate(db, { firstName: "Sean", lastName: "O’Quillan", email: "so@mail.example" });
    const irish = addApplication(db, { candidateId: curly });
    for (const searchText of ["o'quillan", "O’Quillan", "o‘quillan sean"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([irish.id]);
    // A two-letter word has no trigram.
    const short = addCandidate(db, { firstName: "Jo", lastName: "Li Wang", email: "x@mail.example" });
    const other = addApplication(db, { candidateId: short });
    for (const searchText of ["li wang jo", "Wang, Jo Li", "jo li"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([other.id]);
    for (const searchText of ["quill lucy", "ana quill x", ",,", "a,"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).not.toContain(id);
  });

  test("SRCH-07 SRCH-15 finds a phone number as typed, in departments the user may see", async () => {
    const phoneNumber = "+61420650776";
    const candidateId = addCandidate(db, { phoneNumber });
    const first = addApplication(db, { candidateId });
    const second = addApplication(db, { candidateId, vacancy: "archived" });
    addApplication(db, { candidateId: addCandidate(db, { phoneNumber: "+61430650776" }) });
    for (const searchText of [
      ...["+61420650776", "61 420 650 776", "0061420650776", "0420 650 776", "420-650-776"],
      ...["+61 (0)420 650 776", "(0420) 650.776"],
    ])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([
        second.id,
        first.id,
      ]);
    const page = await found("AppsSearchApplications", { searchText: phoneNumber, skipEq: 1, limitEq: 1 });
    expect(page).toMatchObject({ data: [{ _id: first.id }], hasMore: false });
    for (const searchText of ["+62420650776", "420650777", "650776"])
      expect(await idsOf("AppsSearchApplications", { searchText }), searchText).toEqual([]);
    const head = await departmentRecruiter();
    expect(await idsOf("AppsSearchApplications", { searchText: phoneNumber }, head)).toEqual([]);
    // Digits that are not a phone number are searched in names, emails and ids.
    const mail = addCandidate(db, { email: "20260101@mail.example" });
    const { id } = addApplication(db, { candidateId: mail });
    expect(await idsOf("AppsSearchApplications", { searchText: "20260101" })).toEqual([id]);
  });

  test("SRCH-07 SRCH-18 a letter starting too many trigrams is searched row by row, with the same result", async () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    for (const [index, letter] of [...letters].entries())
      addApplication(db, {
        candidateId: addCandidate(db, {
          firstName: [...letters].map((other) => `k${letter}${other}`).join(""),
          lastName: `N${index}`,
        }),
      });
    const wanted = await found("AppsSearchApplications", { searchText: "k", limitEq: 26 });
    expect(wanted.data).toHaveLength(26);
    const some = await idsOf("AppsSearchApplications", { searchText: "kz", limitEq: 26 });
    expect(some.every((id) => wanted.data.some(({ _id }) => _id === id))).toBe(true);
  });

  test("SRCH-08 SRCH-09 skipEq counts rows, and the answer tells if more follow", async () => {
    const all = Array.from(
      { length: 23 },
      () => addApplication(db, { candidateId: addCandidate(db, { lastName: "Pagewise" }) }).id,
    ).reverse();
    for (const [skipEq, hasMore] of [
      [0, true],
      [10, true],
      [20, false],
    ] as const) {
      const page = await found("AppsSearchApplications", { searchText: "pagewise", skipEq });
      expect(page.data.map(({ _id }) => _id)).toEqual(all.slice(skipEq, skipEq + 10));
      expect(page.hasMore).toBe(hasMore);
    }
  });

  test("SRCH-13 a de-identified candidate is found only by the application's id", async () => {
    const person = { firstName: "Vanish", lastName: "Ing", email: "vanish@mail.example" };
    const { id } = addApplication(db, { candidateId: addCandidate(db, person) });
    expect(await idsOf("AppsSearchApplications", { searchText: "vanish" })).toEqual([id]);
    await staff.send("AppsPurgeApplicationCandidate", { _id: id, ...scope });
    for (const searchText of ["vanish", "ing", "Deleted Candidate"])
      expect(await idsOf("AppsSearchApplications", { searchText }, staff)).not.toContain(id);
    const answer = await staff.send("AppsSearchApplications", {
      filter: { ...scope, searchText: id, skipEq: 0, limitEq: 10 },
    });
    expect(JSON.stringify(answer.data)).toContain('"firstName":"Deleted"');
  });

  test("SRCH-15 finds only candidates in departments the user may see, and of the same customer", async () => {
    const candidateId = addCandidate(db, { lastName: "Everywhere" });
    const root = addApplication(db, { candidateId });
    const below = addApplication(db, { candidateId, vacancy: "department" });
    addApplication(db, {
      candidateId: addCandidate(db, { lastName: "Everywhere" }, ids.globexSydney),
      vacancy: "foreign",
    });
    const head = await departmentRecruiter();
    expect(await idsOf("AppsSearchApplications", { searchText: "everywhere" })).toEqual([below.id, root.id]);
    expect(await idsOf("AppsSearchApplications", { searchText: "everywhere" }, head)).toEqual([below.id]);
    // GEN-24: the scope's department includes all below it.
    const scoped = { searchText: "everywhere", hierarchyId: ids.department };
    expect(await idsOf("AppsSearchApplications", scoped)).toEqual([below.id]);
    expect(await idsOf("AppsGetVacancyList", { searchText: "vacancy" }, head)).toEqual([
      vacancies.department,
    ]);
  });
});

describe("CommonFindRecord", () => {
  const recordShape = z.array(
    z.object({ kind: z.string(), _id: z.string(), name: z.string(), vacancyId: z.string().nullable() }),
  );
  const records = async (id: string, client = staff) => {
    const answer = await client.send("CommonFindRecord", { id, ...scope });
    if (answer.error) throw new Error(answer.error);
    return recordShape.parse(answer.result);
  };

  test("SRCH-16 an id leads to its record: vacancy, application, assessment, message, person, access policy, workflow", async () => {
    const { id, assessmentId } = addApplication(db, { candidateId: addCandidate(db, { lastName: "Known" }) });
    const application = { kind: "APPLICATION", _id: id, name: "Pat Known", vacancyId: vacancies.main };
    for (const text of [id, ` ${id.toUpperCase()} `, assessmentId])
      expect(await records(text)).toEqual([application]);
    const vacancy = { kind: "VACANCY", _id: vacancies.main, name: "Vacancy main" };
    for (const text of [vacancies.main, "EXT-main"]) expect(await records(text)).toMatchObject([vacancy]);
    expect(await records(people.recruiter)).toMatchObject([{ kind: "USER", name: "recruiter Test" }]);
    expect(await records(ids.policy)).toMatchObject([{ kind: "POLICY", _id: ids.policy }]);
    expect(await records(workflows.chatThenVideo)).toMatchObject([{ kind: "WORKFLOW" }]);
    expect(await records(packages.chat)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "WORKFLOW", _id: workflows.chatThenVideo })]),
    );
    await recruiter.send("AppsResendApplicationAssessmentLink", { _ids: [id], ...scope });
    const mail = db
      .statement<{ mailMessageId: string; subject: string }>(
        "SELECT mailMessageId, subject FROM email_events ORDER BY seq DESC LIMIT 1",
      )
      .get();
    expect(await records(mail?.mailMessageId ?? "")).toMatchObject([{ kind: "MAIL", name: mail?.subject }]);
    for (const text of ["", "  ", "nothing", "x".repeat(300)]) expect(await records(text)).toEqual([]);
  });

  test("SRCH-16 an id leads to its record: text message, group, workflow set", async () => {
    const sms = { id: "sms-1", customerId, smsMessageId: "Text-1", timestamp: world.now() };
    db.run(sql.insertInto("sms_events").values({ ...deliveredText, ...sms }));
    expect(await records("Text-1")).toEqual([
      { kind: "SMS", _id: "Text-1", name: "FI_INVITE", vacancyId: null },
    ]);
    expect(await records(ids.group)).toMatchObject([{ kind: "GROUP", _id: ids.group }]);
    expect(await records(workflowSets.store)).toMatchObject([
      { kind: "WORKFLOW_SET", _id: workflowSets.store },
    ]);
    for (const id of [workflows.foreign, workflowSets.foreign]) expect(await records(id)).toEqual([]);
  });

  test("SRCH-16 GRP-53 the id of a provider's group leads nowhere for those who may not see it", async () => {
    const everything = [{ effect: "Allow" as const, actions: ["*"], resources: ["edge:*:*:*:*:*"] }];
    const id = addGroup(db, "retail", people.staff, everything);
    expect(await records(id)).toMatchObject([{ kind: "GROUP", _id: id }]);
    const admin = await signedIn(world.app, "admin");
    expect(await records(id, admin)).toEqual([]);
    expect(await records(ids.group, admin)).toMatchObject([{ kind: "GROUP", _id: ids.group }]);
  });

  test("SRCH-15 SRCH-16 ids of records out of sight lead nowhere", async () => {
    const head = await departmentRecruiter();
    const root = addApplication(db);
    const below = addApplication(db, { vacancy: "department" });
    const foreign = addApplication(db, {
      candidateId: addCandidate(db, {}, ids.globexSydney),
      vacancy: "foreign",
    });
    for (const id of [
      root.id,
      root.assessmentId,
      foreign.id,
      vacancies.main,
      people.staff,
      ids.policy,
      "EXT-main",
    ])
      expect(await records(id, head)).toEqual([]);
    expect(await records(below.id, head)).toMatchObject([{ kind: "APPLICATION" }]);
    for (const id of [foreign.id, vacancies.foreign, people.globexAdmin])
      expect(await records(id)).toEqual([]);
  });
});

describe("CommonSearchRecords", () => {
  const named = async (searchText: string, client = staff) => {
    const answer = await client.send("CommonSearchRecords", { searchText, ...scope });
    if (answer.error) throw new Error(answer.error);
    const rows = answer.result as { kind: string; _id: string; name: string }[];
    return rows.map(({ kind, name }) => `${kind} ${name}`);
  };

  test("SRCH-20 finds users, groups, access policies, workflows and sets by part of the name, at most five of each", async () => {
    const admin = await signedIn(world.app, "admin");
    expect(await named("CRUITER te", admin)).toEqual(["USER recruiter Test"]);
    expect(await named("test, recruiter", admin)).toEqual(["USER recruiter Test"]);
    expect(await named("recruiter@", admin)).toEqual(["USER recruiter Test"]);
    const groups = await named("group", admin);
    expect(groups.filter((one) => one.startsWith("GROUP"))).toHaveLength(5);
    expect(groups.filter((one) => one.startsWith("POLICY"))).toHaveLength(5);
    expect((await named("chat", admin)).some((one) => one.startsWith("WORKFLOW "))).toBe(true);
    expect(await named("test", admin)).toHaveLength(5);
    // Archived ones are not found, nor those of other customers.
    expect(await named("archived Test", admin)).toEqual([]);
    expect(await named("globexAdmin", admin)).toEqual([]);
    for (const text of ["", "  ", "\u200f", "nobody at all", "%", "_____________"])
      expect(await named(text, admin), JSON.stringify(text)).toEqual([]);
    const tooLong = await admin.send("CommonSearchRecords", {
      searchText: "x".repeat(5_000),
      ...scope,
    });
    expect(tooLong.error).toBe("Validation Error");
  });

  test("SRCH-20 each kind needs the right to list and to open it, where the record is", async () => {
    // Rights on the department only: no user, group or policy of the customer's root is found, but every workflow is.
    const head = await departmentRecruiter();
    expect(await named("test", head)).toEqual([]);
    expect(await named("group", head)).toEqual([]);
    const give = (actions: string[]) =>
      addGroup(db, "retail", people.noAccess, [
        { effect: "Allow", actions, resources: [`edge:${actions[0]?.split(":")[0]}:*:*:${customerId}:*`] },
      ]);
    give(["edge:access"]);
    give(["org:listUser"]);
    const lister = await signedIn(world.app, "noAccess");
    expect((await named("test", lister)).filter((one) => one.startsWith("USER"))).toEqual([]);
    expect((await named("group", lister)).some((one) => one.startsWith("GROUP"))).toBe(true);
    expect(await named("chat", lister)).toEqual([]);
    give(["org:viewUser"]);
    expect((await named("test", lister)).filter((one) => one.startsWith("USER"))).toHaveLength(5);
    give(["apps:listWorkflow"]);
    expect(await named("chat", lister)).toEqual([]);
    give(["apps:viewWorkflow"]);
    expect(await named("chat", lister)).not.toEqual([]);
  });

  test("SRCH-20 GRP-53 a provider's group and its policy are found only by those who may see them", async () => {
    const everything = [{ effect: "Allow" as const, actions: ["*"], resources: ["edge:*:*:*:*:*"] }];
    const id = addGroup(db, "retail", people.staff, everything);
    db.run(sql.updateTable("groups").set({ name: "Provider", nameKey: "provider" }).where("id", "=", id));
    db.run(sql.updateTable("policies").set({ name: "Provider rights" }).where("statements", "like", '%"*"%'));
    expect(await named("provider")).toEqual(expect.arrayContaining(["GROUP Provider"]));
    expect(await named("provider", await signedIn(world.app, "admin"))).toEqual([]);
  });
});

describe("query plans", () => {
  test.each([
    ...Object.entries(applicationSearches).map(([name, query]) => [`applications ${name}`, query] as const),
    ...Object.entries(vacancySearches).map(([name, query]) => [`vacancies ${name}`, query] as const),
  ])("SRCH-18 %s scans no table and sorts nothing", (_name, query) => {
    const plan = planOf(
      db,
      query,
      (query.text.match(/\?/g) ?? []).map(() => "[]"),
    );
    expect(plan).not.toMatch(/SCAN (?!s VIRTUAL|application_search VIRTUAL|json_each)/);
    expect(plan).not.toContain("TEMP B-TREE");
  });
});
