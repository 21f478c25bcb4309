import { mapSequentially } from "../../regional-api/store/sequential";
import { beforeEach, describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../regional-api/core/policy";
import { outbox } from "../../regional-api/core/outbox.store";
import { sql } from "../../regional-api/store/sql";
import { sweep } from "../../regional-api/sweep";
import { refuse } from "./fixtures/engine";
import { Client, signedIn } from "./fixtures/client";
import { changesNothing as changesNothingIn, snapshot } from "./fixtures/snapshot";
import { useWorld } from "./fixtures/use-world";
import { addGroup, emailOf, ids, people, retail, rootId, scopeOf, start } from "./fixtures/world";
import type { ResultOf } from "./fixtures/results";

const world = useWorld("each test");
let staff: Client;
let admin: Client;
beforeEach(async () => {
  staff = await signedIn(world.app, "staff");
  admin = await signedIn(world.app, "admin");
});

const sydney = () => world.databases.region("ap-southeast-2");
const template = ["firstName", "lastName", "email", "phoneNumber", "groups"];
const dayMs = 24 * 3_600_000;

type Upload = ResultOf<"ORGGetEndUserUpload">;

const settings = { mfaEnabled: false, forcePasswordReset: false };

const check = (client: Client, values: string[][], changes: Record<string, unknown> = {}) =>
  client.send("ORGCheckEndUsers", {
    ...retail,
    ...settings,
    uploadId: "upload-1",
    fileName: "people.csv",
    header: template,
    rows: values.map((row, index) => ({ row: index + 2, values: row })),
    ...changes,
  });
const get = (client: Client, uploadId = "upload-1") =>
  client.send("ORGGetEndUserUpload", { ...retail, uploadId });
const create = (client: Client, users: readonly object[], changes: Record<string, unknown> = {}) =>
  client.send("ORGCreateEndUsers", {
    ...retail,
    ...settings,
    uploadId: "upload-1",
    users,
    ...changes,
  });

async function uploadIn(call: Promise<{ data: Record<string, unknown>; error: string | undefined }>) {
  const { data, error } = await call;
  expect(error).toBeUndefined();
  return Object.values(data)[0] as Upload;
}

const changesNothing = changesNothingIn(world);

const emailOfRow = (number: number) => `row${number}@upload.example`;
const person = (number: number, changes: object = {}) => ({
  row: number + 1,
  firstName: `First${number}`,
  lastName: "Last",
  email: emailOfRow(number),
  groupIds: [] as string[],
  ...changes,
});
const rowOf = (number: number) => [`First${number}`, "Last", emailOfRow(number), "", ""];
const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const usersMade = () =>
  sydney()
    .sqlite.prepare<[], string>("SELECT email FROM users WHERE email LIKE '%@upload.example' ORDER BY id")
    .pluck()
    .all();
const mailsTo = (email: string) => outbox.newest(sydney().reader, 5, email);

function group(name: string, ...statements: PolicyStatement[]): string {
  const id = addGroup(sydney(), "retail", people.departmentHead, statements);
  sydney().run(sql.updateTable("groups").set({ name }).where("id", "=", id));
  return id;
}
const more: PolicyStatement = {
  effect: "Allow",
  actions: ["apps:deleteVacancy"],
  resources: [`edge:apps:ap-southeast-2:${ids.acme}:${ids.retail}:${rootId(ids.retail)}`],
};

/** Problems by row number. */
const problemsIn = ({ rows }: Upload) =>
  Object.fromEntries(
    rows
      .filter(({ problems }) => problems.length > 0)
      .map(({ row, problems }) => [row, problems.map(({ column, text }) => `${column ?? "row"}: ${text}`)]),
  );

/** Hint for two groups with the same name, which a file cannot tell apart. */
const tellApart = ". Rename one of the groups, or add the person on the group's page.";

describe("checking a file", () => {
  test("UPLOAD-32 stores its rows for those who may create users, and creates none", async () => {
    const mails = (await outbox.newest(sydney().reader, 50)).length;
    const first = await uploadIn(check(admin, [rowOf(1), rowOf(2)]));
    expect(first).toMatchObject({ state: "CHECKED", total: 2, created: 0, failed: 0, results: [] });
    expect(problemsIn(first)).toEqual({});
    expect(await uploadIn(get(staff))).toEqual(first);
    // The same upload id returns the first upload, whatever is sent.
    expect(await uploadIn(check(admin, [rowOf(3)]))).toEqual(first);
    expect(usersMade()).toEqual([]);
    expect(await outbox.newest(sydney().reader, 50)).toHaveLength(mails);
  });

  test("UPLOAD-12 UPLOAD-21 columns in any case and order, unknown ones kept; rows keep their numbers", async () => {
    const upload = await uploadIn(
      check(admin, [], {
        header: ["Staff no.", " EMAIL ", "LastName", "firstname"],
        rows: [{ row: 7, values: ["12", "Ann@Upload.Example", "Lee", "Ann"] }],
      }),
    );
    expect(upload.rows).toMatchObject([
      { row: 7, values: ["12", "Ann@Upload.Example", "Lee", "Ann"], firstName: "Ann", lastName: "Lee" },
    ]);
    expect(problemsIn(upload)).toEqual({});
  });

  test("UPLOAD-13 UPLOAD-19 UPLOAD-20 reports problems by row and column", async () => {
    const plain = group("Night shift");
    group("Twice");
    group("Twice");
    const upload = await uploadIn(
      check(admin, [
        rowOf(1),
        ["", "x".repeat(51), "no email", "12", ""],
        ["A", "B", emailOf("archived").toUpperCase(), "", ""],
        ["A", "B", emailOfRow(1).toUpperCase(), "+61 412 345 678", ""],
        ["A", "B", "groups@upload.example", "", " night SHIFT; Nobody;Twice ;Night shift"],
        ["A", "B", "short@upload.example"],
        ["A", "B", "long@upload.example", "", "", "more"],
        ["A", "B", "commas@upload.example", "", "Night shift", "", ""],
      ]),
    );
    expect(problemsIn(upload)).toEqual({
      3: [
        "firstName: Please enter your first name",
        "lastName: Please keep your last name within 50 characters",
        "email: Please enter a valid email",
        'phoneNumber: Please enter a valid phone number, with "+" and the country code',
      ],
      4: [`email: User with username and email ${emailOf("archived")} already exists.`],
      5: ["email: Duplicate email in this file (first on row 2)."],
      6: ["groups: Group not found: Nobody", `groups: Group name is used more than once: Twice${tellApart}`],
      7: ["row: Row has 3 values, expected 5."],
      8: ["row: Row has 6 values, expected 5."],
    });
    expect(upload.rows.at(-1)?.groupIds).toEqual([plain]);
  });

  test("UPLOAD-19 UPLOAD-20 refuses invisible names as on the create form", async () => {
    const upload = await uploadIn(
      check(admin, [
        ["\u200b", "\u2800", "nobody@upload.example", "", ""],
        ["\u202e\u00a0", "C\u202ed", "turned@upload.example", "", ""],
        ["مُحَمَّد", "Zero\u200bWidth", "fine@upload.example", "", ""],
      ]),
    );
    expect(problemsIn(upload)).toEqual({
      2: ["firstName: Please enter your first name", "lastName: Please enter your last name"],
      3: ["firstName: Please enter your first name"],
    });
  });

  test("UPLOAD-13 finds a group however its accents are encoded", async () => {
    const night = group("Équipe de nuit");
    const zoe = group("Zoe\u0308");
    group("Cafe\u0301");
    group("Caf\u00e9");
    const upload = await uploadIn(
      check(admin, [
        ["A", "B", "a@upload.example", "", "E\u0301quipe de nuit;zo\u00eb"],
        ["A", "B", "b@upload.example", "", "Caf\u00e9"],
      ]),
    );
    expect(problemsIn(upload)).toEqual({
      3: [`groups: Group name is used more than once: Caf\u00e9${tellApart}`],
    });
    expect(upload.rows[0]?.groupIds).toEqual([night, zoe]);
  });

  test("GRP-53 UPLOAD-20 reports a group with more rights than one's own; the provider's does not exist", async () => {
    group("More", more);
    group("Provider", { effect: "Allow", actions: ["*"], resources: ["*"] });
    const row = ["A", "B", "a@upload.example", "", "More;Provider"];
    expect(problemsIn(await uploadIn(check(admin, [row])))).toEqual({
      2: ["groups: Group has more rights than you: More", "groups: Group not found: Provider"],
    });
    expect(problemsIn(await uploadIn(check(staff, [row], { uploadId: "upload-2" })))).toEqual({});
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      "UPLOAD-15",
      { header: ["firstName", "email"] },
      "The file must have the columns firstName, lastName and email.",
    ],
    ["UPLOAD-15", { rows: [] }, "The file has no users."],
    ["UPLOAD-11", { notes: "x".repeat(151) }, "Please keep the notes within 150 characters"],
  ])("%s refuses %j", async (_row, changes, message) => {
    expect(await changesNothing(() => check(admin, [rowOf(1)], changes))).toBe(
      `Validation Error: ${message}`,
    );
  });

  test("UPLOAD-25 visible for a day, or 30 once users were created, and not to other customers", async () => {
    await check(admin, [rowOf(1)]);
    await check(admin, [rowOf(2)], { uploadId: "upload-2" });
    await create(admin, [person(2, { row: 2 })], { uploadId: "upload-2" });
    const foreign = await signedIn(world.app, "globexAdmin");
    const elsewhere = { ...scopeOf("globexSydney"), awsRegion: undefined, uploadId: "upload-2" };
    expect((await foreign.send("ORGGetEndUserUpload", elsewhere)).error).toBe("Not Found Error");
    expect((await get(foreign, "upload-2")).error).toBe("Not Found Error");
    expect((await get(admin, "upload-9")).error).toBe("Not Found Error");

    const kept = () =>
      sydney()
        .sqlite.prepare("SELECT uploadId FROM end_user_uploads WHERE uploadId <> ?")
        .pluck()
        .all(ids.upload);
    world.pass(dayMs);
    admin = await signedIn(world.app, "admin");
    expect((await get(admin)).error).toBe("Not Found Error");
    expect(await uploadIn(get(admin, "upload-2"))).toMatchObject({ state: "DONE", created: 1 });
    await sweep(world.databases, world.now() + 1);
    expect(kept()).toEqual(["upload-2"]);
    world.pass(29 * dayMs);
    admin = await signedIn(world.app, "admin");
    expect((await get(admin, "upload-2")).error).toBe("Not Found Error");
    await sweep(world.databases, world.now() + 1);
    expect(kept()).toEqual([]);
    expect(sydney().sqlite.prepare("SELECT count(*) FROM end_user_upload_rows").pluck().get()).toBe(0);
  });

  test("UPLOAD-25 UPLOAD-41 a person's 21st checked file must wait until another is used or a day has passed", async () => {
    const file = (number: number) => check(admin, [rowOf(number)], { uploadId: `waiting-${number}` });
    for (const number of many(20)) expect((await file(number)).error).toBeUndefined();
    const message = "You have 20 checked files from which no users were created";
    expect(await changesNothing(() => file(21))).toBe(`Conflict Error: ${message}`);
    // Repeating a file adds none, and other people have their own limit.
    expect((await file(20)).error).toBeUndefined();
    const staff = await signedIn(world.app, "staff");
    expect((await check(staff, [rowOf(22)], { uploadId: "of-staff" })).error).toBeUndefined();
    await create(admin, [person(1, { row: 2 })], { uploadId: "waiting-1" });
    expect((await file(21)).error).toBeUndefined();
    expect((await file(23)).error).toBe("Conflict Error");
    world.pass(dayMs);
    admin = await signedIn(world.app, "admin");
    expect((await file(23)).error).toBeUndefined();
  });
});

test("UPLOAD-41 the oldest of 20 checked files without a good row is replaced by a new one", async () => {
  const bad = ["", "Last", "nameless@upload.example", "", ""];
  const file = (number: number, rows: string[][]) => check(admin, rows, { uploadId: `waiting-${number}` });
  await file(1, [rowOf(1), bad]);
  for (const number of many(20).slice(1)) {
    world.pass(1_000);
    await file(number, [bad]);
  }
  expect((await file(21, [rowOf(21)])).error).toBeUndefined();
  expect((await get(admin, "waiting-2")).error).toBe("Not Found Error");
  for (const kept of ["waiting-1", "waiting-3", "waiting-21"])
    expect((await get(admin, kept)).error).toBeUndefined();
});

describe("creating the users", () => {
  test("UPLOAD-17 UPLOAD-18 UPLOAD-21 UPLOAD-29 good rows become users though others fail", async () => {
    const shift = group("Night shift");
    const rows = [rowOf(1), ["", "Last", "nameless@upload.example", "", ""], rowOf(3)];
    await check(admin, rows);
    const made = await uploadIn(
      create(admin, [person(1, { groupIds: [shift], phoneNumber: "+61 412 345 678" }), person(3)]),
    );
    expect(made).toMatchObject({ uploadId: "upload-1", state: "DONE", total: 3, created: 2, failed: 1 });
    const userId = expect.stringMatching(/^[0-9a-f]{24}$/) as string;
    expect(made.results).toEqual([
      { row: 2, email: emailOfRow(1), status: "CREATED", userId, reason: null },
      {
        row: 3,
        email: "nameless@upload.example",
        status: "FAILED",
        userId: null,
        reason: "Please enter your first name",
      },
      { row: 4, email: emailOfRow(3), status: "CREATED", userId, reason: null },
    ]);
    expect(usersMade()).toEqual([emailOfRow(1), emailOfRow(3)]);
    const details = await admin.result("ORGGetUser", {
      filter: { _id: made.results[0]?.userId, ...retail },
    });
    expect(details).toMatchObject({
      phoneNumber: "+61412345678",
      group: [{ _id: shift }],
    });
    expect((await mailsTo(emailOfRow(1))).map(({ templateType }) => templateType)).toEqual([
      "CREATE_NEW_USER",
    ]);
    expect(await mailsTo("nameless@upload.example")).toEqual([]);
  });

  test("UPLOAD-19 UPLOAD-20 rows are checked again on creation: changes in between are reported", async () => {
    const closing = group("Closing");
    await check(admin, [rowOf(1), rowOf(2), rowOf(3), rowOf(4)]);
    await create(admin, [person(2)], { uploadId: "upload-2" });
    await admin.send("ORGArchiveGroups", { groupIds: [closing] });
    const { results } = await uploadIn(
      create(admin, [
        person(1, { firstName: " ", lastName: "" }),
        person(2),
        person(3, { groupIds: [closing] }),
        person(4, { email: emailOfRow(1) }),
      ]),
    );
    expect(results.map(({ row, status, reason }) => [row, status, reason])).toEqual([
      [2, "FAILED", "Please enter your first name; Please enter your last name"],
      [3, "FAILED", `User with username and email ${emailOfRow(2)} already exists.`],
      [4, "FAILED", "Group not found: Closing"],
      [5, "FAILED", "Duplicate email in this file (first on row 2)."],
    ]);
  });

  test("UPLOAD-26 UPLOAD-27 UPLOAD-28 code step, temporary password and notes are the same for all", async () => {
    const signIn = async (email: string) => {
      const temporary = /Temporary password: (\S+)/.exec((await mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
      const { data } = await new Client(world.app).send("AuthEmailLogin", { email, password: temporary });
      return data["AuthEmailLogin"];
    };
    const storedOf = (email: string) =>
      sydney().sqlite.prepare("SELECT mfaEnabled, mfaMethod, notes FROM users WHERE email = ?").get(email);

    await create(admin, [person(1)], { notes: " Spring intake " });
    expect(storedOf(emailOfRow(1))).toEqual({ mfaEnabled: 0, mfaMethod: null, notes: "Spring intake" });
    expect(await signIn(emailOfRow(1))).toMatchObject({
      mfa: false,
      expiresAt: expect.any(String) as string,
      passwordResetToken: null,
    });

    const mustChange = "You will be asked to change it when you first sign in.";
    expect((await mailsTo(emailOfRow(1)))[0]?.text).not.toContain(mustChange);
    expect((await mailsTo(emailOfRow(1)))[0]?.text).toContain("it works until you change it.");

    await create(admin, [person(2)], { uploadId: "upload-2", forcePasswordReset: true });
    expect((await mailsTo(emailOfRow(2)))[0]?.text).toContain(mustChange);
    expect(await signIn(emailOfRow(2))).toMatchObject({
      expiresAt: null,
      passwordResetToken: expect.any(String) as string,
    });

    await create(admin, [person(3)], { uploadId: "upload-3", mfaEnabled: true });
    expect(storedOf(emailOfRow(3))).toEqual({ mfaEnabled: 1, mfaMethod: "Email", notes: null });
    expect(await signIn(emailOfRow(3))).toMatchObject({ mfa: true, expiresAt: null });
  });

  test("GEN-22 the same uploadId again creates no user twice and returns the first result", async () => {
    const users = many(25).map((number) => person(number));
    const together = await Promise.all(many(4).map(() => uploadIn(create(admin, users))));
    expect(new Set(together.map((upload) => JSON.stringify(upload))).size).toBe(1);
    expect(together[0]).toMatchObject({ total: 25, created: 25, failed: 0 });
    const after = snapshot(world.databases);
    expect(await uploadIn(create(staff, [person(1, { email: "other@upload.example" })]))).toEqual(
      together[0],
    );
    expect(snapshot(world.databases)).toBe(after);
    expect(usersMade()).toHaveLength(25);
    expect(
      await mapSequentially(many(25), async (number) => (await mailsTo(emailOfRow(number))).length),
    ).toEqual(many(25).map(() => 1));
  });

  test("UPLOAD-35 an interrupted run is continued: no user is missing or created twice", async () => {
    await check(admin, many(25).map(rowOf));
    const permit = refuse(sydney(), {
      table: "users",
      on: "INSERT",
      when: `NEW.email = '${emailOfRow(17)}'`,
    });
    const users = many(25).map((number) => person(number));
    expect((await create(admin, users)).error).toBeDefined();
    const stopped = await uploadIn(get(admin));
    expect(stopped).toMatchObject({ state: "STOPPED", created: 10, failed: 0, total: 25 });
    expect(problemsIn(stopped)).toEqual({});
    expect(usersMade()).toHaveLength(10);

    permit();
    const { rows } = stopped;
    const left = rows.filter(({ status }) => status === null).map(({ row }) => person(row - 1));
    expect(await uploadIn(create(staff, left))).toMatchObject({ state: "DONE", created: 25, failed: 0 });
    expect(usersMade()).toEqual(many(25).map(emailOfRow));
    expect(
      await mapSequentially(many(25), async (number) => (await mailsTo(emailOfRow(number))).length),
    ).toEqual(many(25).map(() => 1));
  });

  /** Waits until that many users were created. */
  async function made(count: number) {
    while (usersMade().length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  test.each([
    [
      "archived",
      () => sydney().run(sql.updateTable("users").set({ archivedAt: start }).where("id", "=", people.admin)),
    ],
    [
      "no longer in a group that may make users",
      () => sydney().run(sql.deleteFrom("group_members").where("userId", "=", people.admin)),
    ],
  ])("UPLOAD-42 a run ends when its caller is %s; another person may continue it", async (_what, lose) => {
    await check(admin, many(40).map(rowOf));
    const users = many(40).map((number) => person(number));
    const running = create(admin, users);
    await made(1);
    lose();
    expect((await running).error).toMatch(/^(FORBIDDEN|UNAUTHENTICATED|Not Found Error)$/);
    const before = usersMade().length;
    expect(before).toBeLessThan(40);
    expect(await uploadIn(get(staff))).toMatchObject({ state: "STOPPED", created: before });
    const { rows } = await uploadIn(get(staff));
    const left = rows.filter(({ status }) => status === null).map(({ row }) => person(row - 1));
    expect(await uploadIn(create(staff, left))).toMatchObject({ state: "DONE", created: 40 });
  });

  test("UPLOAD-42 a run ends when its group gets more rights than the caller holds", async () => {
    const joined = group("Joined");
    const users = many(40).map((number) => person(number, { groupIds: [joined] }));
    const running = create(admin, users);
    await made(1);
    sydney().run(
      sql
        .updateTable("policies")
        .set({ statements: JSON.stringify([more]) })
        .where("id", "in", sql.selectFrom("group_policies").select("policyId").where("groupId", "=", joined)),
    );
    expect((await running).error).toBe("FORBIDDEN");
    expect(usersMade().length).toBeLessThan(40);
  });

  test("UPLOAD-25 GEN-22 an upload belongs to its department: no access with rights on another one", async () => {
    await check(admin, [rowOf(1)]);
    addGroup(sydney(), "retail", people.departmentHead, [
      {
        effect: "Allow",
        actions: ["org:createUser", "org:listUser"],
        resources: [`edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`],
      },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    const below = { hierarchyId: ids.department };
    const seen = () => head.send("ORGGetEndUserUpload", { ...retail, ...below, uploadId: "upload-1" });
    expect((await get(head)).error).toBe("FORBIDDEN");
    expect((await seen()).error).toBe("Not Found Error");
    const before = snapshot(world.databases);
    expect((await create(head, [person(1)], below)).error).toBe("Not Found Error");
    expect((await check(head, [rowOf(2)], below)).error).toBe("Not Found Error");
    expect(snapshot(world.databases)).toBe(before);
    const own = { ...below, uploadId: "upload-of-head" };
    expect(await uploadIn(check(head, [rowOf(1)], own))).toMatchObject({ state: "CHECKED" });
    expect(await uploadIn(create(head, [person(1)], own))).toMatchObject({ state: "DONE", created: 1 });
  });

  test("UPLOAD-35 reports its progress while running", async () => {
    const running = create(
      admin,
      many(30).map((number) => person(number)),
    );
    const seen = new Set<string>();
    let isOver = false;
    void running.then(() => (isOver = true));
    while (!isOver) {
      const { data } = await get(staff);
      const upload = data["ORGGetEndUserUpload"] as Upload | null;
      if (upload) seen.add(`${upload.state} ${upload.created}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([...seen].some((state) => /^RUNNING \d+$/.test(state))).toBe(true);
    expect(await uploadIn(get(staff))).toMatchObject({ state: "DONE", created: 30 });
  });

  test("GRP-53 GEN-16 a group with more rights, another customer's or an unknown one fails the whole call, and no user is created", async () => {
    const [above, foreign] = [
      group("More", more),
      addGroup(sydney(), "globexSydney", people.globexAdmin, []),
    ];
    const refused = (groupId: string) =>
      changesNothing(() => create(admin, [person(1), person(2, { groupIds: [groupId] })]));
    expect(await refused(above)).toMatch(/^FORBIDDEN/);
    expect(await refused(foreign)).toMatch(/^Not Found/);
    expect(await refused("nothing")).toMatch(/^Not Found/);
    expect((await uploadIn(create(staff, [person(2, { groupIds: [above] })]))).created).toBe(1);
  });

  test("UPLOAD-07 UPLOAD-11 UPLOAD-21 refuses what no file can contain, and rows that the file lacks", async () => {
    const refused = (users: readonly object[], changes = {}) =>
      changesNothing(() => create(admin, users, changes));
    expect(await refused(many(101).map((number) => person(number)))).toContain("Limited to 100 users!");
    expect(await changesNothing(() => check(admin, many(101).map(rowOf)))).toContain("Limited to 100 users!");
    expect(await refused([person(1), person(2, { row: 2 })])).toContain("same number");
    expect(await refused([])).toContain("The file has no users.");
    expect(await refused([person(1)], { notes: "x".repeat(151) })).toContain("within 150 characters");
    await check(admin, [rowOf(1)]);
    expect(await refused([person(5)])).toContain("no such row");
  });
});
