import { expect, test } from "vitest";
import { type Answer, formWith, hiddenValue, textOf } from "../support/console-client";
import { type Fault, garbled, html500, retyped, slowDown } from "../support/fault-proxy";
import {
  accountNames,
  submitCreateForm,
  confirmCreate,
  createAgain,
  created,
  inDoubt,
  pressOnList,
  signIn,
  signInAgain,
  signOutElsewhere,
  unusedName,
} from "./support/stand";
import { useStand } from "./support/use-stand";

const createFailed = "Failed to create customer. Please contact support.";

const { stand, person } = useStand();

const occurrences = async (name: string, list?: string) =>
  (await accountNames(person, list)).filter((one) => one === name).length;

function expectKept(page: Answer, name: string) {
  const kept = Object.fromEntries(formWith(page, "save"));
  expect(kept).toMatchObject({ displayName: name, uniqueName: name, awsRegion: "ap-southeast-2" });
  expect(kept.organizationId).toMatch(/^[0-9a-f]{24}$/);
}

const notDone: [string, Fault, string][] = [
  ["500", html500, createFailed],
  ["429", slowDown, createFailed],
  ["503", { kind: "answer", status: 503, body: "" }, inDoubt],
];

test.each(notDone)(
  "quality 3, CUST-44, CUST-45: %s on a create keeps the input, is sent once, and can be repeated",
  async (_, fault, text) => {
    const name = unusedName("refused");
    const question = await submitCreateForm(person, name);
    stand.sydney.fail(fault, { operation: "ORGCreateCustomer" });
    const failed = await confirmCreate(person, question);
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(textOf(failed)).toContain(text);
    expectKept(failed, name);
    expect(stand.sydney.callsOf("ORGCreateCustomer")).toHaveLength(1);
    await stand.heal();
    expect(await occurrences(name)).toBe(0);
    expect((await createAgain(person, failed)).status).toBe(303);
    expect(await occurrences(name)).toBe(1);
  },
);

/** Lost responses and the number of attempts: a broken connection is retried once (SESS-61). */
const done: [string, Fault, number][] = [
  ["swallowed", { kind: "swallow" }, 2],
  ["cut in the middle", { kind: "cut" }, 2],
  ["withheld", { kind: "withhold" }, 1],
  ["garbled", garbled, 1],
  ["wrongly typed", retyped("_id", 42), 1],
];

test.each(done)(
  "quality 4, 5, GEN-22: a create whose answer is %s is in doubt, and pressing Save again gives exactly one customer",
  async (_, fault, times) => {
    const name = unusedName("doubt");
    const question = await submitCreateForm(person, name);
    stand.sydney.fail(fault, { operation: "ORGCreateCustomer" });
    const unconfirmed = await confirmCreate(person, question);
    expect(unconfirmed.status).toBeGreaterThanOrEqual(500);
    expect(textOf(unconfirmed)).toContain(inDoubt);
    expectKept(unconfirmed, name);
    expect(stand.sydney.callsOf("ORGCreateCustomer")).toHaveLength(times);
    await stand.heal();
    const again = await createAgain(person, unconfirmed);
    expect(textOf(again)).not.toContain("Account Name already exists");
    expect(again.status).toBe(303);
    expect(await occurrences(name)).toBe(1);
  },
);

test("quality 6, GEN-22: the same create sent 20 times at once has one effect and one answer", async () => {
  const name = unusedName("twenty");
  const question = await submitCreateForm(person, name);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmCreate(person, question)));
  expect(answers.map(({ status, location }) => [status, location])).toEqual(
    answers.map(() => [303, `${person.base}/customers`]),
  );
  expect(await occurrences(name)).toBe(1);
});

const bulk = [
  ["archive", "customers", "ORGArchiveCustomers", "Failed to archive customers. Please contact support."],
  [
    "restore",
    "customers/archive",
    "ORGRestoreCustomers",
    "Failed to restore customers. Please contact support.",
  ],
] as const;

test.each(bulk)(
  "quality 3, 5, 6, CUST-13, CUST-19: a failing %s says so, is sent once, and can be repeated",
  async (intent, list, operation, text) => {
    const name = await created(person, intent);
    if (intent === "restore") await pressOnList(person, "customers", "archive", [name]);
    await stand.heal();
    stand.sydney.fail({ kind: "answer", status: 500, body: "" }, { operation, times: 1 });
    stand.sydney.fail({ kind: "swallow" }, { operation, times: 2 });

    const refused = await pressOnList(person, list, intent, [name]);
    expect(refused.status).toBe(502);
    expect(textOf(refused)).toContain(`Unexpected Error ${text}`);
    expect(stand.sydney.callsOf(operation)).toHaveLength(1);
    expect(await occurrences(name, list)).toBe(1);

    // The change is made but its response is lost: the list shows it, and the page says the outcome is uncertain.
    const unconfirmed = await pressOnList(person, list, intent, [name]);
    expect(unconfirmed.status).toBe(503);
    expect(textOf(unconfirmed)).toContain(inDoubt);
    expect(stand.sydney.callsOf(operation)).toHaveLength(3);
    expect(await occurrences(name, list)).toBe(0);
  },
);

test("quality 8, SESS-16, AUTH-31: input kept through the sign-in survives a step back, for the same person", async () => {
  const late = await signIn(stand);
  const question = await submitCreateForm(late, unusedName("back"));
  await signOutElsewhere(late, question);
  const login = await late.client.press(await confirmCreate(late, question), "keep");
  const kept = hiddenValue(login, "draft");
  expect(textOf(login)).toContain(
    "What you typed comes back only if you log in with your password, not with Single Sign-On.",
  );
  const back = await late.client.post("/login", [
    ["csrf", hiddenValue(login, "csrf")],
    ["draft", kept],
    ["intent", "back"],
  ]);
  expect(back.status).toBe(200);
  expect(hiddenValue(back, "draft")).toBe(kept);
});

test("quality 8, SESS-17, SESS-19: a post after the session has ended changes nothing, and its input is restored after signing in", async () => {
  const late = await signIn(stand);
  const name = unusedName("late");
  const question = await submitCreateForm(late, name);
  await signOutElsewhere(late, question);

  const refused = await confirmCreate(late, question);
  expect(refused.status).toBe(401);
  expect(textOf(refused)).toContain("Your session is expired!");
  expect((await late.client.press(refused, "keep")).html).not.toContain(name);
  const back = await signInAgain(late, refused);
  expectKept(back, name);
  expect(stand.sydney.callsOf("ORGCreateCustomer")).toHaveLength(0);
  expect((await createAgain(late, back)).status).toBe(303);
  expect(await occurrences(name)).toBe(1);
});
