import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { startSession } from "../../regional-api/core/sessions.store";
import { Client, loginMutation, signedInByPassword } from "./fixtures/client";
import { enterCode, mailedCode, mailsTo as mailsOf, otherThan } from "./fixtures/mails";
import { documentOf } from "./fixtures/operations";
import { emailOf, password, people, startWorld, type Person, type World } from "./fixtures/world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
  browser = new Client(world.app);
});
afterEach(() => world.stop());

const wrong = "Wrong-Password-1!";
const minute = 60_000;
const hour = 60 * minute;
const locked = "ERROR_CUSTOM_USER_LOCKED";
const notMatching = "ERROR_CUSTOM_MFA_CODE_NOT_MATCH";
const email = emailOf("mfa");

/** A sign-in from an address; for an unknown email if no person has this name. */
const from = (address: string, person: string, given = password, client = new Client(world.app)) =>
  client.call(
    loginMutation,
    { email: emailOf(person as Person), password: given },
    { headers: { "x-forwarded-for": address } },
  );

const mailsTo = (to: string, templateType?: string) => mailsOf(world, to, templateType);
const sentCode = () => mailedCode(world, email);
/** The browser of the latest sign-in, where its code works (AUTH-89). */
let browser: Client;
const begin = () => {
  browser = new Client(world.app);
  return browser.logIn("mfa");
};
const enter = (code: string, isRememberDevice = false, client = browser) =>
  enterCode(client, email, code, isRememberDevice);
const wrongFor = otherThan;
const resend = () => browser.send("AuthResendMfaCode", { email, password });

describe("AUTH-87 one-time codes", () => {
  test("five wrong attempts, by anyone, void a code, and a right password in between does not help", async () => {
    await begin();
    const first = await sentCode();
    for (let tries = 0; tries < 3; tries += 1) await enter(wrongFor(first));
    world.pass(minute);
    await begin();
    const second = await sentCode();
    for (let tries = 0; tries < 2; tries += 1)
      expect((await enter(wrongFor(second))).message).toBe(notMatching);
    // Three and two make five: locked, for the right password and the right code.
    expect((await new Client(world.app).logIn("mfa")).message).toBe(locked);
    expect((await enter(second)).message).toBe(locked);
    world.pass(5 * minute);
    expect((await begin()).error).toBeUndefined();
    expect((await enter(await sentCode())).error).toBeUndefined();
  });

  test("a code after five attempts is void for good, and the person is notified by mail once", async () => {
    await begin();
    const code = await sentCode();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter(wrongFor(code))).message).toBe(notMatching);
    expect((await enter(code)).message).toBe(notMatching);
    const mails = await mailsTo(email, "EMAIL_MFA_WRONG_CODES");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("change it now");
    expect(JSON.stringify(mails)).not.toContain(code);
  });

  test("a right code resets the wrong ones; codes sent without an open step do not count", async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await enter("123456")).message).toBe(notMatching);
    await begin();
    for (let tries = 0; tries < 4; tries += 1) await enter(wrongFor(await sentCode()));
    expect((await enter(await sentCode())).error).toBeUndefined();
    await begin();
    for (let tries = 0; tries < 4; tries += 1) await enter(wrongFor(await sentCode()));
    expect((await enter(await sentCode())).error).toBeUndefined();
  });

  test("the right password entered 40 times allows at most 25 guesses and 10 mails an hour", async () => {
    const db = world.databases.region("ap-southeast-2").sqlite;
    const counted = db.prepare<[], number | null>("SELECT sum(attempts) FROM one_time_codes").pluck();
    let guesses = 0;
    for (let round = 0; round < 40; round += 1) {
      await begin();
      const wrongCode = wrongFor(await sentCode());
      for (let tries = 0; tries < 6; tries += 1) {
        const before = counted.get() ?? 0;
        await enter(wrongCode);
        guesses += (counted.get() ?? 0) - before;
      }
      world.pass(80_000);
    }
    expect(guesses).toBeLessThanOrEqual(25);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(10);
  });

  test("at most five codes an hour are mailed; then a previous one must be used, or the person waits", async () => {
    for (let mail = 0; mail < 5; mail += 1) {
      expect((await begin()).data["AuthEmailLogin"]).toMatchObject({ mfa: true });
      world.pass(minute);
    }
    const last = await sentCode();
    expect((await begin()).data["AuthEmailLogin"]).toMatchObject({ mfa: true });
    expect((await resend()).error).toBe("Rate Limit Error");
    expect(await mailsTo(email, "EMAIL_MFA")).toHaveLength(5);
    expect((await enter(last)).error).toBeUndefined();
    expect(await begin()).toMatchObject({
      status: 429,
      error: "Rate Limit Error",
    });
    world.pass(55 * minute);
    expect((await begin()).error).toBeUndefined();
    expect((await enter(await sentCode())).error).toBeUndefined();
  });

  test("AUTH-26 AUTH-27 a new code is sent at the earliest 60 seconds after the last, from any browser", async () => {
    await begin();
    const refused = await resend();
    expect(refused).toMatchObject({ status: 429, error: "Rate Limit Error" });
    world.pass(minute - 1);
    expect((await resend()).error).toBe("Rate Limit Error");
    world.pass(1);
    expect((await resend()).data).toEqual({ AuthResendMfaCode: { isResendCodeSuccess: true } });
    expect((await resend()).error).toBe("Rate Limit Error");
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

test("AUTH-43 AUTH-56 AUTH-92 password links: one a minute and five an hour, answered alike", async () => {
  const requestLink = () => new Client(world.app).send("AuthForgetPassword", { email: emailOf("staff") });
  const answers = new Set<string>();
  const links = new Set<string>();
  const sent: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    for (let again = 0; again < 2; again += 1) answers.add(JSON.stringify(await requestLink()));
    const mails = await mailsTo(emailOf("staff"));
    sent.push(mails.length);
    links.add(mails[0]?.data["link"] ?? "");
    world.pass(minute);
  }
  expect([...answers]).toHaveLength(1);
  expect(sent.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 5, 5]);
  expect(sent.at(-1)).toBe(5);
  // Requests that sent no mail voided nothing: the last link works until it expires.
  const token = new URL([...links].at(-1) ?? "").searchParams.get("token");
  const check = async () =>
    (await new Client(world.app).send("AuthCheckResetToken", { resetToken: token })).data;
  expect(await check()).toEqual({ AuthCheckResetToken: { isResetTokenValid: true } });
  expect(await check()).toEqual({ AuthCheckResetToken: { isResetTokenValid: true } });
  world.pass(hour);
  expect(await check()).toEqual({ AuthCheckResetToken: { isResetTokenValid: false } });
  expect((await requestLink()).error).toBeUndefined();
  expect(await mailsTo(emailOf("staff"))).toHaveLength(6);
});

describe("AUTH-16 AUTH-88 locks", () => {
  const remembered = async () => {
    const owner = new Client(world.app);
    await owner.logIn("mfa");
    await enter(await sentCode(), true, owner);
    await owner.call("mutation { AuthLogout { isLogoutSuccess } }");
    return owner;
  };

  test("AUTH-88 a remembered browser can sign in despite a lock caused by others; another cannot", async () => {
    const owner = await remembered();
    for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", "mfa", wrong);
    expect((await from("192.0.2.2", "mfa")).message).toBe(locked);
    const inside = await from("192.0.2.2", "mfa", password, owner);
    expect(inside.data["AuthEmailLogin"]).toMatchObject({ isDeviceRemembered: true });
    // The lock remains for others.
    expect((await from("192.0.2.2", "mfa")).message).toBe(locked);
  });

  test("AUTH-88 its own wrong passwords lock that browser only", async () => {
    const owner = await remembered();
    const messages = [];
    for (let tries = 0; tries < 6; tries += 1) messages.push((await owner.logIn("mfa", wrong)).message);
    expect(messages.slice(3)).toEqual(["ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:1", locked, locked]);
    expect((await owner.logIn("mfa")).message).toBe(locked);
    expect((await from("192.0.2.2", "mfa")).error).toBeUndefined();
    world.pass(5 * minute);
    expect((await owner.logIn("mfa")).error).toBeUndefined();
  });

  test("AUTH-88 a device token of another account, or an invented one, gives no exemption", async () => {
    const owner = await remembered();
    for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", "recruiter", wrong);
    expect((await from("192.0.2.2", "recruiter", password, owner)).message).toBe(locked);
    const inventor = new Client(world.app);
    inventor.cookies.set("device-token", "x".repeat(43));
    expect((await from("192.0.2.2", "recruiter", password, inventor)).message).toBe(locked);
  });

  test("AUTH-16 AUTH-100 knowing only the email, an attacker locks an account at most a tenth of a day @all", async () => {
    let open = 0;
    for (let at = 0; at < 24 * 60; at += 1) {
      const db = world.databases.region("ap-southeast-2").sqlite;
      // As many attempts as the address is allowed; refused ones are skipped, since they hash no password.
      const waits = db.prepare("SELECT 1 FROM sign_in_sources WHERE refusedUntil > ?").get(world.now());
      if (!waits) for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", "staff", wrong);
      const until =
        db.prepare<[], number | null>("SELECT lockedUntil FROM login_attempts").pluck().get() ?? 0;
      if (until <= world.now()) open += 1;
      world.pass(minute);
    }
    expect(open / (24 * 60)).toBeGreaterThan(0.89);
    // The owner signs in from elsewhere, while the guessing address keeps waiting.
    world.pass(5 * minute);
    expect((await from("192.0.2.2", "staff")).error).toBeUndefined();
  }, 60_000);

  test("AUTH-16 an address that locked an account waits longer each time, up to an hour, and resets after a day", async () => {
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (let tries = round === 0 ? 0 : 4; tries < 5; tries += 1) await from("192.0.2.1", "staff", wrong);
      let waited = 0;
      while ((await from("192.0.2.1", "staff", wrong)).message === locked) {
        world.pass(5 * minute);
        waited += 5;
      }
      waits.push(waited);
      // As after four more wrong ones, without their work.
      world.databases.region("ap-southeast-2").statement("UPDATE sign_in_sources SET failures = 4").run();
      world.databases.region("ap-southeast-2").statement("DELETE FROM login_attempts").run();
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
    world.pass(24 * hour);
    for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", "staff", wrong);
    world.pass(5 * minute);
    expect((await from("192.0.2.1", "staff")).error).toBeUndefined();
  });

  test("AUTH-17 AUTH-100 the answer gives the address's waiting time, and nothing about the account's own lock", async () => {
    const lock = async (address: string) => {
      for (let tries = 0; tries < 4; tries += 1) await from(address, "staff", wrong);
      return from(address, "staff", wrong);
    };
    expect(await lock("192.0.2.1")).toMatchObject({ message: locked, retryAfterSeconds: 300 });
    world.pass(4 * minute);
    expect(await from("192.0.2.1", "staff")).toMatchObject({ message: locked, retryAfterSeconds: 60 });
    const elsewhere = await from("192.0.2.2", "staff");
    expect([elsewhere.message, elsewhere.retryAfterSeconds]).toEqual([locked, undefined]);
    world.pass(minute);
    expect(await lock("192.0.2.1")).toMatchObject({ message: locked, retryAfterSeconds: 600 });
    world.pass(9 * minute + 1);
    expect(await from("192.0.2.1", "staff")).toMatchObject({ message: locked, retryAfterSeconds: 60 });
    expect((await from("192.0.2.2", "staff")).error).toBeUndefined();
  });

  test("AUTH-14 USER-33 answers are identical for known and unknown people throughout", async () => {
    const story = async (person: string) => {
      const answers = [];
      for (let at = 0; at < 24; at += 1) {
        const { status, error, message, data, retryAfterSeconds, setCookies } = await from(
          `192.0.2.${1 + (at % 2)}`,
          person,
          wrong,
        );
        answers.push(JSON.stringify({ status, error, message, data, retryAfterSeconds, setCookies }));
        if (at === 7) world.pass(5 * minute);
      }
      return answers;
    };
    const known = await story("staff");
    expect(await story("nobody")).toEqual(known);
  });

  test("6.3.1 guessing at many accounts slows down the address, not the accounts", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 65; at += 1) {
      statuses.push((await from("192.0.2.1", `guess${at}`, wrong)).status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true);
    expect((await from("192.0.2.1", "staff")).status).toBe(429);
    expect((await from("192.0.2.2", "staff")).error).toBeUndefined();
    world.pass(minute);
    expect((await from("192.0.2.1", "staff")).error).toBeUndefined();
  });

  test("USER-60 an administrator's unlock lets every address try again", async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", "recruiter", wrong);
      const admin = await signedInByPassword(world.app, "admin");
      await admin.send("AuthUnlockUser", { id: people.recruiter });
    }
    expect((await from("192.0.2.1", "recruiter")).error).toBeUndefined();
  });
});

describe("limits count people, accounts and sessions", () => {
  const limited = async (calls: string) => {
    await world.stop();
    world = await startWorld({ AUTH_CALLS_PER_MINUTE: calls });
  };
  const refresh = (client: Client) => client.call("{ AuthRefreshToken { logout } }");

  test("a hundred sessions refresh from one address within a minute, where the address has ten calls", async () => {
    await limited("10");
    const db = world.databases.region("ap-southeast-2");
    const user = { id: people.staff, awsRegion: "ap-southeast-2" } as const;
    for (let at = 0; at < 100; at += 1) {
      const { refreshToken } = await db.write((writer) =>
        startSession(writer, user, world.now(), world.config),
      );
      const client = new Client(world.app);
      client.cookies.set("refresh-token", refreshToken);
      expect((await refresh(client)).data).toEqual({ AuthRefreshToken: { logout: false } });
    }
  });

  test("one session has its own limit, and so has an address without one", async () => {
    await limited("10");
    const client = await signedInByPassword(world.app, "staff");
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await refresh(client)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const stranger = [];
    for (let at = 0; at < 11; at += 1) stranger.push((await refresh(new Client(world.app))).status);
    expect(stranger).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await refresh(await signedInByPassword(world.app, "admin"))).status).toBe(200);
  });

  test("sign-ins count by account and address: a flood on one account affects neither others nor its owner", async () => {
    await limited("50");
    const statuses = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await from("192.0.2.1", "staff")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    expect((await from("192.0.2.1", "admin")).status).toBe(200);
    expect((await from("192.0.2.9", "staff")).status).toBe(200);
  });

  test("the client address is accepted only from a trusted proxy", async () => {
    await limited("10");
    const app = await createApp({
      config: { ...world.config, trustedProxies: ["203.0.113.1"] },
      databases: world.databases,
      clock: world.now,
    });
    const statuses = [];
    for (let at = 0; at < 11; at += 1) {
      const headers = { "x-forwarded-for": `192.0.2.${at}` };
      const client = new Client(app);
      statuses.push((await client.send("AuthGetUserRegion", { email }, { headers })).status);
    }
    await app.close();
    expect(statuses.at(-1)).toBe(429);
  });

  test("SESS-30 a rate-limited answer has its own code and says when to retry, in the header too", async () => {
    await limited("1");
    const send = () =>
      world.app.inject({
        method: "POST",
        url: "/api/ap-southeast-2/graphql",
        payload: { query: documentOf("AuthGetUserRegion"), variables: { email } },
      });
    world.pass(20_500);
    await send();
    const answer = await send();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers["retry-after"]).toBe("40");
    expect(answer.json().errors[0].extensions).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 40 });
    world.pass(39_500);
    expect((await send()).statusCode).toBe(200);
  });
});
