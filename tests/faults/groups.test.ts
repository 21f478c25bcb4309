import { describe, expect, test } from "vitest";
import { demoAccounts, demoGroups } from "../../regional-api/seed/ids";
import { type Answer, formWith, textOf } from "../support/console-client";
import { broken } from "../support/fault-proxy";
import { signIn, withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

// Groups when a region refuses or fails, with flags off, and with two people in one permission tab.

const { stand, person } = useStand(demoAccounts.customerAdmin.email);
const auditors = demoGroups.retailAuditors.id;

const addressOf = (path: string) => `${person.base}/groups${path}`;
const open = (path: string) => person.client.get(addressOf(path));
const post = (
  path: string,
  page: Answer,
  intent: string,
  more: readonly (readonly [string, string])[] = [],
) => person.client.post(addressOf(path), [...formWith(page, intent), ...more]);

test("GEN-16 GRP-36 GEN-20 another customer's group is not found under this customer's address", async () => {
  const staff = await signIn(stand);
  const at = (id: string, path: string) => `${staff.base}/groups/${id}${path}`;
  const foreign = demoGroups.logisticsRecruiters.id;
  const missing = "Sorry, the group you visited does not exist.";
  for (const path of ["", "?tab=users", "?tab=console", "/edit", "/users/add"]) {
    expect((await staff.client.get(at(auditors, path))).status, path).toBe(200);
    const page = await staff.client.get(at(foreign, path));
    expect([page.status, textOf(page).includes(missing)], path).toEqual([404, true]);
  }
  const posts: [path: string, form: string, intent: string, more?: readonly [string, string]][] = [
    ["", "archive", "archive"],
    ["", "archive", "restore"],
    ["", "archive", "remove", ["ids", "0".repeat(24)]],
    ["/edit", "save", "save"],
    ["/users/add", "add", "add", ["userIds", "0".repeat(24)]],
    ["?tab=console", "update", "update:confirm"],
    ["?tab=talent-hub", "update", "update:confirm"],
  ];
  const changing = /Archive|Restore|Update|Remove|Add|Set/;
  for (const [path, form, intent, more] of posts) {
    const fields = formWith(await staff.client.get(at(auditors, path)), form).filter(
      ([name]) => name !== "intent",
    );
    const before = stand.sydney.calls.length;
    const answer = await staff.client.post(at(foreign, path), [
      ...fields,
      ...(more ? [more] : []),
      ["intent", intent],
    ]);
    expect([answer.status, textOf(answer).includes(missing)], `${path} ${intent}`).toEqual([404, true]);
    const sent = stand.sydney.calls.slice(before).flatMap(({ operations }) => operations);
    expect(sent.filter((operation) => changing.test(operation))).toEqual([]);
  }
});

describe("the Users tab", () => {
  const tab = `/${auditors}?tab=users`;
  const dialog = `/${auditors}/users/add`;

  test("GRP-42 the Users tab requests the group's active members, and a search without matches says so", async () => {
    const page = await open(`${tab}&search=nobody-is-called-so`);
    expect(stand.sydney.callsOf("ORGGetUsers").at(-1)?.variables).toMatchObject({
      filter: { groupIds: [auditors], activeOnly: true, searchText: "nobody-is-called-so" },
    });
    expect(textOf(page)).toContain("No results found. Try removing some filters.");
    expect(page.html).toContain(`href="${addressOf(tab)}"`);
  });

  test("GRP-46 the dialog truncates the search text, and requests at most 30 active people", async () => {
    await open(`${dialog}?find=${"x".repeat(120)}`);
    // The list in the background sends a request, too.
    const calls = stand.sydney
      .callsOf("ORGGetUsers")
      .map(({ variables }) => (variables as { filter: Record<string, unknown> }).filter)
      .findLast(({ groupIds }) => groupIds === undefined);
    expect(calls).toMatchObject({ searchText: "x".repeat(100), limit: 30, activeOnly: true });
  });

  test("GRP-48 people who cannot be added stay selected", async () => {
    const page = await open(`${dialog}?find=${encodeURIComponent(demoAccounts.noAccess.email)}`);
    stand.sydney.fail(broken, { operation: "ORGGroupAddUsers" });
    const failed = await post(dialog, page, "add", [["userIds", demoAccounts.noAccess.id]]);
    expect(textOf(failed)).toContain("Add user to group failed.");
    expect(formWith(failed, "add", { userIds: demoAccounts.noAccess.id })).toContainEqual([
      "userIds",
      demoAccounts.noAccess.id,
    ]);
  });

  test("GRP-43 failed removals are reported; removing oneself asks first, and the last administrator cannot be removed", async () => {
    const admins = `/${demoGroups.retailCustomerAdmins.id}?tab=users`;
    const own: [string, string] = ["ids", demoAccounts.customerAdmin.id];
    const question = await post(admins, await open(admins), "remove", [own]);
    expect(textOf(question)).toContain("Leave this group yourself?");
    const page = await open(tab);
    stand.sydney.fail(broken, { operation: "ORGGroupRemoveUsers" });
    const failed = await post(tab, page, "remove", [["ids", demoAccounts.auditor.id]]);
    expect(textOf(failed)).toContain("Remove user from group failed.");
    await stand.heal();
    // All members of the group at once.
    const everybody = [
      ...(await open(`${admins}&size=100`)).html.matchAll(/name="ids"[^>]*value="([0-9a-f]{24})"/g),
    ];
    const all = everybody.map(([, id = ""]): [string, string] => ["ids", id]);
    expect(all).toContainEqual(own);
    const refused = await post(admins, await open(admins), "remove", all);
    const confirmed = await post(admins, refused, "remove:confirm");
    expect(textOf(confirmed)).toContain("could edit users any more");
  });
});

describe("flags", () => {
  const admin = demoAccounts.customerAdmin.email;

  const detail = `/${auditors}`;

  test("GRP-33 with its flag off there is no link to the edit page", async () => {
    await withoutFlags(
      stand,
      ["edgeGroupEditEnabled"],
      async ({ client, base }) => {
        const page = await client.get(`${base}/groups${detail}`);
        expect(page.status).toBe(200);
        expect(page.html).not.toContain(`${detail}/edit`);
        expect((await client.get(`${base}/groups${detail}/edit`)).status).toBe(404);
      },
      admin,
    );
  });
});

test.each([
  ["ORGGetOrganizationGlobalCustomers", Infinity],
  ["CommonGetPermissionTabState", 1],
])(
  "PERM-25 %s fails while a tab is saved, or changed: the form keeps all choices",
  async (operation, times) => {
    const path = `/${auditors}?tab=console`;
    const page = await open(path);
    const chosen = ["action.0", "User Management - Archive user"] as const;
    const fields = formWith(page, "update").filter(([name]) => name !== "intent");
    for (const [intent, words] of [
      ["update", "update policy failed"],
      ["selectAll:0.0", "Failed to load"],
    ] as const) {
      stand.sydney.fail(broken, { operation, times });
      const failed = await person.client.post(addressOf(path), [...fields, chosen, ["intent", intent]]);
      expect(failed.status, intent).toBeGreaterThan(500);
      expect(textOf(failed)).toContain(words);
      const kept = formWith(failed, "update");
      expect(kept).toContainEqual([...chosen]);
      for (const name of ["customer.0.0", "was.0.0", "rows.0", "version"])
        expect(kept.filter(([one]) => one === name)).toEqual(fields.filter(([one]) => one === name));
      const departments = (of: readonly (readonly [string, string])[]) =>
        new Set(of.filter(([name]) => name === "department.0.0").map(([, id]) => id));
      expect(departments(kept)).toEqual(departments(fields));
      await stand.heal();
    }
  },
);

describe("two people in one permission tab", () => {
  const label = (name: string) => `User Management - ${name}`;

  test.each([
    ["console", "CommonUpdatePolicyV2"],
    ["talent-hub", "CommonUpdatePermissionTabPolicies"],
  ])("PERM-25 GEN-22 %s: the second reads both values, and chooses", async (tab, operation) => {
    const path = `/${demoGroups.retailVisitors.id}?tab=${tab}`;
    const staff = await signIn(stand);
    const theirPath = `${staff.base}/groups${path}`;
    const page = await open(path);
    const tick = (of: Answer, action: string) => [
      ...formWith(of, "update").filter(([name]) => name !== "intent"),
      ["action.0", label(action)] as const,
    ];
    const theirs = await staff.client.post(theirPath, [
      ...tick(await staff.client.get(theirPath), "View user list"),
      ["intent", "update:confirm"],
    ]);
    expect(theirs.status).toBe(303);

    const conflict = await person.client.post(addressOf(path), [
      ...tick(page, "View user details"),
      ["intent", "update:confirm"],
    ]);
    const text = textOf(conflict);
    expect(text).toContain("Someone else has changed this");
    expect(text).toContain("Avery Admin");
    expect(text).toContain("Acme Retail View user details View user list");
    const kept = formWith(conflict, "update", { "action.0": label("View user details") });
    expect(kept).toContainEqual(["action.0", label("View user details")]);
    const calls = stand.sydney.callsOf(operation).length;

    // "Save mine" first shows its effect on what is stored now, and then saves.
    const over = await person.client.post(addressOf(path), [
      ...tick(conflict, "View user details").filter(([name]) => name !== "action.0"),
      ["action.0", label("View user details")],
      ["intent", "update:over"],
    ]);
    expect(textOf(over)).toMatch(/View user list (at|is removed)/);
    expect(stand.sydney.callsOf(operation)).toHaveLength(calls);
    const saved = await person.client.post(addressOf(path), [
      ...tick(over, "View user details").filter(([name]) => name !== "action.0"),
      ["action.0", label("View user details")],
      ["intent", "update:confirm"],
    ]);
    expect(saved.status).toBe(303);
    const now = formWith(await open(path), "update").filter(([name]) => name === "action.0");
    expect(now).toEqual([["action.0", label("View user details")]]);
  });
});
