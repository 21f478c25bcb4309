import Database from "better-sqlite3";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { demoAccounts, demoCustomers, demoGroups } from "../../regional-api/seed/ids";
import { type Answer, ConsoleClient, formWith, hiddenValue, textOf } from "../support/console-client";
import { broken, refusal, retyped } from "../support/fault-proxy";
import { type Person, signIn } from "./support/stand";
import { useStand } from "./support/use-stand";

// Users without scripts, while a region fails, and with posts that no button on a page sends.

const { stand, person: staff } = useStand();
let customerAdmin: Person;
beforeAll(async () => {
  customerAdmin = await signIn(stand, demoAccounts.customerAdmin.email);
});

const get = (path: string, { client, base }: Person = staff) => client.get(`${base}/${path}`);
const press = (path: string, page: Answer, intent: string, changes: Record<string, string> = {}) =>
  staff.client.post(`${staff.base}/${path}`, formWith(page, intent, changes));
/** A forged post: an intent and fields, regardless of the page's buttons. */
const post = async (path: string, fields: [string, string][], { client, base }: Person = staff) =>
  client.post(`${base}/${path}`, [
    ["csrf", hiddenValue(await client.get(`${base}/account`), "csrf")],
    ["idempotencyKey", crypto.randomUUID()],
    ...fields,
  ]);

/** Returns the lines that `run` adds to the console's error log. */
async function logged(run: () => Promise<unknown>): Promise<string> {
  const before = stand.web.errors().length;
  await run();
  return stand.web.errors().slice(before);
}

const recruiter = `users/${demoAccounts.recruiter.id}`;

describe("the lists", () => {
  test("USER-04 the count of groups counts the archived ones too", async () => {
    const groupsOf = async () =>
      /data-label="Groups">(\d+)</.exec((await get("users?search=lou+locked")).html)?.[1];
    expect(await groupsOf()).toBe("1");
    const region = new Database(join(stand.dataDir, "regional-api/ap-southeast-2.sqlite"));
    const archive = region.prepare<[number | null, string]>("UPDATE groups SET archivedAt = ? WHERE id = ?");
    archive.run(1, demoGroups.retailRecruiters.id);
    try {
      expect(await groupsOf()).toBe("1");
      expect(textOf(await get(`users/${demoAccounts.locked.id}`))).toContain("Recruiters (archived)");
    } finally {
      archive.run(null, demoGroups.retailRecruiters.id);
      region.close();
    }
  });
});

describe("add to group, without scripts", () => {
  const { retailVisitors } = demoGroups;
  const { recruiter: one, manager: other } = demoAccounts;
  /** The page after the list's button, with these people ticked. */
  async function chosen(...ids: string[]): Promise<{ path: string; page: Answer }> {
    const listed = "users?size=100&sort=username";
    const fields = formWith(await get(listed), "addToGroup");
    const { status, location } = await staff.client.post(`${staff.base}/${listed}`, [
      ...fields,
      ...ids.map((id) => ["ids", id] as const),
    ]);
    expect(status).toBe(303);
    const path = (location ?? "").slice((location ?? "").indexOf("users/add-to-group"));
    return { path, page: await get(path) };
  }
  const add = (path: string, page: Answer, ...groupIds: string[]) =>
    staff.client.post(`${staff.base}/${path}`, [
      ...formWith(page, "add"),
      ...groupIds.map((id) => ["groupIds", id] as const),
    ]);

  test("USER-24 USER-25 an empty selection is refused; the page offers active groups and a way back to the same list", async () => {
    const fields = formWith(await get("users"), "addToGroup");
    const none = await staff.client.post(`${staff.base}/users`, fields);
    expect(none.status).toBe(400);
    expect(textOf(none)).toContain("Please select at least one item.");
    const { page } = await chosen(one.id, other.id);
    expect(page.status).toBe(200);
    const text = textOf(page);
    expect(text).toContain("Add to group");
    expect(text).toContain("2 users");
    const names = [...page.html.matchAll(/<input[^>]*name="groupIds"/g)];
    expect(names.length).toBeGreaterThan(3);
    expect(text).not.toContain("Christmas casuals");
    expect(page.html).toMatch(
      /href="[^"]*\/users\?size=100&amp;sort=username#chosen=[0-9a-f]{24},[0-9a-f]{24}"[^>]*>\s*Cancel/,
    );
    // The page redirects without a selection.
    expect(await get("users/add-to-group")).toMatchObject({ status: 302, location: `${staff.base}/users` });
  });

  test("USER-26 failures are named by group and logged; the rest is done", async () => {
    const { path, page } = await chosen(other.id);
    stand.sydney.fail(broken, { operation: "ORGGroupAddUsers", times: 1 });
    let answer = page;
    const log = await logged(
      async () => (answer = await add(path, page, demoGroups.retailRecruiters.id, retailVisitors.id)),
    );
    const text = textOf(answer);
    expect(text).toContain("Add user to group failed. Groups: Recruiters 1 user");
    expect(log).toContain('"operation":"AddUsersToGroup"');
    expect(textOf(await get(`users/${other.id}`))).toContain("Visitors");
  });

  test("USER-25 failing to load the groups shows an error", async () => {
    const { path } = await chosen(one.id);
    stand.sydney.fail(broken, { operation: "ORGGetGroups" });
    expect(textOf(await get(path))).toContain("Failed to load groups list. Please contact support.");
  });
});

describe("one user", () => {
  const fails = (operation: string) => stand.sydney.fail(broken, { operation });
  const denies = (field: string) => stand.sydney.fail(retyped(field, false));

  test.each<[string, string, string, string, (name: string) => unknown]>([
    ["USER-54", "archive", "ORGArchiveUser", "Failed to archive user. Please contact support.", fails],
    ["USER-57", "reset", "AuthForgetPassword", "Failed to reset password, please contact support.", fails],
    ["USER-61", "unlock", "AuthUnlockUser", "Failed to unlock the user, please contact support.", fails],
    ["USER-89", "signOut", "ORGSignOutUser", "Failed to sign out everywhere. Please contact support.", fails],
    ["USER-57", "reset", "isVerifyEmailSuccess", "Failed to reset password, please contact support.", denies],
    [
      "USER-61",
      "unlock",
      "isUnlockUserSuccess",
      "Failed to unlock the user, please contact support.",
      denies,
    ],
  ])("%s %s: %s that fails, or answers no, says so, and the details stay: %s", async (...row) => {
    const [, intent, name, words, fail] = row;
    const path = `users/${demoAccounts.locked.id}`;
    const page = await get(path);
    fail(name);
    const answer = await press(path, page, intent);
    expect(answer.status).toBe(502);
    expect(textOf(answer)).toContain(words);
    expect(textOf(answer)).toContain("Lou Locked");
  });

  test("USER-57 a single sign-on user has no password to reset: refused with the reason, and no link for an account with their email in another region", async () => {
    const email = demoAccounts.sso.email;
    const person = { firstName: "Same", lastName: "Email", email };
    expect((await press("users/create", await get("users/create"), "save", person)).status).toBe(303);
    const { initech } = demoCustomers;
    const there = { client: staff.client, base: `/region/${initech.awsRegion}/customers/${initech.id}` };
    const path = `users/${demoAccounts.sso.id}`;
    let answer = await get(path, there);
    expect(() => formWith(answer, "reset")).toThrow("No form with a button for reset");
    const log = await logged(async () => (answer = await post(path, [["intent", "reset"]], there)));
    expect(answer.status).toBe(400);
    expect(textOf(answer)).toContain("Failed to reset password, please contact support.");
    expect(textOf(answer)).toContain("This person signs in with single sign-on and has no password here.");
    expect(log).toBe("");
    expect(stand.ireland.callsOf("AuthForgetPassword")).toEqual([]);
  });

  test("USER-64 the create form says if groups cannot be loaded, and still creates", async () => {
    stand.sydney.fail(broken, { operation: "ORGGetGroups" });
    const page = await get("users/create");
    expect(textOf(page)).toContain("Failed to load groups list. Please contact support.");
    const person = { firstName: "Without", lastName: "Groups", email: "without.groups@acme.example" };
    expect((await press("users/create", page, "save", person)).status).toBe(303);
  });

  test("USER-78 other errors of creating are shown and keep the input", async () => {
    const page = await get("users/create");
    stand.sydney.fail(refusal("The database is full"), { operation: "ORGCreateEndUser" });
    const typed = { firstName: "Never", lastName: "Made", email: "never.made@acme.example" };
    const answer = await press("users/create", page, "save", typed);
    expect(textOf(answer)).toContain("Unexpected error: Failed to create user. Please contact support.");
    for (const value of Object.values(typed)) expect(answer.html).toContain(`value="${value}"`);
    expect(textOf(await get("users?search=never.made"))).toContain("No results found.");
  });

  test("USER-32 without the right to change users the page does not blame this person's rights", async () => {
    expect(textOf(await get(recruiter, await signIn(stand, demoAccounts.auditor.email)))).not.toContain(
      "more rights than you",
    );
  });
});

describe("an edit of a user whose number is no longer valid in any country", () => {
  const path = `users/${demoAccounts.manager.id}/edit`;
  beforeAll(() => {
    const region = new Database(join(stand.dataDir, "regional-api/ap-southeast-2.sqlite"));
    const change = region.prepare("UPDATE users SET phoneNumber = '+6141234567' WHERE id = ?");
    change.run(demoAccounts.manager.id);
    region.close();
  });

  test("USER-70 USER-83 keeps the number while it is unchanged", async () => {
    const page = await get(path);
    expect(Object.fromEntries(formWith(page, "save"))).toMatchObject({
      country: "AU",
      phoneNumber: "41234567",
    });
    expect((await press(path, page, "save")).status).toBe(303);
    expect(textOf(await get(`users/${demoAccounts.manager.id}`))).toContain("+6141234567");
  });

  test("USER-85 shows an error if the stored user cannot be read, and keeps the input", async () => {
    const page = await get(path);
    stand.sydney.fail(broken, { operation: "ORGGetUser", times: 1 });
    const answer = await press(path, page, "save", { firstName: "Unsaved" });
    expect(textOf(answer)).toContain("Failed to edit user. Please contact support.");
    expect(answer.html).toContain('value="Unsaved"');
  });
});

describe("forged posts", () => {
  /** Another customer's person: neither they nor the group below belong to the open customer. */
  const foreign = demoAccounts.usAdmin.id;
  const person: [string, string][] = [
    ["form", "user"],
    ["version", "1"],
    ["firstName", "A"],
    ["lastName", "B"],
  ];

  test("USER-50 GEN-16 another customer's person is not found by any request", async () => {
    for (const path of [`users/${foreign}`, `users/${foreign}/edit`])
      for (const who of [staff, customerAdmin]) {
        const page = await get(path, who);
        expect(page.status, path).toBe(404);
        expect(textOf(page)).toContain("Sorry, the user you visited does not exist.");
        expect(textOf(page)).toContain("Back to Users");
      }
    for (const who of [staff, customerAdmin]) {
      for (const intent of ["archive", "restore", "reset", "unlock", "signOut"]) {
        const { status } = await post(`users/${foreign}`, [["intent", intent]], who);
        expect([400, 403, 404], `${intent}: ${status}`).toContain(status);
      }
      const edited = await post(`users/${foreign}/edit`, [["intent", "save"], ...person], who);
      expect([400, 403, 404], String(edited.status)).toContain(edited.status);
      for (const [path, intent] of [
        ["users", "archive"],
        ["users/archive", "restore"],
      ] as const) {
        const fields: [string, string][] = [
          ["intent", intent],
          ["ids", foreign],
        ];
        const { status } = await post(path, fields, who);
        expect([400, 403, 404], `${path}: ${status}`).toContain(status);
      }
    }
    expect(stand.virginia.calls).toEqual([]);
    const there = `/region/us-east-1/customers/${demoCustomers.globexCorporation.id}/users/${foreign}`;
    const text = textOf(await staff.client.get(there));
    expect(text).toContain("Uma Sam");
    expect(text).not.toContain("Archived");
  });

  test("GEN-16 refuses adding people to another customer's group, and another customer's people to a group", async () => {
    const added = async (groupId: string, id: string) => {
      const fields: [string, string][] = [
        ["intent", "add"],
        ["form", "add-to-group"],
        ["groupIds", groupId],
      ];
      return textOf(await post(`users/add-to-group?ids=${id}`, fields));
    };
    for (const [groupId, id] of [
      [demoGroups.globexRecruiters.id, demoAccounts.recruiter.id],
      [demoGroups.retailVisitors.id, foreign],
    ] as const)
      expect(await added(groupId, id)).toContain("Add user to group failed.");
    const created = await post("users/create", [
      ["intent", "save"],
      ["form", "user"],
      ["firstName", "A"],
      ["lastName", "B"],
      ["email", "in.foreign.group@acme.example"],
      ["groupIds", demoGroups.globexRecruiters.id],
    ]);
    expect(created.status).toBe(404);
    expect(textOf(await get("users?search=in.foreign.group"))).toContain("No results found.");
  });
});

test("USER-118 a form sent without the browser's cookies redirects to the sign-in, and creates no user", async () => {
  const page = await get("users/create");
  const email = "no-cookies@acme.example";
  const fields = formWith(page, "save", { firstName: "No", lastName: "Cookies", email });
  const stranger = new ConsoleClient(stand.web.origin);
  const answer = await stranger.post(`${staff.base}/users/create`, fields);
  expect(answer.status).toBe(302);
  expect(answer.location).toMatch(/^\/login/);
  // A data request is redirected there, too.
  const scripted = await new ConsoleClient(stand.web.origin).post(`${staff.base}/users/create.data`, fields);
  expect([scripted.status, scripted.html]).toEqual([202, expect.stringContaining("/login?redirect=")]);
  expect(textOf(await get(`users?search=${email}`))).toContain("No results found");
});
