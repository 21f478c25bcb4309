import { afterEach, beforeEach, expect, test } from "vitest";
import { sweep } from "../../regional-api/sweep";
import { addApp } from "./fixtures/authenticator";
import { Client, signedInBySso } from "./fixtures/client";
import { enterCode, mailedCode, mailsTo as mailsOf } from "./fixtures/mails";
import { make } from "./fixtures/passkeys";
import { emailOf, password, people, startWorld, type Person, type World } from "./fixtures/world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const day = 24 * 3_600_000;
const over = "ERROR_CUSTOM_SIGN_IN_LINK_EXPIRED";

const mailsTo = (person: Person) => mailsOf(world, emailOf(person), "EMAIL_NEW_BROWSER");

async function logIn(person: Person, browser = new Client(world.app), given = password) {
  const answer = await browser.logIn(person, given);
  return Object.assign(browser, { answer });
}

/** The token of the link in the newest mail about a new browser. */
async function linkTo(person: Person) {
  const [mail] = await mailsTo(person);
  const url = new URL(mail?.data["link"] ?? "");
  expect(url.pathname).toBe("/notMe");
  expect(url.searchParams.get("region")).toBe("ap-southeast-2");
  return url.searchParams.get("token") ?? "";
}

const isValid = async (token: string) =>
  (await new Client(world.app).send("AuthCheckSignInLink", { token })).data["AuthCheckSignInLink"];
const disown = (token: string) =>
  new Client(world.app).send("AuthDisownSignIn", {
    token,
  });
const isSignedIn = async (browser: Client) => (await browser.call("{ AuthMe { _id } }")).error === undefined;

/** Two browsers of the recruiter: the first is known, a mail was sent about the second. */
async function twoBrowsers() {
  const first = await logIn("recruiter");
  const second = await logIn("recruiter");
  return { first, second, token: await linkTo("recruiter") };
}

test("MFA-10 a mail reports time and place of a sign-in from another browser, not from the first or a known one", async () => {
  const first = await logIn("recruiter");
  expect(first.cookies.get("browser-token")).toMatch(/^[\w-]{43}$/);
  await logIn("recruiter", first);
  expect(await mailsTo("recruiter")).toEqual([]);
  const second = await logIn("recruiter");
  const [mail, ...others] = await mailsTo("recruiter");
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Time: 15 January 2026 at 13:00 UTC");
  expect(mail?.text).toContain("Network: 127.0.0.0/24");
  // Each is now known, for 400 days from its last sign-in.
  world.pass(399 * day);
  await logIn("recruiter", first);
  await logIn("recruiter", second);
  world.pass(2 * day);
  await logIn("recruiter", first);
  expect(await mailsTo("recruiter")).toHaveLength(1);
});

test("MFA-10 a shared browser is known to each person separately, and stays known when its token changes", async () => {
  const shared = await logIn("recruiter");
  await logIn("noAccess");
  const before = shared.cookies.get("browser-token");
  await logIn("noAccess", shared);
  // A token planted in another person's browser is replaced on sign-in.
  expect(shared.cookies.get("browser-token")).not.toBe(before);
  expect(await mailsTo("noAccess")).toHaveLength(1);
  await logIn("recruiter", shared);
  expect(await mailsTo("recruiter")).toEqual([]);
  const planted = new Client(world.app);
  planted.cookies.set("browser-token", before ?? "");
  await logIn("noAccess", planted);
  expect(await mailsTo("noAccess")).toHaveLength(2);
});

test("MFA-10 a wrong password, an unused code and single sign-on send no mail", async () => {
  await logIn("recruiter");
  await logIn("recruiter", new Client(world.app), "Wrong-Password-1!");
  await logIn("mfa");
  await signedInBySso(world, "sso");
  for (const person of ["recruiter", "mfa", "sso"] as const) expect(await mailsTo(person)).toEqual([]);
  const [row] = await world.databases
    .region("ap-southeast-2")
    .statement<{ n: number }>("SELECT count(*) AS n FROM known_browsers")
    .all();
  expect(Number(row?.n)).toBe(1);
});

test("MFA-10 the link ends all sessions and voids the password; its answer allows setting a new one", async () => {
  const { first, second, token } = await twoBrowsers();
  expect(await isValid(token)).toEqual({ isValid: true });
  // Just opening the page changes nothing.
  expect(await isSignedIn(second)).toBe(true);
  const { data, error } = await disown(token);
  expect(error).toBeUndefined();
  const { resetToken } = data["AuthDisownSignIn"] as { resetToken: string };
  for (const browser of [first, second]) expect(await isSignedIn(browser)).toBe(false);
  expect((await logIn("recruiter", second)).answer.error).toBe("Custom Error");
  const fresh = "Another-Password-1!";
  const reset = await new Client(world.app).send("AuthResetPassword", { password: fresh, resetToken });
  expect(reset.data["AuthResetPassword"]).toEqual({ isPasswordResetSuccess: true });
  expect((await logIn("recruiter", new Client(world.app), fresh)).answer.error).toBeUndefined();
  const entries = await world.databases
    .region("ap-southeast-2")
    .statement<{ action: string }>("SELECT action FROM record_entries WHERE objectId = ? ORDER BY seq")
    .all(people.recruiter);
  expect(entries.map(({ action }) => action)).toContain("SIGN_IN_DISOWNED");
});

test("MFA-10 removes the app and the passkeys added since that sign-in, and keeps earlier ones", async () => {
  const addPasskeyOf = async (client: Client, name: string) => {
    const { options } = await client.result("AuthBeginPasskey", { password, productName: "Edge" });
    const { response } = make(JSON.parse(options) as { challenge: string });
    const added = await client.result("AuthAddPasskey", { name, response });
    expect(added).toEqual({ isAdded: true });
  };
  const first = await logIn("recruiter");
  await addPasskeyOf(first, "Before");
  world.pass(1000);
  // The intruder signs in by an emailed code.
  const intruder = new Client(world.app);
  await intruder.logIn("recruiter");
  await intruder.send("AuthResendMfaCode", { email: emailOf("recruiter"), password });
  await enterCode(intruder, emailOf("recruiter"), await mailedCode(world, emailOf("recruiter")));
  const token = await linkTo("recruiter");
  world.pass(1000);
  await addPasskeyOf(intruder, "Since");
  await addApp(world, intruder);
  expect((await disown(token)).data["AuthDisownSignIn"]).toMatchObject({
    hasRemovedFactors: true,
    hasFactors: true,
  });
  const left = await world.databases
    .region("ap-southeast-2")
    .statement<{ name: string }>("SELECT name FROM passkeys UNION ALL SELECT userId FROM authenticators")
    .all();
  expect(left).toEqual([{ name: "Before" }]);
  for (const type of ["EMAIL_APP_REMOVED", "EMAIL_PASSKEY_REMOVED"])
    expect(await mailsOf(world, emailOf("recruiter"), type)).toHaveLength(1);
});

test("MFA-10 without factors added since, none is removed and none is mentioned", async () => {
  const { token } = await twoBrowsers();
  expect((await disown(token)).data["AuthDisownSignIn"]).toMatchObject({
    hasRemovedFactors: false,
    hasFactors: false,
  });
});

test("MFA-10 the link works once, along with those of other mails, even if ten use it at once", async () => {
  const { token } = await twoBrowsers();
  await logIn("recruiter");
  const other = await linkTo("recruiter");
  expect(other).not.toBe(token);
  const answers = await Promise.all(Array.from({ length: 10 }, () => disown(token)));
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
  for (const used of [token, other]) {
    expect(await isValid(used)).toEqual({ isValid: false });
    expect((await disown(used)).message).toBe(over);
  }
});

test("MFA-10 the link works for 7 days, is stored as a hash, and is deleted afterwards", async () => {
  const { second, token } = await twoBrowsers();
  const links = () =>
    world.databases
      .region("ap-southeast-2")
      .statement<{ linkHash: Buffer }>("SELECT linkHash FROM sign_in_links")
      .all();
  const [kept] = await links();
  expect(kept?.linkHash.toString("base64url")).not.toBe(token);
  world.pass(7 * day - 1);
  expect(await isValid(token)).toEqual({ isValid: true });
  world.pass(1);
  expect(await isValid(token)).toEqual({ isValid: false });
  expect((await disown(token)).message).toBe(over);
  world.pass(1);
  await sweep(world.databases, world.now());
  expect(await links()).toEqual([]);
  expect((await logIn("recruiter", second)).answer.error).toBeUndefined();
});

test("MFA-10 an invented link is refused, and nothing changes", async () => {
  const { second } = await twoBrowsers();
  for (const token of ["", "no token", "A".repeat(43)]) {
    expect(await isValid(token)).toEqual({ isValid: false });
    expect((await disown(token)).message).toBe(over);
  }
  expect(await isSignedIn(second)).toBe(true);
});
