import { describe, expect, test, vi } from "vitest";
import { resetPasswordMail } from "../../regional-api/areas/notifications/mails";
import { brokenPasswordRules } from "../../regional-api/core/passwords";
import { checkNewUser, temporaryPassword } from "../../regional-api/areas/users/users.rules";
import { selectOfCustomer } from "../../regional-api/core/departments.store";
import { outbox } from "../../regional-api/core/outbox.store";
import { sql } from "../../regional-api/store/sql";
import { leaveOutOnPostgres } from "./fixtures/engine";
import { Client, loginMutation, signedIn, signedInByPassword } from "./fixtures/client";
import { hexId } from "./fixtures/hex-id";
import { entriesAfter } from "./fixtures/record";
import { changesNothing as changesNothingIn } from "./fixtures/snapshot";
import { useWorld, useClient } from "./fixtures/use-world";
import { searchKey } from "../../regional-api/core/text";
import {
  addGroup,
  emailOf,
  ids,
  people,
  retail,
  rootId,
  scopeOf,
  start,
  type Person,
} from "./fixtures/world";
import type { ResultOf } from "./fixtures/results";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const admin = useClient(world, "admin", "each test");

const sydney = () => world.databases.region("ap-southeast-2");
const userById = (person: Person) => ({ filter: { _id: people[person], ...retail } });
const usersByIds = (...persons: Person[]) => ({
  ...retail,
  userIds: persons.map((person) => people[person]),
});

type Listed = Page["data"][number];
type Page = ResultOf<"ORGGetUsers">;

async function listed(client: Client, filter: Record<string, unknown> = {}): Promise<Page> {
  const { organizationId, customerId } = retail;
  return client.result("ORGGetUsers", {
    filter: { organizationId, customerId, skip: 0, limit: 30, activeOnly: true, ...filter },
  });
}
const names = async (client: Client, filter?: Record<string, unknown>) =>
  (await listed(client, filter)).data.map(({ firstName }) => firstName);

const changesNothing = changesNothingIn(world);

/** Adds a user with default values and a name. */
function addUser(
  number: number,
  values: Partial<{
    firstName: string;
    lastName: string;
    email: string;
    hierarchyId: string;
    archivedAt: number | null;
    createdAt: number;
    lastActive: number | null;
    customer: "retail" | "globexSydney";
  }> = {},
) {
  const { customer = "retail", ...rest } = values;
  const { organizationId, customerId, hierarchyId } = scopeOf(customer);
  const id = hexId("2e", number);
  const firstName = rest.firstName ?? `Person${number}`;
  const lastName = rest.lastName ?? "Added";
  const email = rest.email ?? `person${number}@added.example`;
  sydney().run(
    sql.insertInto("users").values({
      id,
      organizationId,
      customerId,
      hierarchyId,
      source: "LOCAL",
      userType: "END_USER",
      username: email,
      phoneNumber: null,
      passwordHash: null,
      lastPasswordUpdatedAt: null,
      mfaMethod: null,
      notes: null,
      defaultCustomerId: customerId,
      lastActive: null,
      createdAt: start + number,
      updatedAt: start,
      archivedAt: null,
      nameKey: searchKey(`${firstName} ${lastName}`),
      ...rest,
      firstName,
      lastName,
      email,
    }),
  );
  return id;
}

describe("the list", () => {
  test("USER-13 USER-14 GEN-03 pages are requested by index", async () => {
    for (let number = 1; number <= 70; number += 1) addUser(number);
    const sort = { fieldName: "createdAt", order: "asc" };
    const all = await listed(admin, { limit: 100, sort });
    const second = await listed(admin, { skip: 1, limit: 30, sort });
    expect(second.data.map(({ _id }) => _id)).toEqual(all.data.slice(30, 60).map(({ _id }) => _id));
    const { totalItems } = all.pagination;
    expect(second.pagination).toEqual({
      totalPages: Math.ceil(totalItems / 30),
      currentPage: 2,
      pageSize: 30,
      totalItems,
    });
    expect(all.pagination.totalItems).toBe(all.data.length);
  });

  test("GEN-24 a department includes those below it; people see only those of their own departments", async () => {
    addUser(1, { hierarchyId: ids.department });
    addUser(2, { hierarchyId: ids.subDepartment });
    expect((await names(admin, { hierarchyIds: [ids.department] })).sort()).toEqual(["Person1", "Person2"]);
    expect(await names(admin, { hierarchyIds: [ids.subDepartment] })).toEqual(["Person2"]);
    expect(await names(admin, { hierarchyIds: [rootId(ids.retail)] })).toContain("Person2");
    addGroup(sydney(), "retail", people.departmentHead, [
      {
        effect: "Allow",
        actions: ["org:listUser"],
        resources: [`edge:org:*:*:${ids.retail}:${ids.department}`],
      },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    expect((await names(head)).sort()).toEqual(["Person1", "Person2"]);
    const elsewhere = await head.send("ORGGetUser", userById("recruiter"));
    expect(elsewhere.error).toBe("FORBIDDEN");
  });

  test("GEN-24 a customer's departments are read once, however many are requested", async () => {
    leaveOutOnPostgres("statements that are kept");
    const db = sydney();
    const readings = async (hierarchyIds: string[]) => {
      const statements = vi.spyOn(db, "statement");
      await names(admin, { hierarchyIds });
      const texts = statements.mock.calls.map(([text]) => text);
      statements.mockRestore();
      return texts.filter((text) => text === selectOfCustomer.text).length;
    };
    const some = [ids.department, ids.subDepartment];
    expect(await readings(some)).toBe(await readings(some.slice(1)));
  });

  test("USER-17 active, archived, or both", async () => {
    expect(await names(admin)).not.toContain("archived");
    expect(await names(admin, { activeOnly: false, archivedOnly: true })).toEqual(["archived"]);
    const both = await names(admin, { activeOnly: false });
    expect(both).toContain("archived");
    expect(both).toContain("recruiter");
  });

  test.each(["firstName", "email", "groupIds", "createdAt", "lastActive", "archivedAt"])(
    "USER-18 USER-19 sorts by %s, both ways, with and without a search",
    async (fieldName) => {
      addUser(1, { lastActive: 5 });
      addUser(2, { lastActive: 9 });
      for (const searchText of [undefined, "e"]) {
        const sorted = async (order: string) =>
          (await listed(admin, { sort: { fieldName, order }, searchText })).data.map(({ _id }) => _id);
        expect(await sorted("desc")).toEqual((await sorted("asc")).reverse());
      }
    },
  );

  test("USER-18 USER-19 empty lastActive sorts as oldest, groups by their number, other fields are refused", async () => {
    const [old, recent] = [addUser(1, { lastActive: 5 }), addUser(2, { lastActive: 9 })];
    const last = await listed(admin, {
      sort: { fieldName: "lastActive", order: "asc" },
      searchText: "added",
    });
    expect(last.data.map(({ _id }) => _id)).toEqual([old, recent]);
    addUser(3);
    expect(
      (await names(admin, { sort: { fieldName: "lastActive", order: "asc" }, searchText: "added" }))[0],
    ).toBe("Person3");
    addGroup(sydney(), "retail", recent, []);
    addGroup(sydney(), "retail", recent, []);
    const groups = await listed(admin, { sort: { fieldName: "groupIds", order: "desc" } });
    expect(groups.data[0]?._id).toBe(recent);
    const { error } = await admin.send("ORGGetUsers", {
      filter: {
        organizationId: ids.acme,
        customerId: ids.retail,
        skip: 0,
        limit: 30,
        sort: { fieldName: "passwordHash", order: "asc" },
      },
    });
    expect(error).toBe("Validation Error");
  });

  test("USER-11 finds parts of names and emails in any case, and treats no character as a pattern", async () => {
    addUser(1, { firstName: "Anne-Marie", lastName: "O'Neill", email: "amo@added.example" });
    const found = [
      "anne-m",
      "O'NEI",
      "marie o'n",
      " AMO@ADDED ",
      "o",
      "o’neill",
      "O'Neill, Anne",
      "anne marie",
    ];
    for (const text of found) expect(await names(admin, { searchText: text }), text).toContain("Anne-Marie");
    for (const text of ["%", "_nne", "anne marion", ","])
      expect(await names(admin, { searchText: text })).toEqual([]);
    expect((await listed(admin, { searchText: "anne" })).pagination.totalItems).toBe(1);
    addUser(2, { firstName: "Siân", lastName: "D’Arcy", email: "curly@added.example" });
    for (const text of ["d'arcy", "D’Arcy", "d‘arcy sian"])
      expect(await names(admin, { searchText: text }), text).toEqual(["Siân"]);
  });

  test("USER-20 a user contains no password or token; groups are named, the provider's only for staff", async () => {
    const text = JSON.stringify(await listed(staff));
    expect(text).not.toContain("argon2");
    const groupsOf = async (client: Client) =>
      (await listed(client)).data.find(({ _id }) => _id === people.staff)?.groupIds.length;
    expect(await groupsOf(staff)).toBe(1);
    expect(await groupsOf(admin)).toBe(0);
    // Members do not reveal the provider's groups either.
    const [own] = sydney().all(
      sql.selectFrom("group_members").selectAll().where("userId", "=", people.staff),
    );
    expect(await names(admin, { groupIds: [own?.groupId] })).toEqual([]);
    expect(await names(staff, { groupIds: [own?.groupId] })).toEqual(["staff"]);
  });

  test("USER-03 USER-60 a locked user is marked until unlocked", async () => {
    const stranger = new Client(world.app);
    for (let tries = 0; tries < 5; tries += 1) await stranger.logIn("recruiter", "wrong");
    const locked = async () => (await listed(admin)).data.filter((user) => user.locked).map(({ _id }) => _id);
    expect(await locked()).toEqual([people.recruiter]);
    await admin.send("AuthUnlockUser", { id: people.recruiter });
    expect(await locked()).toEqual([]);
  });

  test("USER-121 an account without a password is never locked, whatever is typed for its email", async () => {
    for (let tries = 0; tries < 5; tries += 1) await new Client(world.app).logIn("sso", "wrong");
    expect((await new Client(world.app).logIn("sso", "wrong")).message).toBe("ERROR_CUSTOM_USER_LOCKED");
    const { data } = await listed(admin);
    expect(data.find(({ _id }) => _id === people.sso)?.locked).toBe(false);
    const details = await admin.result("ORGGetUser", userById("sso"));
    expect(details).toMatchObject({ locked: false, hasPassword: false });
  });
});

describe("tenancy", () => {
  test("GEN-16 a user of another customer is not found, whatever ids are sent along", async () => {
    const foreign = addUser(1, { customer: "globexSydney" });
    const filter = { _id: foreign, ...retail };
    for (const name of [
      "ORGGetUser",
      "ORGGetUserPermissions",
      "ORGGetUserSignIns",
      "ORGArchiveUser",
      "ORGSignOutUser",
    ])
      expect(await changesNothing(() => staff.send(name, { filter })), name).toMatch(/^Not Found/);
    const update = { firstName: "A", lastName: "B" };
    expect(await changesNothing(() => staff.send("ORGUpdateUser", { filter, update, version: 1 }))).toMatch(
      /^Not Found/,
    );
    for (const name of ["ORGArchiveUsers", "ORGRestoreUsers"])
      expect(
        await changesNothing(() => staff.send(name, { ...retail, userIds: [people.newcomer, foreign] })),
      ).toMatch(/^Not Found/);
    expect(await names(staff, { searchText: "Person1" })).toEqual([]);
  });
});

const person = {
  firstName: " Åse ",
  lastName: "O'Neill",
  email: " Ase.ONeill@Test.Example ",
  groupIds: [] as string[],
};
const create = (client: Client, changes: Record<string, unknown> = {}) =>
  client.send("ORGCreateEndUser", { user: { ...retail, ...person, ...changes } });

describe("create", () => {
  test("USER-74 USER-75 USER-80 AUTH-121 creates an account with a temporary password to change within 72 hours", async () => {
    const { data, error } = await create(admin, { phoneNumber: "+61 412 345 678", groupIds: [ids.group] });
    expect(error).toBeUndefined();
    const made = data["ORGCreateEndUser"] as { _id: string; email: string; createdAt: string };
    expect(made).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      email: "ase.oneill@test.example",
      createdAt: new Date(world.now()).toISOString(),
      isMailSent: true,
      isResetMailOn: true,
    });
    const details = await admin.result("ORGGetUser", { filter: { _id: made._id, ...retail } });
    expect(details).toMatchObject({
      firstName: "Åse",
      phoneNumber: "+61412345678",
      group: [{ _id: ids.group }],
    });

    const [mail] = await outbox.newest(sydney().reader, 5, made.email);
    expect(mail?.templateType).toBe("CREATE_NEW_USER");
    const temporary = /Temporary password: (\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(brokenPasswordRules(temporary)).toEqual([]);
    expect(mail?.text).toContain("You will be asked to change it when you first sign in.");
    const signIn = () =>
      new Client(world.app).send("AuthEmailLogin", { email: made.email, password: temporary });
    expect((await signIn()).data["AuthEmailLogin"]).toMatchObject({
      mfa: false,
      expiresAt: null,
      passwordResetToken: expect.any(String) as string,
    });
    // AUTH-121: the temporary password was not changed in time.
    expect(mail?.text).toContain("within 72 hours");
    world.pass(72 * 3_600_000 + 1_000);
    expect((await signIn()).message).toBe("ERROR_CUSTOM_FIRST_PASSWORD_EXPIRED");
    const reset = await new Client(world.app).send("AuthForgetPassword", { email: made.email });
    expect(reset.error).toBeUndefined();
    const [link] = await outbox.newest(sydney().reader, 1, made.email);
    expect(link?.templateType).toBe("EMAIL_RESET_PASSWORD");
  });

  test("USER-69 USER-77 USER-79 an email is taken by active and archived users alike, in any case", async () => {
    expect((await create(admin)).error).toBeUndefined();
    expect(await changesNothing(() => create(admin, { email: "ASE.oneill@test.example" }))).toContain(
      "existing",
    );
    expect(await changesNothing(() => create(admin, { email: emailOf("archived") }))).toContain("existing");
    expect(await changesNothing(() => create(admin, { email: emailOf("globexAdmin") }))).toContain(
      "existing",
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["USER-66", { firstName: " " }, "Please enter your first name"],
    ["USER-66", { firstName: "x".repeat(51) }, "Please keep your first name within 50 characters"],
    ["USER-67", { lastName: "" }, "Please enter your last name"],
    ["USER-67", { lastName: "x".repeat(51) }, "Please keep your last name within 50 characters"],
    ["USER-68", { email: " " }, "Please enter your email"],
    ["USER-68", { email: `${"x".repeat(90)}@test.example` }, "Please keep your email within 100 characters"],
    ...["a", "a@b", "a@@b.example", "a b@c.example", "å@b.example", "a@b..example", "a,b@c.example"].map(
      (email): [string, Record<string, unknown>, string] => [
        "USER-69",
        { email },
        "Please enter a valid email",
      ],
    ),
    ["USER-70", { phoneNumber: "+61" }, "Please enter a valid phone number"],
    ["USER-70", { phoneNumber: "0412345678" }, "Please enter a valid phone number"],
  ])("%s refuses %j", async (_row, changes, message) => {
    expect(await changesNothing(() => create(admin, changes))).toBe(`Validation Error: ${message}`);
  });

  test("GRP-53 USER-64 GEN-25 refuses groups with more rights, archived ones and other customers'", async () => {
    const more = addGroup(sydney(), "retail", people.newcomer, [
      { effect: "Allow", actions: ["apps:deleteVacancy"], resources: [`edge:apps:*:*:${ids.retail}:*`] },
    ]);
    expect(await changesNothing(() => create(admin, { groupIds: [more] }))).toMatch(/^FORBIDDEN/);
    expect((await create(staff, { groupIds: [more] })).error).toBeUndefined();
    const foreign = addGroup(sydney(), "globexSydney", people.globexAdmin, []);
    expect(
      await changesNothing(() => create(admin, { email: "b@test.example", groupIds: [foreign] })),
    ).toMatch(/^Not Found/);
    sydney().run(sql.updateTable("groups").set({ archivedAt: 1 }).where("id", "=", ids.group));
    expect(
      await changesNothing(() => create(admin, { email: "b@test.example", groupIds: [ids.group] })),
    ).toContain("Please select active groups");
  });

  test("USER-66 USER-70 a row's problems are returned by field", () => {
    expect(checkNewUser({ firstName: "", lastName: "B", email: "a@b.example" })).toEqual({
      problems: { firstName: ["Please enter your first name"] },
    });
    expect(checkNewUser({ firstName: "A", lastName: "B", email: "A@b.example", phoneNumber: "" })).toEqual({
      user: { firstName: "A", lastName: "B", email: "a@b.example", phoneNumber: null },
    });
    const passwords = new Set(Array.from({ length: 50 }, temporaryPassword));
    expect(passwords.size).toBe(50);
    for (const password of passwords) expect(brokenPasswordRules(password)).toEqual([]);
  });
});

describe("one's own account", () => {
  const own = (client: Client) => client.result("AuthGetOwnAccount");
  const save = (client: Client, values: object, region?: string) =>
    client.send(
      "AuthUpdateOwnAccount",
      { firstName: "Ada", lastName: "Byron", ...values },
      region ? { region } : {},
    );

  test("USER-140 AUD-01 anyone changes their own name, without the right to edit users, and it is recorded", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect((await save(recruiter, {})).error).toBeUndefined();
    expect(await own(recruiter)).toMatchObject({ firstName: "Ada", awsRegion: "ap-southeast-2" });
    expect(await names(admin, { searchText: "ada byr" })).toEqual(["Ada"]);
    const [entry] = entriesAfter(sydney()).filter(({ operation }) => operation === "AuthUpdateOwnAccount");
    expect(entry).toMatchObject({ actorId: people.recruiter, objectId: people.recruiter });
    // A colleague who opened the form earlier gets a conflict.
    const { error } = await admin.send("ORGUpdateUser", {
      ...userById("recruiter"),
      update: { firstName: "Old", lastName: "Name" },
      version: 1,
    });
    expect(error).toBe("Conflict Error");
  });

  test("USER-140 a name keeps the rules of users; the region of the account is the only one; no secret is revealed", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    for (const values of [{ firstName: " " }, { lastName: "" }, { firstName: "x".repeat(255) }])
      expect((await save(recruiter, values)).error).toBe("Validation Error");
    expect((await save(recruiter, {}, "eu-west-1")).error).toBe("Validation Error");
    expect(await own(recruiter)).toMatchObject({ firstName: "recruiter" });
    const answer = await recruiter.send("AuthGetOwnAccount", {}, { region: "eu-west-1" });
    expect(answer.result).toMatchObject({ awsRegion: "ap-southeast-2" });
    expect(JSON.stringify(answer.data)).not.toMatch(/hash/i);
  });

  test("USER-140 SHELL-04 the default customer is one that the person may open, and stays if none is sent", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    for (const defaultCustomerId of [ids.globexSydney, "nonsense"])
      expect((await save(recruiter, { defaultCustomerId })).message).toContain(
        "Please select a customer that you can open",
      );
    expect(await own(recruiter)).toMatchObject({ firstName: "recruiter" });
    expect((await save(staff, { defaultCustomerId: ids.retail })).error).toBeUndefined();
    expect((await save(staff, {})).error).toBeUndefined();
    const me = await staff.call("{ AuthMe { defaultCustomer { customerId } } }");
    expect(me.data["AuthMe"]).toEqual({ defaultCustomer: { customerId: ids.retail } });
  });
});

describe("edit", () => {
  const update = (client: Client, person: Person, values: object, version = 1) =>
    client.send("ORGUpdateUser", {
      ...userById(person),
      update: { firstName: "Ada", lastName: "Byron", ...values },
      version,
    });

  test("USER-83 changes names and phone, clears an emptied phone, and never the email", async () => {
    const changed = await update(admin, "recruiter", { phoneNumber: "+61412345678" });
    expect(changed.data["ORGUpdateUser"]).toMatchObject({
      firstName: "Ada",
      email: emailOf("recruiter"),
      phoneNumber: "+61412345678",
      version: 2,
    });
    expect(await names(admin, { searchText: "ada byr" })).toEqual(["Ada"]);
    const cleared = await update(admin, "recruiter", { phoneNumber: "" }, 2);
    expect(cleared.data["ORGUpdateUser"]).toMatchObject({ phoneNumber: null });
    expect((await update(admin, "recruiter", { email: "other@test.example" }, 3)).error).toBeDefined();
  });

  test("USER-70 USER-83 a stored number may stay although no longer valid; another such number is refused", async () => {
    const stored = "+6141234567";
    const { version } = world.databases
      .region("ap-southeast-2")
      .statement<{ version: number }>("UPDATE users SET phoneNumber = ? WHERE id = ? RETURNING version")
      .get(stored, people.recruiter) ?? { version: 0 };
    expect(
      await changesNothing(() => update(admin, "recruiter", { phoneNumber: `${stored}1234` }, version)),
    ).toContain("Please enter a valid phone number");
    const kept = await update(admin, "recruiter", { firstName: "Rosa", phoneNumber: ` ${stored} ` }, version);
    expect(kept.data["ORGUpdateUser"]).toMatchObject({ firstName: "Rosa", phoneNumber: stored });
    const cleared = await update(admin, "recruiter", { phoneNumber: "" }, version + 1);
    expect(cleared.data["ORGUpdateUser"]).toMatchObject({ phoneNumber: null });
  });

  test("GRP-53 GEN-25 refuses people with more rights, and archived ones", async () => {
    expect(await changesNothing(() => update(admin, "staff", {}))).toMatch(/^FORBIDDEN/);
    expect(await changesNothing(() => update(admin, "archived", {}))).toContain("archived user");
    expect(await changesNothing(() => update(admin, "recruiter", { firstName: "" }))).toContain("first name");
  });
});

describe("archive and restore", () => {
  const archive = (client: Client, ...persons: Person[]) =>
    client.send("ORGArchiveUsers", usersByIds(...persons));
  const restore = (client: Client, ...persons: Person[]) =>
    client.send("ORGRestoreUsers", usersByIds(...persons));

  test("USER-29 USER-33 USER-37 USER-39 an archived user is out at once, and back with groups, password and lock", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    const before = await admin.result("ORGGetUser", userById("recruiter"));
    expect((await archive(admin, "recruiter")).error).toBeUndefined();
    expect((await recruiter.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    expect((await new Client(world.app).logIn("recruiter")).error).toBe("Custom Error");
    const restored = await restore(admin, "recruiter");
    expect(restored.data["ORGRestoreUsers"]).toEqual([
      { _id: people.recruiter, changedAt: new Date(world.now()).toISOString() },
    ]);
    expect((await recruiter.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    expect((await new Client(world.app).logIn("recruiter")).error).toBeUndefined();
    expect(await admin.send("ORGGetUser", userById("recruiter"))).toMatchObject({
      data: { ORGGetUser: { group: (before as Listed).group } },
    });
  });

  test("USER-32 refuses to archive one's own account, single or in bulk", async () => {
    expect(await changesNothing(() => archive(admin, "newcomer", "admin"))).toContain("yourself");
    expect(await changesNothing(() => admin.send("ORGArchiveUser", userById("admin")))).toContain("yourself");
  });

  test("GRP-53 refuses to archive or restore people with more rights", async () => {
    expect(await changesNothing(() => archive(admin, "recruiter", "staff"))).toMatch(/^FORBIDDEN/);
    sydney().run(sql.updateTable("users").set({ archivedAt: 1 }).where("id", "=", people.staff));
    const other = await signedIn(world.app, "admin");
    expect(await changesNothing(() => restore(other, "staff"))).toMatch(/^FORBIDDEN/);
  });

  test("USER-90 refuses to archive the last user editor, and says what to do first", async () => {
    const globex = scopeOf("globexSydney");
    const filter = {
      _id: people.globexAdmin,
      organizationId: globex.organizationId,
      customerId: globex.customerId,
      hierarchyId: globex.hierarchyId,
    };
    const refused = await changesNothing(() => staff.send("ORGArchiveUser", { filter }));
    expect(refused).toBe(
      'Conflict Error: No one at Globex Sydney could edit users any more. Another active user of Globex Sydney must get the permissions "Edit user" and "Access to the console" first.',
    );
    const second = addUser(1, { customer: "globexSydney" });
    addGroup(sydney(), "globexSydney", second, [
      { effect: "Allow", actions: ["org:*"], resources: [`edge:org:*:*:${globex.customerId}:*`] },
    ]);
    // Without access to the console a user cannot edit others.
    expect(await changesNothing(() => staff.send("ORGArchiveUser", { filter }))).toBe(refused);
    addGroup(sydney(), "globexSydney", second, [
      { effect: "Allow", actions: ["edge:access"], resources: [`edge:edge:*:*:${globex.customerId}:*`] },
    ]);
    await staff.result("ORGArchiveUser", { filter });
  });

  test("USER-90 refuses to archive their group, remove them from it or deny them the right", async () => {
    const groupIds = sydney()
      .statement<{ groupId: string }>("SELECT groupId FROM group_members WHERE userId = ?")
      .all(people.globexAdmin)
      .map(({ groupId }) => groupId);
    expect(groupIds).toHaveLength(1);
    const [groupId] = groupIds;
    const other = addUser(1, { customer: "globexSydney" });
    const denying = () =>
      addGroup(sydney(), "globexSydney", other, [
        { effect: "Deny", actions: ["org:editUser"], resources: ["*"] },
      ]);
    const [open, closed] = [denying(), denying()];
    sydney().run(
      sql
        .insertInto("group_members")
        .values({ groupId: closed, userId: people.globexAdmin, createdAt: start }),
    );
    sydney().run(sql.updateTable("groups").set({ archivedAt: start }).where("id", "=", closed));
    const ways = {
      ORGArchiveGroup: { filter: { _id: groupId } },
      ORGArchiveGroups: { groupIds },
      ORGGroupRemoveUsers: { groupId, userIds: [people.globexAdmin] },
      ORGGroupAddUsers: { groupId: open, userIds: [people.globexAdmin] },
      ORGRestoreGroups: { groupIds: [closed] },
    };
    for (const [operation, variables] of Object.entries(ways))
      expect(await changesNothing(() => staff.send(operation, variables)), operation).toMatch(
        /^Conflict Error: No one at Globex Sydney could edit users any more/,
      );
  });
});

describe("USER-88 a user's permissions and their reasons", () => {
  interface Permission {
    action: string;
    verdict: string;
    reasons: {
      effect: string;
      group: { name: string } | null;
      policy: { name: string } | null;
      places: { kind: string; name: string | null }[];
    }[];
  }
  const permissions = async (client: Client, person: Person) => {
    const result = await client.result("ORGGetUserPermissions", userById(person));
    return new Map((result as Permission[]).map((one) => [one.action, one]));
  };

  test("each action names the group and policy that grant it, and where", async () => {
    const found = await permissions(admin, "recruiter");
    const create = found.get("Vacancy & Application Management - Create vacancy");
    expect(create).toMatchObject({
      verdict: "ALLOWED",
      reasons: [
        {
          effect: "Allow",
          group: { name: expect.stringMatching(/^Group/) as string },
          policy: { name: expect.any(String) as string },
          places: [{ kind: "CUSTOMER", name: null }],
        },
      ],
    });
    expect(found.get("User Management - Edit user")).toMatchObject({ verdict: "NOT_GIVEN", reasons: [] });
  });

  test("a Deny and a partial scope are shown, with the policies on both sides", async () => {
    addGroup(sydney(), "retail", people.recruiter, [
      { effect: "Deny", actions: ["apps:createVacancy"], resources: ["*"] },
      {
        effect: "Deny",
        actions: ["apps:archiveVacancy"],
        resources: [`edge:apps:*:*:${ids.retail}:${ids.department}`],
      },
      {
        effect: "Allow",
        actions: ["apps:deleteVacancy"],
        resources: [`edge:apps:*:*:${ids.retail}:${ids.department}`],
      },
    ]);
    const found = await permissions(admin, "recruiter");
    const permissionFor = (action: string) => found.get(`Vacancy & Application Management - ${action}`);
    expect(permissionFor("Create vacancy")).toMatchObject({
      verdict: "DENIED",
      reasons: [{ effect: "Allow" }, { effect: "Deny", places: [{ kind: "EVERYWHERE" }] }],
    });
    expect(permissionFor("Archive vacancy")).toMatchObject({ verdict: "PARTLY" });
    expect(permissionFor("Delete vacancy")).toMatchObject({
      verdict: "PARTLY",
      reasons: [{ places: [{ kind: "DEPARTMENT", name: "Department 1" }] }],
    });
  });

  test("PERM-76 whole-customer rights are neither granted nor denied by departments", async () => {
    const at = (hierarchyId: string) => [`edge:*:*:*:${ids.retail}:${hierarchyId}`];
    addGroup(sydney(), "retail", people.newcomer, [
      { effect: "Allow", actions: ["edge:access", "org:editUser"], resources: at(ids.department) },
      { effect: "Allow", actions: ["org:viewSettings"], resources: at(retail.hierarchyId) },
      { effect: "Deny", actions: ["org:viewSettings"], resources: at(ids.department) },
    ]);
    const found = await permissions(admin, "newcomer");
    expect(found.get("Portal Access - Access to the console")?.verdict).toBe("INEFFECTIVE");
    expect(found.get("User Management - Edit user")?.verdict).toBe("PARTLY");
    expect(found.get("Customer Settings - View settings")?.verdict).toBe("ALLOWED");
  });

  test("the provider's groups are not named to those who may not see them", async () => {
    const shown = (await permissions(admin, "staff")).get("User Management - Edit user");
    expect(shown).toMatchObject({
      verdict: "ALLOWED",
      reasons: [{ group: null, policy: null, places: [{ kind: "EVERYWHERE" }] }],
    });
    expect(
      (await permissions(staff, "staff")).get("User Management - Edit user")?.reasons[0]?.group,
    ).not.toBeNull();
  });

  test("an archived group grants nothing, and without groups there are no permissions", async () => {
    sydney().run(
      sql
        .updateTable("groups")
        .set({ archivedAt: 1 })
        .where("customerId", "=", ids.retail)
        .where("id", "in", (q) =>
          q.selectFrom("group_members").select("groupId").where("userId", "=", people.recruiter),
        ),
    );
    for (const person of ["recruiter", "newcomer"] as const) {
      const found = [...(await permissions(admin, person)).values()];
      expect(new Set(found.map(({ verdict }) => verdict))).toEqual(new Set(["NOT_GIVEN"]));
    }
  });
});

describe("USER-89 sessions and remembered devices", () => {
  const ofUser = (person: Person) => admin.result("ORGGetUserSignIns", userById(person));

  test("are listed with their last use, and can be ended at once", async () => {
    const recruiter = await signedInByPassword(world.app, "recruiter");
    world.pass(60_000);
    const second = await signedInByPassword(world.app, "recruiter");
    world.pass(60_000);
    await recruiter.call("{ AuthRefreshToken { logout } }");
    const own = await recruiter.result("AuthGetOwnSignIns");
    expect(own.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(own.sessions[0]).toMatchObject({
      lastUsedAt: new Date(world.now()).toISOString(),
      network: "127.0.0.0/24",
    });
    expect(own.signIns).toHaveLength(2);
    expect((await ofUser("recruiter")).sessions).toHaveLength(2);
    expect(JSON.stringify(own)).not.toMatch(/token|hash/i);

    await admin.result("ORGSignOutUser", userById("recruiter"));
    for (const client of [recruiter, second])
      expect((await client.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    expect((await ofUser("recruiter")).sessions).toEqual([]);
    expect((await signedInByPassword(world.app, "recruiter")).cookies.size).toBeGreaterThan(0);
  });

  test("one's own sign-out ends the current session too, and forgets remembered browsers", async () => {
    const mfa = new Client(world.app);
    await mfa.call(loginMutation, { email: emailOf("mfa"), password: "Right-Password-1!" });
    const code = async () =>
      /\d{6}/.exec((await outbox.newest(sydney().reader, 1, emailOf("mfa")))[0]?.text ?? "")?.[0];
    await mfa.send("AuthMfaLogin", { email: emailOf("mfa"), code: await code(), isRememberDevice: true });
    world.pass(60_000);
    await mfa.call(loginMutation, { email: emailOf("mfa"), password: "Right-Password-1!" });
    const seen = await ofUser("mfa");
    expect(seen.devices).toEqual([
      expect.objectContaining({ lastUsedAt: new Date(world.now()).toISOString() }),
    ]);
    await mfa.result("AuthSignOutEverywhere");
    expect((await mfa.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    expect(await ofUser("mfa")).toMatchObject({ sessions: [], devices: [] });
    // The browser's cookie is worthless now.
    const again = await mfa.call(loginMutation, { email: emailOf("mfa"), password: "Right-Password-1!" });
    expect(again.data["AuthEmailLogin"]).toMatchObject({ mfa: true, isDeviceRemembered: false });
  });

  test("USER-119 a session stores its sign-in's User-Agent, up to 300 characters", async () => {
    const signInWith = async (agent: string) => {
      const client = new Client(world.app);
      const values = { email: emailOf("recruiter"), password: "Right-Password-1!" };
      await client.call(loginMutation, values, { headers: { "user-agent": agent } });
      return client;
    };
    await signInWith("Mozilla/5.0 Firefox/153.0");
    const long = await signInWith("x".repeat(5_000));
    // A later call's User-Agent changes nothing.
    await long.call("{ AuthMe { _id } }", {}, { headers: { "user-agent": "another" } });
    const { sessions } = await ofUser("recruiter");
    expect(sessions.map(({ browser }) => browser).sort()).toEqual([
      "Mozilla/5.0 Firefox/153.0",
      "x".repeat(300),
    ]);
  });

  test("USER-120 AUD-01 ends one of one's own sessions, once, and no other person's", async () => {
    const end = (client: Client, _id: string) => client.send("AuthEndSession", { _id });
    const [recruiter, other] = [
      await signedIn(world.app, "recruiter"),
      await signedIn(world.app, "recruiter"),
    ];
    const staffSession = (await ofUser("staff")).sessions[0];
    const own = await recruiter.result("AuthGetOwnSignIns");
    const second = own.sessions.find(({ isCurrent }) => !isCurrent)?._id ?? "";
    for (const foreign of [staffSession?._id ?? "", ids.session, "nonsense"])
      expect((await end(recruiter, foreign)).error).toBe("Not Found Error");
    expect((await admin.send("AuthEndSession", { _id: second })).error).toBe("Not Found Error");
    expect((await other.call("{ AuthMe { _id } }")).error).toBeUndefined();
    for (let round = 0; round < 2; round += 1) expect((await end(recruiter, second)).error).toBeUndefined();
    expect((await other.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    expect((await recruiter.call("{ AuthMe { _id } }")).error).toBeUndefined();
    const audited = entriesAfter(sydney()).filter(({ operation }) => operation === "AuthEndSession");
    expect(audited).toEqual([
      expect.objectContaining({
        action: "SESSION_ENDED",
        actorId: people.recruiter,
        objectId: people.recruiter,
      }),
    ]);
  });

  test("refuses signing out people with more rights", async () => {
    expect(await changesNothing(() => admin.send("ORGSignOutUser", userById("staff")))).toMatch(/^FORBIDDEN/);
  });
});

test("USER-56 USER-58 USER-87 a reset mail has a link, and the password works until it is used, however old", async () => {
  sydney().run(
    sql
      .updateTable("users")
      .set({ lastPasswordUpdatedAt: start - 400 * 86_400_000 })
      .where("id", "=", people.recruiter),
  );
  await admin.send("AuthForgetPassword", { email: emailOf("recruiter") });
  const [mail] = await outbox.newest(sydney().reader, 1, emailOf("recruiter"));
  expect(mail?.subject).toBe(resetPasswordMail("", 0).subject);
  expect(mail?.text).toContain("/resetPassword?token=");
  expect((await new Client(world.app).logIn("recruiter")).error).toBeUndefined();
});

test("USER-06 only an account created by single sign-on has no password", async () => {
  sydney().run(sql.updateTable("users").set({ source: "SSO" }).where("id", "=", people.recruiter));
  for (const [person, hasPassword] of [
    ["recruiter", false],
    ["newcomer", true],
  ] as const) {
    const result = await admin.result("ORGGetUser", userById(person));
    expect(result).toMatchObject({ hasPassword });
  }
});
