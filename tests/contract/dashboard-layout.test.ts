import { beforeAll, describe, expect, test } from "vitest";
import { dashboardCards } from "../../regional-api/areas/insights/dashboard-layout.rules";
import { signedIn, type Client } from "./fixtures/client";
import { useWorld, useClient } from "./fixtures/use-world";
import { addGroup, ids, people, scopeOf } from "./fixtures/world";

const world = useWorld("all tests");
const staff = useClient(world, "staff", "all tests");
const head = useClient(world, "departmentHead", "all tests");
const scope = (customer: "retail" | "bank" = "retail") => {
  const { organizationId, customerId, hierarchyId } = scopeOf(customer);
  return { organizationId, customerId, hierarchyId };
};
const card = (name: string, x: number, y: number, w = 3, h = 4) => ({ card: name, x, y, w, h });

const read = (client: Client, customer?: "retail" | "bank") =>
  client.result("CommonGetDashboardLayout", scope(customer));
const save = (client: Client, version: number, cards?: unknown) =>
  client.send("CommonUpdateDashboardLayout", { ...scope(), version, cards });

beforeAll(async () => {
  addGroup(world.databases.region("ap-southeast-2"), "retail", people.departmentHead, [
    {
      effect: "Allow",
      actions: ["fi:viewAllInsights"],
      resources: [`edge:fi:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`],
    },
  ]);
});

describe("DI-07 a layout per person and customer", () => {
  test("there is none until one is saved; then it applies on every device, for this person and customer only", async () => {
    expect(await read(staff)).toMatchObject({ cards: null, version: 0 });
    const cards = [card("countByDay", 0, 0, 12, 6), card("medianScore", 9, 6)];
    const { data } = await save(staff, 0, cards);
    expect(data.CommonUpdateDashboardLayout).toMatchObject({ cards, version: 1, changedBy: "staff Test" });
    const elsewhere = await signedIn(world.app, "staff");
    expect(await read(elsewhere)).toMatchObject({ cards, version: 1 });
    expect(await read(staff, "bank")).toMatchObject({ cards: null, version: 0 });
    expect(await read(head)).toMatchObject({ cards: null, version: 0 });
  });

  test("a person who sees only one department's figures can save a layout", async () => {
    const cards = [card("averageNps", 0, 0)];
    expect((await save(head, 0, cards)).error).toBeUndefined();
    expect(await read(head)).toMatchObject({ cards, version: 1 });
  });

  test("GEN-22 the second of two devices gets a conflict, and a reset counts as a save", async () => {
    const { version } = await read(staff);
    expect((await save(staff, version)).error).toBeUndefined();
    expect(await read(staff)).toMatchObject({ cards: null, version: version + 1 });
    expect(await save(staff, version, [card("medianTime", 0, 0)])).toMatchObject({ code: "CONFLICT" });
    expect(await read(staff)).toMatchObject({ cards: null, version: version + 1 });
  });

  test("a layout of a later release with unknown cards counts as none", async () => {
    const { version } = await read(staff);
    world.databases
      .region("ap-southeast-2")
      .statement("UPDATE dashboard_layouts SET layout = ? WHERE userId = ?")
      .run('[{"card":"unheardOf","x":0,"y":0,"w":3,"h":4}]', people.staff);
    expect(await read(staff)).toMatchObject({ cards: null, version });
  });
});

test("DI-05 DI-06 a layout has 12 columns, its cards are at least 3 by 4, without duplicates or overlaps", async () => {
  const full = dashboardCards.map((name, index) => card(name, (index % 4) * 3, Math.floor(index / 4) * 4));
  expect((await save(head, (await read(head)).version, full)).error).toBeUndefined();
  const { version } = await read(head);
  for (const cards of [
    [card("medianScore", 10, 0)],
    [card("medianScore", -1, 0)],
    [card("medianScore", 0, 0, 2)],
    [card("medianScore", 0, 0, 3, 3)],
    [card("medianScore", 0, 0, 13)],
    [card("medianScore", 0, 2_000)],
    [card("medianScore", 0, 0), card("medianTime", 2, 3)],
    [card("medianScore", 0, 0), card("medianScore", 3, 0)],
  ])
    expect((await save(head, version, cards)).error, JSON.stringify(cards)).toBe("Validation Error");
  expect((await save(head, version, [card("unheardOf", 0, 0)])).error).toBeDefined();
  expect(await read(head)).toMatchObject({ cards: full, version });
});
