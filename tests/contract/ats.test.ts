import { beforeAll, describe, expect, test } from "vitest";
import { tenants as atsTenants } from "../../regional-api/areas/ats/ats-tenants.entity";
import { countQuery, pageQuery } from "../../regional-api/areas/ats/ats-requests.store";
import { planOf } from "./fixtures/plan";
import { addRequest, atsIds } from "./fixtures/ats";
import { retail } from "./fixtures/ids";
import { tenantValues } from "./fixtures/sms-and-ats-operations";
import { hexId } from "./fixtures/hex-id";
import { workflows } from "./fixtures/workflows";
import { addGroup, ids, start } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";
import { exactPage } from "./fixtures/exact-page";

const world = useWorld("all tests");
const staff = useClient(world, "staff", "all tests");

const sydney = () => world.databases.region("ap-southeast-2");

const tenants = () => staff.result("AtsGetTenantsByCustomer", retail);
const tenant = (_id = atsIds.tenant) => staff.result("AtsGetTenantById", { _id, ...retail });
const update = (values: Record<string, unknown> = {}) =>
  staff.send("AtsUpdateTenant", {
    ...retail,
    ...tenantValues,
    _id: atsIds.tenant,
    atsName: "USED_ATS",
    ...values,
  });
const updateExtra = (extra: Record<string, unknown>) => update({ extra });

describe("tenants", () => {
  test("TEN-02 TEN-03 lists the customer's active tenants with every field", async () => {
    const list = await tenants();
    expect(list.map(({ _id }) => _id).sort()).toEqual([atsIds.tenant, atsIds.tenantToArchive]);
    expect(list.find(({ _id }) => _id === atsIds.tenant)).toEqual({
      _id: atsIds.tenant,
      atsName: "USED_ATS",
      ...retail,
      externalTenantId: "TENANT-1",
      customerName: "Acme",
      credential: { apiKey: true },
      extra: { resendAfter: 3, elsewhere: "kept" },
      createdAt: new Date(start).toISOString(),
      updatedAt: new Date(start).toISOString(),
    });
  });

  test("TEN-35 no answer to any caller contains credential values; an omitted one is kept", async () => {
    const stored = () =>
      world.databases
        .region("ap-southeast-2")
        .statement("SELECT credential FROM ats_tenants WHERE id = ?")
        .get(atsIds.tenant);
    expect((await update({ credential: {} })).error).toBeUndefined();
    expect(stored()).toEqual({ credential: '{"apiKey":"secret"}' });
    const list = await staff.send("AtsGetTenantsByCustomer", retail);
    const one = await staff.send("AtsGetTenantById", { ...retail, _id: atsIds.tenant });
    for (const { data } of [list, one]) {
      expect(JSON.stringify(data)).toContain('"credential":{"apiKey":true}');
      expect(JSON.stringify(data)).not.toContain("secret");
    }
    expect((await update({ credential: { apiKey: " key " } })).error).toBeUndefined();
    expect(stored()).toEqual({ credential: '{"apiKey":"key"}' });
  });

  test("TEN-26 TEN-27 values are trimmed, and cleared with the switch they depend on", async () => {
    const extra = {
      resendAfter: "7",
      hasFlag: false,
      flagList: ["a"],
      flagWorkflowIds: { nonsense: "" },
      hasVacancyByProduct: false,
      vacancyByProductPostfix: "(video)",
      appsApplicationStatus: { " Applied ": "APPS_APPLICATION_NEW" },
      elsewhere: [1],
    };
    const { error } = await update({ externalTenantId: " T-9 ", credential: { apiKey: " key " }, extra });
    expect(error).toBeUndefined();
    expect(await tenant()).toMatchObject({
      externalTenantId: "T-9",
      credential: { apiKey: true },
      extra: {
        resendAfter: 7,
        hasFlag: false,
        flagList: [],
        flagWorkflowIds: {},
        hasVacancyByProduct: false,
        vacancyByProductPostfix: "",
        appsApplicationStatus: { Applied: "APPS_APPLICATION_NEW" },
        elsewhere: [1],
      },
    });
  });

  const id = "a".repeat(24);
  const on = { hasFlag: true, hasVacancyByProduct: true };
  test.each([
    ["TEN-45", { externalTenantId: " " }, "Please enter the tenant id"],
    ["TEN-45", { externalTenantId: "x".repeat(101) }, "Please keep the tenant id within 100 characters"],
    ["TEN-45", { customerName: "" }, "Please enter the customer name"],
    ["TEN-17", { extra: { resendAfter: 0 } }, "You can only enter whole numbers greater than 0"],
    ["TEN-17", { extra: { resendAfter: 1.5 } }, "You can only enter whole numbers greater than 0"],
    [
      "TEN-19",
      { extra: { appsApplicationStatus: { " ": "APPS_APPLICATION_NEW" } } },
      "You must map each status before continuing",
    ],
    ["TEN-19", { extra: { appsApplicationStatus: { Applied: "NEW" } } }, "Missing Sapia Status"],
    ["TEN-21", { extra: { ...on, flagWorkflowIds: { short: id } } }, "Please enter a valid workflow ID"],
    ["TEN-21", { extra: { ...on, flagWorkflowIds: { [id]: "" } } }, "Please select a workflow"],
    [
      "TEN-22",
      { extra: { hasFlag: true } },
      "Oops! The vacancy by product must be enabled when the flag is enabled",
    ],
    ["TEN-25", { atsName: "FREE_ATS" }, "The ATS of a tenant cannot be changed"],
  ])("%s %j is a validation error", async (_row, values, message) => {
    const before = await tenant();
    expect(await update(values)).toMatchObject({ error: "Validation Error", message });
    expect(await tenant()).toEqual(before);
  });

  test("TEN-04 extra contains everything that templates require, and more", async () => {
    const group = addGroup(sydney(), "retail", hexId("0e", 3), []);
    const extra = {
      apiUrl: "https://ats.example",
      isAutoFlow: true,
      appsApplicationStatus: { Applied: "APPS_APPLICATION_NEW", Signed: "APPS_APPLICATION_HIRED" },
      hasFlag: true,
      flagList: ["Indigenous"],
      flagWorkflowIds: { [id]: workflows.chat },
      groupIds: { HIRING_MANAGER: [group], RECRUITER: [] },
      hasVacancyByProduct: true,
      vacancyByProductPostfix: "(video)",
      recommendations: { YES: "Recommended", MAYBE: "Consider", NO: "Not recommended" },
      applicationProgressStatus: { INPROGRESS: "Interview begun", COMPLETED: "Interview done" },
      webhookUrl: "https://hook.example",
    };
    expect((await updateExtra(extra)).error).toBeUndefined();
    expect((await tenant()).extra).toEqual(extra);
  });

  test("TEN-15 a read-only item keeps its value, or the template's, whatever is sent", async () => {
    expect(await updateExtra({ apiUrl: "https://evil.example" })).toMatchObject({
      error: "Validation Error",
      message: "apiUrl cannot be changed",
    });
    expect((await updateExtra({})).error).toBeUndefined();
    expect((await tenant()).extra).toEqual({ apiUrl: "https://ats.example" });
    expect((await updateExtra({ apiUrl: "https://ats.example" })).error).toBeUndefined();
  });

  test("GEN-16 groups and workflows of other customers are not found", async () => {
    const foreign = addGroup(sydney(), "globexSydney", hexId("0e", 7), []);
    const own = addGroup(sydney(), "retail", hexId("0e", 2), []);
    const groups = (groupId: string) => ({ groupIds: { HIRING_MANAGER: [groupId], RECRUITER: [] } });
    expect((await updateExtra(groups(foreign))).error).toBe("Not Found Error");
    expect((await updateExtra(groups(own))).error).toBeUndefined();
    const workflow = { ...on, flagWorkflowIds: { [id]: hexId("4f", 1) } };
    expect((await updateExtra(workflow)).error).toBe("Not Found Error");
  });

  test("TEN-25 refuses a second tenant of the same ATS, and one of an ATS without a template", async () => {
    const create = (atsName: string) =>
      staff.send("AtsCreateTenant", { ...retail, ...tenantValues, atsName });
    expect((await create("USED_ATS")).error).toBe("Conflict Error");
    expect(await create("NO_ATS")).toMatchObject({
      error: "Validation Error",
      message: "Please select one ats template",
    });
    // The archived tenant does not count.
    expect((await create("FREE_ATS")).error).toBeUndefined();
    expect(await tenants()).toHaveLength(3);
  });

  test("TEN-07 TEN-08 archiving is all or nothing, and permanent", async () => {
    const archive = (_ids: string[]) => staff.send("AtsDeleteTenantsByIds", { ...retail, _ids });
    expect((await archive([atsIds.tenantToArchive, atsIds.foreignTenant])).error).toBe("Not Found Error");
    expect(await tenants()).toHaveLength(3);
    expect((await archive([atsIds.tenantToArchive, atsIds.tenantToArchive])).error).toBeUndefined();
    expect((await tenants()).map(({ atsName }) => atsName).sort()).toEqual(["FREE_ATS", "USED_ATS"]);
    expect((await archive([atsIds.tenantToArchive])).error).toBe("Not Found Error");
    const answer = await staff.send("AtsGetTenantById", {
      ...retail,
      _id: atsIds.tenantToArchive,
    });
    expect(answer.error).toBe("Not Found Error");
  });

  test("TEN-16 a tenant of another customer is not found, whatever ids are sent along", async () => {
    const answer = await staff.send("AtsGetTenantById", {
      ...retail,
      _id: atsIds.foreignTenant,
    });
    expect(answer.error).toBe("Not Found Error");
  });
});

describe("requests", () => {
  const search = (input: Record<string, unknown> = {}) =>
    staff.result("AtsGetRequestList", {
      getRequestListInput: { customerId: ids.retail, atsName: "MANY_ATS", limit: 30, skip: 0, ...input },
    });
  const total = async (input: Record<string, unknown>) => (await search(input)).pagination.totalItems;

  beforeAll(() =>
    sydney().transaction(() => {
      for (let number = 0; number < 100; number += 1) {
        addRequest(sydney(), hexId("7d", number), number, {
          atsName: "MANY_ATS",
          requestType: number % 2 ? "CREATE_REVIEW" : "ORDER_ASSESSMENT",
          status: number % 5 ? "ATS_REQUEST_COMPLETED" : "ATS_REQUEST_FAILED",
          masterId: number % 10 ? `MASTER-${number}` : null,
          externalTenantId: number % 4 ? "T-A" : "T-B",
        });
      }
    }),
  );

  test("ATSR-08 ATSR-12 SHELL-27 pages count from 0, newest first; a page past the last is the last", async () => {
    const first = await search();
    expect(first.pagination).toEqual(
      exactPage({ totalPages: 4, currentPage: 1, pageSize: 30, totalItems: 100 }),
    );
    expect(first.data.map(({ _id }) => _id)).toEqual(
      Array.from({ length: 30 }, (_, index) => hexId("7d", 99 - index)),
    );
    const last = await search({ skip: 9 });
    expect(last.pagination.currentPage).toBe(4);
    expect(last.data.map(({ _id }) => _id)).toEqual(
      Array.from({ length: 10 }, (_, index) => hexId("7d", 9 - index)),
    );
  });

  test("GEN-38 counting stops at 10,000, and each page knows if there is a next one", async () => {
    const many = 10_025;
    sydney().transaction(() => {
      for (let number = 0; number < many; number += 1)
        addRequest(sydney(), hexId("7e", number), number, { atsName: "COUNTLESS_ATS" });
    });
    const pageAt = async (skip: number) => {
      const { data, pagination } = await staff.result("AtsGetRequestList", {
        getRequestListInput: { customerId: ids.retail, atsName: "COUNTLESS_ATS", limit: 30, skip },
      });
      return { ...pagination, rows: data.length };
    };
    for (const [skip, totalItems, totalPages, isTotalExact, rows] of [
      [0, 10_000, 334, false, 30],
      [332, 10_000, 334, false, 30],
      [333, 10_020, 335, false, 30],
      [334, many, 335, true, 5],
      [900, many, 335, true, 5],
    ] as const)
      expect(await pageAt(skip), String(skip)).toMatchObject({ totalItems, totalPages, isTotalExact, rows });
  });

  test("ATSR-08 every filter narrows, and they combine", async () => {
    const at = (number: number) => new Date(start + number * 60_000).toISOString();
    expect(await total({ requestType: "CREATE_REVIEW" })).toBe(50);
    expect(await total({ status: "ATS_REQUEST_FAILED" })).toBe(20);
    expect(await total({ masterId: "MASTER-37" })).toBe(1);
    expect(await total({ externalTenantId: "T-B" })).toBe(25);
    expect(await total({ createdAtFrom: at(90) })).toBe(10);
    expect(await total({ createdAtTo: at(9) })).toBe(10);
    expect(await total({ createdAtFrom: at(10), createdAtTo: at(19) })).toBe(10);
    expect(
      await total({ status: "ATS_REQUEST_FAILED", externalTenantId: "T-B", createdAtFrom: at(50) }),
    ).toBe(2);
    expect(await total({ atsName: "OTHER_ATS" })).toBe(0);
  });

  test("ATSR-13 a request has every field, its JSON as JSON", async () => {
    const result = await staff.result("AtsGetRequestById", { _id: atsIds.request });
    expect(result).toEqual({
      _id: atsIds.request,
      masterId: "MASTER-1",
      requestType: "ORDER_ASSESSMENT",
      atsName: "USED_ATS",
      customerId: ids.retail,
      externalTenantId: "TENANT-1",
      requestCount: 2,
      retryable: true,
      retryCount: 1,
      status: "ATS_REQUEST_COMPLETED",
      extra: { source: "webhook" },
      payload: { vacancy: { title: "Baker — “Köln”" } },
      responses: [
        { status: 503, data: { message: "later" }, timestamp: "2026-01-15T12:00:00.000Z" },
        { status: 204, data: null, timestamp: "2026-01-15T12:01:00.000Z" },
      ],
      tags: ["manual"],
      createdAt: new Date(start).toISOString(),
      updatedAt: new Date(start + 1_000).toISOString(),
    });
  });

  test("ATSR-04 GEN-16 refuses a missing ATS and an unknown request", async () => {
    const getRequestListInput = { customerId: ids.retail, atsName: "", limit: 30, skip: 0 };
    const unnamed = await staff.send("AtsGetRequestList", { getRequestListInput });
    expect(unnamed.error).toBe("Validation Error");
    const unknown = await staff.send("AtsGetRequestById", { _id: hexId("7f", 1) });
    expect(unknown.error).toBe("Not Found Error");
  });
});

describe("EXPLAIN QUERY PLAN", () => {
  const base = { customerId: ids.retail, atsName: "A" };
  const searches = {
    "no filter": {},
    type: { requestType: "X" },
    status: { status: "ATS_REQUEST_FAILED" },
    tenant: { externalTenantId: "T" },
    master: { masterId: "M" },
    times: { createdAtFrom: 1, createdAtTo: 2 },
    everything: {
      requestType: "X",
      status: "ATS_REQUEST_FAILED",
      externalTenantId: "T",
      masterId: "M",
      createdAtFrom: 1,
      createdAtTo: 2,
    },
  } as const;

  test.each(Object.entries(searches))(
    "requests by %s are counted and found on an index only",
    (_name, filters) => {
      for (const query of [
        countQuery({ ...base, ...filters }, 10_001),
        pageQuery({ ...base, ...filters }, { limit: 30, offset: 90_000 }),
      ]) {
        const plan = planOf(sydney(), query);
        expect(plan).toMatch(/COVERING INDEX ats_requests_(created|master)/);
        expect(plan).not.toMatch(/SCAN ats_requests|TEMP B-TREE/);
      }
    },
  );
});

test("AUD-03 the record shows a configuration's switches with values, and hides other ATS settings", async () => {
  const { extra } = sydney()
    .statement<{ extra: string }>("SELECT extra FROM ats_tenants WHERE id = ?")
    .all(atsIds.tenant)[0] ?? { extra: "{}" };
  const set = sydney().statement("UPDATE ats_tenants SET extra = ? WHERE id = ?");
  set.run(JSON.stringify({ hasFlag: true, hasVacancyByProduct: "false", token: "secret" }), atsIds.tenant);
  const read = await atsTenants.kind.read(sydney().reader, atsIds.tenant);
  set.run(extra, atsIds.tenant);
  expect(read?.values).toMatchObject({
    ...{ hasFlag: true, hasVacancyByProduct: false },
    settings: '{"token":"secret"}',
  });
  expect(atsTenants.kind.fields).toMatchObject({ hasFlag: "shown", settings: "secret" });
});
