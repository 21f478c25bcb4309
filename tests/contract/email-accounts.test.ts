import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AwsRegion } from "../../shared/regions";
import { Client, loginMutation } from "./fixtures/client";
import { addAccountInVirginia, email, there, virginia } from "./fixtures/email-accounts";
import { enterCode, mailedCode, mailsTo as mailsOf } from "./fixtures/mails";
import { emailOf, password, people, startWorld, type World } from "./fixtures/world";

const wrong = "Wrong-Password-1!";
const minute = 60_000;
const locked = "ERROR_CUSTOM_USER_LOCKED";
const wrongWith = (left: number) => `ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:${left}`;

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await addAccountInVirginia(world);
});
afterEach(() => world.stop());

const signIn = (
  given: string,
  region: AwsRegion = "ap-southeast-2",
  to = email,
  client = new Client(world.app),
) => client.call(loginMutation, { email: to, password: given }, { region });

async function idOf(given: string, region: AwsRegion): Promise<unknown> {
  const client = new Client(world.app);
  expect((await signIn(given, region, email, client)).error).toBeUndefined();
  return (await client.call("{ AuthMe { _id } }")).data["AuthMe"];
}

const mailsTo = (to: string) => mailsOf(world, to);

describe("USER-79 AUTH-90 one email with accounts in two regions", () => {
  test.each<AwsRegion>(["ap-southeast-2", "us-east-1", "eu-west-1"])(
    "each account opens with its own password, at %s",
    async (region) => {
      expect(await idOf(password, region)).toEqual({ _id: people.recruiter });
      expect(await idOf(there, region)).toEqual({ _id: virginia });
      const { data } = await signIn(there, region);
      expect(data["AuthEmailLogin"]).toMatchObject({ defaultAwsRegion: "us-east-1" });
    },
  );

  test("with one password for both, the account of the called region opens", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const { passwordHash } = sydney
      .statement("SELECT passwordHash FROM users WHERE id = ?")
      .get(people.recruiter) as { passwordHash: string };
    world.databases
      .region("us-east-1")
      .statement("UPDATE users SET passwordHash = ? WHERE id = ?")
      .run(passwordHash, virginia);
    expect(await idOf(password, "us-east-1")).toEqual({ _id: virginia });
    expect(await idOf(password, "ap-southeast-2")).toEqual({ _id: people.recruiter });
  });

  test("an archived account does not affect the other's sign-in", async () => {
    const archive = "UPDATE users SET archivedAt = 1 WHERE id = ?";
    world.databases.region("ap-southeast-2").statement(archive).run(people.recruiter);
    expect(await idOf(there, "ap-southeast-2")).toEqual({ _id: virginia });
    expect((await signIn(password)).message).toBe(wrongWith(4));
  });

  test("AUTH-10 AUTH-14 answers alike for an email with none, one or two accounts", async () => {
    const story = async (to: string) => {
      const answers = [];
      for (let at = 0; at < 7; at += 1) {
        const region = at % 2 === 0 ? "ap-southeast-2" : "us-east-1";
        const { status, error, message, setCookies } = await signIn(wrong, region, to);
        answers.push({ status, error, message, setCookies });
      }
      const region = await new Client(world.app).send("AuthGetUserRegion", { email: to });
      return { answers, region: region.data };
    };
    const two = await story(email);
    expect(await story(emailOf("admin"))).toEqual(two);
    expect(await story("nobody@test.example")).toEqual(two);
    expect(two.answers.map(({ message }) => message)).toEqual([
      ...[4, 3, 2, 1].map(wrongWith),
      locked,
      locked,
      locked,
    ]);
  });

  test("AUTH-10 the region is the endpoint's, whichever account is looked up", async () => {
    for (const region of ["ap-southeast-2", "us-east-1"] as const) {
      for (const to of [email, emailOf("globexAdmin"), "nobody@test.example"]) {
        const answer = await new Client(world.app).send("AuthGetUserRegion", { email: to }, { region });
        expect(answer.data["AuthGetUserRegion"]).toEqual({ defaultAwsRegion: region });
      }
    }
  });

  test("AUTH-16 a wrong password counts for both: five lock both, in any region", async () => {
    for (let at = 0; at < 5; at += 1) await signIn(wrong, at % 2 === 0 ? "ap-southeast-2" : "eu-west-1");
    expect((await signIn(password)).message).toBe(locked);
    expect((await signIn(there)).message).toBe(locked);
    world.pass(5 * minute);
    expect(await idOf(password, "ap-southeast-2")).toEqual({ _id: people.recruiter });
    expect(await idOf(there, "ap-southeast-2")).toEqual({ _id: virginia });
  });

  test("AUTH-16 the right password of one opens it, and allows no further guesses at the other", async () => {
    const guesses = [];
    for (let round = 0; round < 4; round += 1) {
      for (let at = 0; at < 2; at += 1) guesses.push((await signIn(wrong)).message);
      expect(await idOf(password, "ap-southeast-2")).toEqual({ _id: people.recruiter });
    }
    // The answers reveal the other's lock after five attempts, but not its own right password.
    expect(guesses).toEqual([...[4, 3, 2, 1].map(wrongWith), ...Array<string>(4).fill(locked)]);
    expect((await signIn(there)).message).toBe(locked);
    expect((await signIn(wrong)).message).toBe(locked);
    world.pass(5 * minute);
    expect(await idOf(there, "us-east-1")).toEqual({ _id: virginia });
  });

  test("AUTH-16 a right password does not count against the other account", async () => {
    for (let at = 0; at < 8; at += 1) await signIn(password);
    expect((await signIn(wrong)).message).toBe(wrongWith(4));
    expect(await idOf(there, "us-east-1")).toEqual({ _id: virginia });
  });

  test("AUTH-91 a forgotten password: one link per account, which names it and sets only its password", async () => {
    const variables = { email: ` ${email.toUpperCase()} ` };
    const answer = await new Client(world.app).send("AuthForgetPassword", variables, {
      region: "eu-west-1",
    });
    expect(answer.data).toEqual({ AuthForgetPassword: { isVerifyEmailSuccess: true } });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    const fresh = "Another-Password-2?";
    const globex = mails.find(({ text }) => text.includes("at Globex US "));
    expect(mails.some(({ text }) => text.includes("at Acme Retail "))).toBe(true);
    const link = new URL(globex?.data["link"] ?? "");
    expect(link.searchParams.get("region")).toBe("us-east-1");
    // At any endpoint that receives the link's token.
    const set = await new Client(world.app).send(
      "AuthResetPassword",
      { resetToken: link.searchParams.get("token"), password: fresh },
      { region: "ap-southeast-2" },
    );
    expect(set.data).toEqual({ AuthResetPassword: { isPasswordResetSuccess: true } });
    expect(await idOf(fresh, "ap-southeast-2")).toEqual({ _id: virginia });
    expect(await idOf(password, "ap-southeast-2")).toEqual({ _id: people.recruiter });
  });

  test("AUTH-91 an account that cannot have a link does not block the other's", async () => {
    world.databases
      .region("ap-southeast-2")
      .statement("UPDATE users SET source = 'SSO' WHERE id = ?")
      .run(people.recruiter);
    const answer = await new Client(world.app).send("AuthForgetPassword", { email });
    expect(answer.error).toBeUndefined();
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    // With a single account eligible for a link, there is nothing to distinguish.
    expect(mail?.text).not.toContain("Globex");
    expect(mail?.data["link"]).toContain("region=us-east-1");
  });

  test("AUTH-13 AUTH-89 a code belongs to the account whose password was typed", async () => {
    world.databases
      .region("us-east-1")
      .statement("UPDATE users SET mfaEnabled = 1, mfaMethod = 'Email' WHERE id = ?")
      .run(virginia);
    const client = new Client(world.app);
    expect((await signIn(there, "ap-southeast-2", email, client)).data["AuthEmailLogin"]).toMatchObject({
      mfa: true,
    });
    const [mail] = await mailsTo(email);
    const enter = (by: Client, code = "") => enterCode(by, email, code);
    expect((await enter(new Client(world.app), mail?.data["code"])).message).toBe(
      "ERROR_CUSTOM_MFA_CODE_NOT_MATCH",
    );
    expect((await enter(client, mail?.data["code"])).error).toBeUndefined();
    expect((await client.call("{ AuthMe { _id } }")).data["AuthMe"]).toEqual({ _id: virginia });
    // The other account's sign-in, without a code, is unaffected.
    expect(await idOf(password, "ap-southeast-2")).toEqual({ _id: people.recruiter });
  });
});

describe("AUTH-89 a one-time code belongs to the browser where the password was typed", () => {
  const to = emailOf("mfa");
  const enter = (by: Client, code: string) => enterCode(by, to, code);
  const sentCode = () => mailedCode(world, to);

  test("another browser's right code counts as wrong, and uses up no attempts", async () => {
    const owner = new Client(world.app);
    await owner.logIn("mfa");
    const code = await sentCode();
    const stranger = new Client(world.app);
    stranger.cookies.set("mfa-state", "x".repeat(43));
    for (let at = 0; at < 6; at += 1) {
      expect((await enter(stranger, code)).message).toBe("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    }
    expect((await enter(owner, code)).error).toBeUndefined();
    expect(owner.cookies.has("mfa-state")).toBe(false);
  });

  test("a browser that types the password after the hour's last mail takes over that code", async () => {
    const first = new Client(world.app);
    for (let mail = 0; mail < 5; mail += 1) {
      await first.logIn("mfa");
      world.pass(minute);
    }
    const second = new Client(world.app);
    expect((await second.logIn("mfa")).data["AuthEmailLogin"]).toMatchObject({ mfa: true });
    const code = await sentCode();
    expect((await enter(first, code)).message).toBe("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    expect((await enter(second, code)).error).toBeUndefined();
  });
});

test("AUTH-45 an address may ask about twelve unknown emails a minute, then must wait", async () => {
  const requestLink = (to: string, address = "192.0.2.1") =>
    new Client(world.app).send(
      "AuthForgetPassword",
      { email: to },
      { headers: { "x-forwarded-for": address } },
    );
  const statuses = [];
  for (let at = 0; at < 13; at += 1) statuses.push((await requestLink(`guess${at}@test.example`)).status);
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  // From then on right passwords reveal no more than wrong ones.
  expect((await requestLink(emailOf("staff"))).status).toBe(429);
  expect((await requestLink(emailOf("staff"), "192.0.2.2")).error).toBeUndefined();
  world.pass(minute);
  expect((await requestLink(emailOf("staff"))).error).toBeUndefined();
});

test("AUTH-56 a sign-in with a temporary password keeps the mailed link; a new password voids all", async () => {
  const to = emailOf("newcomer");
  await new Client(world.app).send("AuthForgetPassword", { email: to });
  const token = new URL((await mailsTo(to))[0]?.data["link"] ?? "").searchParams.get("token");
  const isValid = async () => {
    const check = await new Client(world.app).send("AuthCheckResetToken", { resetToken: token });
    return check.data["AuthCheckResetToken"];
  };
  const { data } = await new Client(world.app).call(
    `mutation { AuthEmailLogin(email: "${to}", password: "${password}") { passwordResetToken } }`,
  );
  expect(await isValid()).toEqual({ isResetTokenValid: true });
  const { passwordResetToken } = data["AuthEmailLogin"] as { passwordResetToken: string };
  const set = { resetToken: passwordResetToken, password: "Another-Password-2?" };
  expect((await new Client(world.app).send("AuthResetPassword", set)).error).toBeUndefined();
  expect(await isValid()).toEqual({ isResetTokenValid: false });
});
