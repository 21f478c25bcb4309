import { beforeAll, describe, expect, test } from "vitest";
import { findEntries, seqsQuery } from "../../regional-api/areas/record/record.store";
import { appendEntry } from "../../regional-api/store/record-chain";
import { insertUpload } from "../../regional-api/areas/users/user-uploads.store";
import { atsIds } from "./fixtures/ats";
import { addApplication, addCandidate, vacancies } from "./fixtures/hiring";
import { workflows } from "./fixtures/workflows";
import { planOf } from "./fixtures/plan";
import { type Client, signedIn } from "./fixtures/client";
import { retail } from "./fixtures/ids";
import { addGroup, ids, people } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

const world = useWorld("all tests");
const admin = useClient(world, "admin", "all tests");
const staff = useClient(world, "staff", "all tests");
const db = () => world.databases.region("ap-southeast-2");
const hex = (number: number) => `ab${number}`.padEnd(24, "0");

type Wanted = Partial<Parameters<typeof appendEntry>[1]>;

/** Adds an entry of Acme Retail, `number` seconds after the world's start. */
async function add(number: number, wanted: Wanted): Promise<void> {
  const kind = wanted.kind ?? "GROUP";
  const objectId = wanted.objectId ?? hex(number);
  await db().write((writer) =>
    appendEntry(
      writer,
      {
        id: hex(number),
        at: world.now() + number * 1000,
        action: "CHANGED",
        outcome: "SUCCESS",
        kind,
        objectId,
        objectName: `Name ${number}`,
        objectCount: 1,
        actorId: people.admin,
        organizationId: null,
        customerId: ids.retail,
        departmentId: null,
        source: "CONSOLE",
        network: "192.0.2.0/24",
        requestId: `request-${Math.floor(number / 2)}`,
        operation: "test",
        changes: JSON.stringify([{ kind, id: objectId, name: null, action: "CHANGED", fields: [] }]),
        details: "{}",
        ...wanted,
      },
      [{ kind, id: objectId }],
    ),
  );
}

beforeAll(async () => {
  await add(1, { objectName: "Night shift" });
  await add(2, { kind: "WORKFLOW", action: "ARCHIVED", objectName: "Night workflow" });
  await add(3, { actorId: people.recruiter, objectName: "Été à Paris" });
  await add(4, { kind: "ORGANIZATION", customerId: null, organizationId: ids.acme, objectName: "Acme" });
  await add(5, { kind: "WORKFLOW", objectId: hex(2), objectName: "Night workflow" });
  await add(6, { customerId: ids.bank, objectName: "Night of another customer" });
  await add(7, { kind: "ATS_TENANT", objectName: "Night tenant" });
});

interface Listed {
  data: { _id: string; objectName: string | null }[];
  pagination: { totalItems: number };
  reachesTo: string;
}

async function list(client: Client, filter: object = {}): Promise<number[]> {
  const variables = { ...retail, skipEq: 0, limitEq: 30, ...filter };
  const { data: rows } = await client.result("AudGetEntries", variables);
  return rows.filter(({ _id }) => _id.startsWith("ab")).map(({ _id }) => Number(_id.charAt(2)));
}

describe("AUD-08 the list", () => {
  test("newest first, filtered by person, kind, action, period and words of the name, also combined", async () => {
    expect(await list(staff)).toEqual([7, 5, 4, 3, 2, 1]);
    expect(await list(staff, { actorId: people.recruiter })).toEqual([3]);
    expect(await list(staff, { kind: "WORKFLOW" })).toEqual([5, 2]);
    expect(await list(staff, { kind: "WORKFLOW", action: "ARCHIVED", actorId: people.admin })).toEqual([2]);
    expect(await list(staff, { text: "nigh" })).toEqual([7, 5, 2, 1]);
    expect(await list(staff, { text: "NIGHT work" })).toEqual([5, 2]);
    expect(await list(staff, { text: "ete paris" })).toEqual([3]);
    expect(await list(staff, { text: "…" })).toEqual([]);
    const at = (number: number) => new Date(world.now() + number * 1000).toISOString();
    expect(await list(staff, { from: at(2), to: at(4) })).toEqual([4, 3, 2]);
    expect(await list(staff, { from: at(2), kind: "WORKFLOW", text: "night" })).toEqual([5, 2]);
    expect(await list(staff, { from: at(900) })).toEqual([]);
  });

  test("the word index and a scan of the names find the same entries", async () => {
    const names = [
      "Über-Nacht Team",
      "Nachtschicht (Süd)",
      "İstanbul d'Été",
      "Łódź 24h",
      "ΟΔΟΣ οδός",
      "夜班 组",
      "हिन्दी समूह",
    ];
    const places = ["names"];
    for (const [index, objectName] of names.entries())
      await add(21 + index, { objectName, customerId: "names" });
    const texts = [
      "nacht",
      "uber nacht",
      "sud",
      "d ete",
      "łod",
      "24",
      "οδο",
      "夜班",
      "ete d",
      "t",
      "team über",
      "schicht",
    ];
    for (const text of texts) {
      const byIndex = await seqsQuery(db().reader, { places, text });
      const found = await findEntries(db().reader, { places, text });
      const looked = await found.rows({ limit: 100, offset: 0 });
      expect(
        looked.map(({ seq }) => seq),
        text,
      ).toEqual(
        byIndex
          ? db()
              .all(byIndex.orderBy("seq", "desc"))
              .map(({ seq }) => seq)
          : [],
      );
    }
    const found = await findEntries(db().reader, { places, text: "nacht" });
    expect([await found.count(10), await found.count(1)]).toEqual([2, 1]);
  });

  test("AUD-10 one object's history is listed, and can be searched", async () => {
    expect(await list(staff, { objectKind: "WORKFLOW", objectId: hex(2) })).toEqual([5, 2]);
    expect(await list(staff, { objectKind: "WORKFLOW", objectId: hex(2), action: "ARCHIVED" })).toEqual([2]);
    // Another customer's object has no history here.
    expect(await list(staff, { objectKind: "GROUP", objectId: hex(6) })).toEqual([]);
  });

  test("AUD-12 reports how far back it reaches", async () => {
    const result = await staff.result("AudGetEntries", { ...retail, skipEq: 0, limitEq: 1 });
    expect((result as Listed).reachesTo).toBe(new Date(1).toISOString());
  });
});

describe("AUD-11 visibility", () => {
  const entry = async (client: Client, number: number) =>
    (await client.send("AudGetEntry", { ...retail, _id: hex(number) })).error;

  test("entries about objects whose details one may not view are missing: from list, count and direct access", async () => {
    // A customer admin has no right to ATS tenants and does not run the organisation.
    expect(await list(admin)).toEqual([5, 3, 2, 1]);
    expect(await list(admin, { kind: "ATS_TENANT" })).toEqual([]);
    expect(await list(admin, { objectKind: "ATS_TENANT", objectId: hex(7) })).toEqual([]);
    const count = async (client: Client) => {
      const result = await client.result("AudGetEntries", {
        ...retail,
        text: "night",
        skipEq: 0,
        limitEq: 1,
      });
      return result.pagination.totalItems;
    };
    expect([await count(staff), await count(admin)]).toEqual([4, 3]);
    expect(await entry(admin, 7)).toBe("Not Found Error");
    expect(await entry(admin, 4)).toBe("Not Found Error");
    expect(await entry(staff, 6)).toBe("Not Found Error");
    expect([await entry(staff, 7), await entry(staff, 4), await entry(admin, 5)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a right on one department shows only that department's entries", async () => {
    const allow = (code: string, hierarchyId: string) => ({
      effect: "Allow" as const,
      actions: [code],
      resources: [`edge:${code.split(":")[0]}:ap-southeast-2:${ids.acme}:${ids.retail}:${hierarchyId}`],
    });
    await add(8, { kind: "VACANCY", departmentId: ids.department });
    await add(9, { kind: "VACANCY" });
    addGroup(db(), "retail", people.noAccess, [
      allow("org:viewRecord", "*"),
      allow("edge:access", "*"),
      allow("apps:viewVacancy", ids.department),
    ]);
    const reader = await signedIn(world.app, "noAccess");
    expect(await list(reader)).toEqual([8]);
    expect([await entry(reader, 8), await entry(reader, 9)]).toEqual([undefined, "Not Found Error"]);
  });
});

test("AUD-11 GRP-53 an entry hides provider groups from those who may not see them, also among a user's groups", async () => {
  const everything = [{ effect: "Allow" as const, actions: ["*"], resources: ["edge:*:*:*:*:*"] }];
  const provider = addGroup(db(), "retail", people.staff, everything);
  const [archived, left] = [
    addGroup(db(), "retail", people.staff, []),
    addGroup(db(), "retail", people.staff, []),
  ];
  const nameOf = (id: string) =>
    db().statement<{ name: string }>("SELECT name FROM groups WHERE id = ?").get(id)?.name ?? "";
  expect((await staff.send("ORGArchiveGroups", { groupIds: [archived, provider] })).error).toBe(undefined);
  expect((await staff.send("ORGRestoreGroups", { groupIds: [provider] })).error).toBe(undefined);
  const out = { groupId: left, userIds: [people.staff] };
  expect((await admin.send("ORGGroupRemoveUsers", out)).error).toBe(undefined);

  const histories = async (client: Client, ...groups: string[]) => {
    const found = [];
    for (const objectId of groups) {
      const { data } = await client.call(
        `query ($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!, $objectId: String!) {
          AudGetEntries(organizationId: $organizationId, customerId: $customerId, hierarchyId: $hierarchyId,
            objectKind: GROUP, objectId: $objectId, skipEq: 0, limitEq: 9) {
            data { objectCount objects { kind name fields { field before after } } }
            pagination { totalItems }
          }
        }`,
        { ...retail, objectId },
      );
      found.push(data["AudGetEntries"] as { data: { objectCount: number; objects: object[] }[] });
    }
    return found;
  };
  const [ofArchived, ofLeft, ofProvider] = await histories(admin, archived, left, provider);
  expect(ofArchived?.data).toMatchObject([{ objectCount: 1, objects: [{ name: nameOf(archived) }] }]);
  const user = ofLeft?.data[0]?.objects[1] as {
    fields: { field: string; before: string[]; after: string[] }[];
  };
  const groups = user.fields.find(({ field }) => field === "groups");
  expect(groups?.before).toContain(nameOf(left));
  expect(JSON.stringify([ofArchived, ofLeft])).not.toContain(JSON.stringify(nameOf(provider)));
  expect(ofProvider).toEqual({ data: [], pagination: { totalItems: 0 } });
  // Staff see all of it.
  const [all, , own] = await histories(staff, archived, left, provider);
  expect(all?.data).toMatchObject([{ objectCount: 2 }]);
  expect(own?.data).toHaveLength(2);
});

test("AUD-09 an entry's page lists the other visible entries of its request", async () => {
  const result = await staff.result("AudGetEntry", { ...retail, _id: hex(2) });
  expect(result).toMatchObject({ sameRequest: [{ _id: hex(3) }], undone: null });
});

test("AUD-09 applications and candidates link to the candidate's page as long as they exist", async () => {
  const candidateId = addCandidate(db());
  const { id } = addApplication(db(), { candidateId });
  await staff.result("RETMakePack", { ...retail, _id: id });
  const shown = async () => {
    const { data } = await staff.call(
      `query ($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!, $objectId: String!) {
        AudGetEntries(organizationId: $organizationId, customerId: $customerId, hierarchyId: $hierarchyId,
          objectKind: CANDIDATE, objectId: $objectId, skipEq: 0, limitEq: 5) { data { objects { shownOn { _id vacancyId } } } }
      }`,
      { ...retail, objectId: candidateId },
    );
    return (data["AudGetEntries"] as { data: { objects: object[] }[] }).data.map(({ objects }) => objects);
  };
  expect(await shown()).toEqual([[{ shownOn: { _id: id, vacancyId: vacancies.main } }]]);
  const removed = { ...retail, candidateId };
  await staff.result("AppsDeleteCandidateById", removed);
  expect(await shown()).toEqual([[{ shownOn: null }], [{ shownOn: null }]]);
});

test("AUD-09 UPLOAD-25 an entry links to the upload it came from as long as that is kept", async () => {
  await add(77, { details: JSON.stringify({ uploadId: "file-1" }), customerId: ids.retail });
  const uploadId = async () => {
    const result = await staff.result("AudGetEntry", { ...retail, _id: hex(77) });
    return result.entry.uploadId;
  };
  expect(await uploadId()).toBeNull();
  await db().write((writer) =>
    insertUpload(
      writer,
      {
        ...{ customerId: ids.retail, uploadId: "file-1", hierarchyId: retail.hierarchyId },
        ...{ createdBy: people.staff, fileName: "users.csv", header: "[]" },
        ...{ mfaEnabled: 0, forcePasswordReset: 0, notes: null },
        ...{ createdAt: world.now(), begunAt: null, doneAt: null },
      },
      [],
    ),
  );
  expect(await uploadId()).toBe("file-1");
});

test("AUD-09 an object exists as long as it can be opened: archived workflows do, archived ATS tenants do not", async () => {
  const gone = async (name: string, variables: object, of: { objectKind: string; objectId: string }) => {
    await staff.result(name, { ...retail, ...variables });
    const { data } = await staff.call(
      `query ($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!, $objectKind: AudKind!, $objectId: String!) {
        AudGetEntries(organizationId: $organizationId, customerId: $customerId, hierarchyId: $hierarchyId,
          objectKind: $objectKind, objectId: $objectId, skipEq: 0, limitEq: 1) { data { action objects { exists isArchived } } }
      }`,
      { ...retail, ...of },
    );
    return (data["AudGetEntries"] as { data: object[] }).data;
  };
  const tenant = { objectKind: "ATS_TENANT", objectId: atsIds.tenantToArchive };
  expect(await gone("AtsDeleteTenantsByIds", { _ids: [tenant.objectId] }, tenant)).toEqual([
    { action: "ARCHIVED", objects: [{ exists: false, isArchived: true }] },
  ]);
  const workflow = { objectKind: "WORKFLOW", objectId: workflows.chat };
  expect(await gone("AppsArchiveWorkflows", { workflowIds: [workflow.objectId] }, workflow)).toEqual([
    { action: "ARCHIVED", objects: [{ exists: true, isArchived: true }] },
  ]);
});

test("ORG-61 ORG-48 an organisation's history spans regions, without a customer, for those who run it", async () => {
  const organization = { displayName: "Fresh", uniqueName: "fresh" };
  const { data } = await staff.send("ORGCreateOrganization", { organization }, { region: "eu-west-1" });
  const objectId = (data["ORGCreateOrganization"] as { _id: string })._id;
  const renamed = { _id: objectId, displayName: "Fresher", version: 0 };
  world.pass(1_000);
  await staff.result("ORGUpdateOrganization", renamed);
  const history = async (client: Client) => {
    const answer = await client.call(
      `query ($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!, $objectId: String!) {
        AudGetEntries(organizationId: $organizationId, customerId: $customerId, hierarchyId: $hierarchyId,
          objectKind: ORGANIZATION, objectId: $objectId, skipEq: 0, limitEq: 10) { data { _id action } pagination { totalItems } }
      }`,
      { ...retail, objectId },
    );
    return answer.data["AudGetEntries"] as { data: { _id: string; action: string }[]; pagination: object };
  };
  const { data: entries, pagination } = await history(staff);
  expect(entries.map(({ action }) => action)).toEqual(["CHANGED", "CREATED"]);
  expect(pagination).toEqual({ totalItems: 2 });
  expect((await history(admin)).data).toEqual([]);
  for (const { _id, action } of entries) {
    const one = await staff.result("AudGetEntry", { ...retail, _id });
    expect(one).toMatchObject({ entry: { action, objectId } });
    expect((await admin.send("AudGetEntry", { ...retail, _id })).error).toBe("Not Found Error");
  }
});

describe("AUD-15 plans", () => {
  const filters = {
    none: {},
    person: { actorId: people.admin },
    all: { actorId: people.admin, kind: "GROUP", action: "CHANGED", text: "night", from: 1, to: 9e15 },
    kinds: { kinds: ["GROUP", "USER"] },
    history: { object: { kind: "GROUP", id: hex(1) } },
  };
  test.each(Object.entries(filters))(
    "a page by %s comes in the order of its index, without sorting",
    async (_name, filter) => {
      const query = await seqsQuery(db().reader, { places: [ids.retail], ...filter });
      const page = query?.orderBy("seq", "desc").limit(30);
      expect(page && planOf(db(), page)).not.toMatch(/TEMP B-TREE|SCAN record_entries|SCAN e\b/);
    },
  );
});
