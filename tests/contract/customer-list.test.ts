import { beforeAll, describe, expect, test } from "vitest";
import {
  customerCount,
  customerPage,
  customerSorts,
  insertCustomer,
  type CustomerListFilter,
} from "../../regional-api/areas/customers/customers.store";
import { planOf } from "./fixtures/plan";
import { signedIn, type Client } from "./fixtures/client";
import { hexId } from "./fixtures/hex-id";
import { useWorld, useClient } from "./fixtures/use-world";
import { addGroup, ids, people, start } from "./fixtures/world";

const world = useWorld("all tests");
const staff = useClient(world, "staff", "all tests");
const db = () => world.databases.region("ap-southeast-2");

beforeAll(async () => {
  // As many as the largest organisation had, including those to be found.
  await db().write(async (writer) => {
    for (let number = 0; number < 20_000; number += 1) {
      const id = hexId("cc", number);
      await insertCustomer(writer, {
        id,
        organizationId: ids.globex,
        uniqueName: `globex-${number}`,
        displayName: number === 777 ? "Zoë’s Bäckerei" : `Branch ${number}`,
        rootHierarchyId: hexId("cd", number),
        tags: "[]",
        createdBy: null,
        createdAt: start + number,
        updatedAt: start + number,
        archivedAt: number % 4 === 0 ? start + 100_000 - number : null,
      });
    }
  });
}, 300_000);

type Filter = Record<string, unknown>;
const listCustomers = async (client: Client, filter: Filter, organizationId: string = ids.globex) => {
  const { data, error } = await client.call(
    `query ($filter: ORGCustomersFilter!) { ORGGetCustomers(filter: $filter) { _id displayName uniqueName } ORGCountCustomers(filter: $filter) }`,
    { filter: { organizationId, ...filter } },
  );
  expect(error).toBeUndefined();
  return {
    rows: data.ORGGetCustomers as { _id: string; displayName: string; uniqueName: string }[],
    count: data.ORGCountCustomers as number,
  };
};

describe("CUST-49 the API searches, sorts and pages customers", () => {
  test("part of either name finds them, ignoring case and accents", async () => {
    for (const searchText of ["zoe", "BACKEREI", "bex-777"]) {
      const { rows } = await listCustomers(staff, { searchText, limitEq: 100 });
      expect(rows.map(({ uniqueName }) => uniqueName)).toContain("globex-777");
    }
    expect(await listCustomers(staff, { searchText: "nobody", limitEq: 30 })).toEqual({ rows: [], count: 0 });
  });

  test("a page in each order, active or archived, with the total", async () => {
    const byName = { sort: { fieldName: "displayName", order: "desc" }, activeOnly: true, limitEq: 2 };
    const first = await listCustomers(staff, byName);
    expect(first.rows[0]?.displayName).toBe("Zoë’s Bäckerei");
    expect(first.count).toBe(15_001);
    const next = await listCustomers(staff, { ...byName, skipEq: 1 });
    expect(next.rows[0]).toEqual(first.rows[1]);
    const archived = { archivedOnly: true, limitEq: 3, sort: { fieldName: "archivedAt", order: "asc" } };
    expect((await listCustomers(staff, archived)).rows.map(({ uniqueName }) => uniqueName)).toEqual([
      "globex-19996",
      "globex-19992",
      "globex-19988",
    ]);
    expect((await listCustomers(staff, { limitEq: 1 })).rows[0]?.uniqueName).toBe("globex-19999");
  });

  test("a person who may open some customers sees and counts only those", async () => {
    addGroup(db(), "retail", people.departmentHead, [
      {
        effect: "Allow",
        actions: ["edge:access"],
        resources: [`edge:edge:ap-southeast-2:${ids.globex}:${hexId("cc", 777)}:*`],
      },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    const { rows, count } = await listCustomers(head, { searchText: "b", limitEq: 30 });
    expect([rows.map(({ uniqueName }) => uniqueName), count]).toEqual([["globex-777"], 1]);
  });

  test("refuses a field that is not sortable", async () => {
    const { error } = await staff.call(
      `query ($filter: ORGCustomersFilter!) { ORGGetCustomers(filter: $filter) { _id } }`,
      { filter: { organizationId: ids.globex, sort: { fieldName: "tags", order: "asc" } } },
    );
    expect(error).toBe("Validation Error");
  });
});

test("CUST-49 every list of customers walks one covering index in the list's order", () => {
  for (const state of ["active", "archived", "all"] as const)
    for (const sort of Object.keys(customerSorts) as (keyof typeof customerSorts)[])
      for (const order of ["asc", "desc"] as const)
        for (const searchText of [undefined, "an"]) {
          const filter: CustomerListFilter = { organizationId: ids.globex, state, sort, order, searchText };
          const [inner = ""] = planOf(db(), customerPage(filter, 30, 600).compile()).split("SCAN page");
          expect(inner).toMatch(/SEARCH customers USING COVERING INDEX customers_by_\w+ \(organizationId=\?/);
          expect(inner, `${state} by ${sort}`).not.toContain("TEMP B-TREE");
          expect(planOf(db(), customerCount(filter).compile())).toContain(
            "USING COVERING INDEX customers_by_",
          );
        }
});
