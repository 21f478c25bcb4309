import { expect, test } from "vitest";
import { getGroupOptions, getGroups } from "~/models/groups/group.server";
import { disambiguated } from "~/models/list/disambiguated";
import type { CustomerApi } from "~/services/customer-api.server";

const ids = { organizationId: "o", customerId: "c", hierarchyId: "h" };
type Filter = { skip?: number; limit?: number; groupIds?: string[] };

/** A customer with `count` groups, and the filters it was called with. */
function customerWith(count: number) {
  const requests: Filter[] = [];
  const groups = Array.from({ length: count }, (_, at) => ({
    _id: `g${at}`,
    name: `G ${at}`,
    usersCount: at,
  }));
  const query = (_document: unknown, { filter }: { filter: Filter }) => {
    requests.push(filter);
    const { skip = 0, limit = Math.max(1, count) } = filter;
    const data = groups.slice(skip * limit, (skip + 1) * limit);
    const totalPages = Math.max(1, Math.ceil(count / limit));
    return Promise.resolve({ ORGGetGroups: { data, pagination: { totalPages } } });
  };
  return { api: { query, ids } as unknown as CustomerApi, asked: requests };
}

test.each([0, 7, 1_201])(
  "GRP-08 SSO-29 TEN-23 all %i groups are requested at once and offered",
  async (count) => {
    const { api, asked } = customerWith(count);
    const options = await getGroupOptions(api, { choice: "PERSON" });
    expect(options.map(({ label }) => label)).toEqual(Array.from({ length: count }, (_, at) => `G ${at}`));
    const sort = { fieldName: "name", order: "asc" };
    expect(asked).toEqual([{ ...ids, sort, activeOnly: true, choice: "PERSON" }]);
  },
);

test("GRP-64 options of equal names show the end of their ids", () => {
  const [one, two, three] = ["a00000000001", "b00000000002", "c00000000003"];
  const options = disambiguated([
    { value: one, label: "Recruiters" },
    { value: two, label: "Auditors" },
    { value: three, label: "Recruiters" },
  ]);
  expect(options.map(({ label }) => label)).toEqual([
    "Recruiters (…000001)",
    "Auditors",
    "Recruiters (…000003)",
  ]);
});

test("GRP-64 names that look alike count as equal, however their accents are encoded", () => {
  const options = disambiguated([
    { value: "a00000000001", label: "Caf\u00e9" },
    { value: "b00000000002", label: "Cafe\u0301" },
    { value: "c00000000003", label: "Cafe" },
  ]);
  expect(options.map(({ label }) => label)).toEqual(["Caf\u00e9 (…000001)", "Cafe\u0301 (…000002)", "Cafe"]);
});

test("USER-21 a filter offers as many as it requests", async () => {
  const { api, asked } = customerWith(1_201);
  expect(await getGroupOptions(api, { limit: 500 })).toHaveLength(500);
  expect(asked).toMatchObject([{ skip: 0, limit: 500 }]);
});

test("USER-21 groups are requested by their ids in one call", async () => {
  const { api, asked } = customerWith(2);
  await getGroupOptions(api, { ids: ["g1", "g7"] });
  expect(asked).toMatchObject([{ activeOnly: true, groupIds: ["g1", "g7"] }]);
});

test("GRP-07 a page of the list is requested by departments, page index, size and order", async () => {
  const { api, asked } = customerWith(90);
  const state = { page: 3, size: 30, sort: "createdAt", order: "desc" } as const;
  const order = { skip: 2, limit: 30, sort: { fieldName: "createdAt", order: "desc" } };
  const place = { organizationId: "o", customerId: "c", hierarchyIds: ["h"] };
  await getGroups(api, state, false);
  await getGroups(api, state, true);
  expect(asked).toEqual([
    { ...place, ...order, activeOnly: true },
    { ...place, ...order, archivedOnly: true },
  ]);
});
