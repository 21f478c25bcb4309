import { describe, expect, test } from "vitest";
import { retail } from "./fixtures/ids";
import { retentionPeriod, theme } from "./fixtures/settings-operations";
import { snapshot } from "./fixtures/snapshot";
import { ids } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

type Values = Record<string, unknown>;

/** Calls an operation. Returns its error, message and answer. */
async function call(name: string, variables: Values, client = staff) {
  const { error, message, data } = await client.send(name, variables);
  return { error, message, answer: data[name] as Values | undefined };
}

/** Expects a refusal with `message` and no change. */
async function refused(name: string, variables: Values, message: string) {
  const untouched = snapshot(world.databases);
  expect(await call(name, variables)).toMatchObject({ error: "Validation Error", message });
  expect(snapshot(world.databases)).toBe(untouched);
}

describe("branding", () => {
  const add = (input: Values = {}) =>
    call("FIAddBranding", {
      input: { ...retail, customerName: "Acme Retail", logoUrl: null, title: null, theme, ...input },
    });
  const edit = (input: Values) =>
    call("FIEditBranding", {
      customerId: ids.retail,
      input: { logoUrl: null, title: null, theme, ...input },
    });
  const get = () => call("FIGetBranding", { customerId: ids.retail });
  const partOf = (name: string, value: Values) =>
    theme.map((part) => (part.name === name ? { ...part, value: { ...part.value, ...value } } : part));

  test("BRAND-03 BRAND-04 BRAND-16 is not found until added, then read and edited as sent", async () => {
    expect(await get()).toMatchObject({ error: "Not Found Error", message: "Branding is not found" });
    expect((await edit({})).message).toBe("Branding is not found");
    const { answer } = await add({ logoUrl: " https://x.example/l.svg ", title: " Careers " });
    expect(answer).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: "Careers",
      logoUrl: "https://x.example/l.svg",
      theme: theme.map(({ value, ...part }) => ({ ...part, value: { linkColor: null, ...value } })),
    });
    expect((await get()).answer).toEqual(answer);
    expect(await add()).toMatchObject({ error: "Conflict Error" });

    const changed = partOf("button", { backgroundColor: "#abc", fontColor: "#00000080" });
    await edit({ theme: changed, title: "" });
    expect((await get()).answer).toMatchObject({
      _id: answer?.["_id"],
      title: null,
      logoUrl: null,
      theme: expect.arrayContaining([
        {
          name: "button",
          type: "object",
          value: { backgroundColor: "#abc", fontColor: "#00000080", linkColor: null },
        },
      ]),
    });
  });

  test.each([
    [{ theme: "header", backgroundColor: "#12" }, "Please enter a valid HEX code"],
    [{ theme: "header", fontColor: "red" }, "Please enter a valid HEX code"],
    [{ theme: "header", fontColor: "#1234567" }, "Please enter a valid HEX code"],
    [{ theme: "hint", linkColor: "#ggg" }, "Please enter a valid HEX code"],
    [{ theme: "hint", fontColor: "#123456" }, "This font is black or white"],
    [{ theme: "question", fontColor: "#ffffff00" }, "This font is black or white"],
    [{ theme: "response", fontColor: "#fff" }, "This font is black or white"],
  ])("BRAND-07 BRAND-08 refuses %j", async ({ theme: name, ...value }, message) => {
    const input = { ...retail, customerName: "x", theme: partOf(name, value) };
    await refused("FIAddBranding", { input }, message);
  });

  test.each([
    [{ logoUrl: "x.example/logo" }, "Please enter a valid url"],
    [{ logoUrl: "data:image/png;base64,AA" }, "Please enter a valid url"],
    [{ logoUrl: `https://x.example/${"a".repeat(1000)}` }, "Please keep the logo url within 1000 characters"],
    [{ title: "a".repeat(101) }, "Please keep the title within 100 characters"],
    [{ theme: theme.slice(1) }, "The theme needs every part once"],
    [{ theme: [...theme.slice(1), theme[1]] }, "The theme needs every part once"],
  ])("BRAND-13 refuses %j", async (input, message) => {
    const whole = { ...retail, customerName: "x", theme, ...input };
    await refused("FIAddBranding", { input: whole }, message);
    await add();
    await refused("FIEditBranding", { customerId: ids.retail, input: { theme, ...input } }, message);
  });

  test("BRAND-06 a link colour of a part without links is not stored", async () => {
    const { answer } = await add({ theme: partOf("header", { linkColor: "#123456" }) });
    expect(answer?.["theme"]).toContainEqual({
      name: "header",
      type: "object",
      value: { backgroundColor: "#2d38ff", fontColor: "#ffffff", linkColor: null },
    });
  });
});

describe("retention", () => {
  const create = (months: Values = {}) =>
    call("AppsCreateCustomerSetting", { ...retail, retentionPeriod: { ...retentionPeriod, ...months } });
  const update = (months: Values = {}) =>
    call("AppsUpdateCustomerSetting", { ...retail, retentionPeriod: { ...retentionPeriod, ...months } });

  test("COMP-02 COMP-03 COMP-10 none, then created, then updated", async () => {
    expect(await call("AppsGetCustomerSetting", retail)).toMatchObject({
      error: "Not Found Error",
      message: "Customer setting is not found",
    });
    expect((await update()).message).toBe("Customer setting is not found");
    const time = new Date(world.now()).toISOString();
    const setting = {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAt: time,
      updatedAt: time,
      ...retail,
      // Periods shorter than the unlimited default are pending first (RET-04).
      retentionPeriod: { candidatePiiRetentionPeriod: 1200, videoRetentionPeriod: 1200 },
      pendingChange: retentionPeriod,
      smsNotificationSettings: [],
      tags: [],
    };
    expect((await create()).answer).toEqual(setting);
    expect(await create()).toMatchObject({ error: "Conflict Error" });
    world.pass(1000);
    await update({ videoRetentionPeriod: 9999 });
    expect((await call("AppsGetCustomerSetting", retail)).answer).toEqual({
      ...setting,
      updatedAt: new Date(world.now()).toISOString(),
      retentionPeriod: { candidatePiiRetentionPeriod: 1200, videoRetentionPeriod: 9999 },
      pendingChange: { ...retentionPeriod, videoRetentionPeriod: null },
    });
  });

  test.each([0, -1, 10_000])("COMP-07 GEN-16 refuses %d months", async (months) => {
    const message = "Please enter a number between 1 - 9999";
    for (const name of ["candidatePiiRetentionPeriod", "videoRetentionPeriod"]) {
      const variables = { ...retail, retentionPeriod: { ...retentionPeriod, [name]: months } };
      await refused("AppsCreateCustomerSetting", variables, message);
    }
    await create();
    await refused(
      "AppsUpdateCustomerSetting",
      { ...retail, retentionPeriod: { ...retentionPeriod, videoRetentionPeriod: months } },
      message,
    );
  });

  test("COMP-06 a fractional number violates the contract", async () => {
    expect((await create({ videoRetentionPeriod: 1.5 })).error).toBe("Validation Error");
  });
});

describe("email domain", () => {
  const create = (values: Values = {}) =>
    call("NotifCreateEmailDomain", {
      ...retail,
      displayName: "Acme Careers",
      emailAddress: "careers@acme.example",
      ...values,
    });
  const get = async () => (await call("NotifGetEmailDomain", { customerId: ids.retail })).answer;
  const set = (values: Values) =>
    call("NotifUpdateEmailDomainSetting", { customerId: ids.retail, ...values });
  const retry = () => call("NotifRetryDkimVerification", { customerId: ids.retail });
  const statusOf = (domain: Values | undefined) =>
    (domain?.["emailIdentity"] as Values | undefined)?.["verificationStatus"];

  test("MAIL-01 MAIL-07 MAIL-10 none, then created: pending, off, with three tokens", async () => {
    expect(await call("NotifGetEmailDomain", { customerId: ids.retail })).toMatchObject({
      error: "Not Found Error",
      message: "Email domain is not found",
    });
    const { answer } = await create({ displayName: " Acme Careers " });
    const time = new Date(world.now()).toISOString();
    expect(answer).toEqual({
      createdAt: time,
      customerId: ids.retail,
      displayName: "Acme Careers",
      emailAddress: "careers@acme.example",
      emailIdentity: {
        verificationStatus: "PENDING",
        dkimTokens: Array.from({ length: 3 }, () => expect.stringMatching(/^[a-z2-7]{32}$/)),
        verificationInfo: { errorType: null, lastCheckedTimestamp: null },
      },
      isCustomizedEmailDomainEnabled: false,
      updatedAt: time,
    });
    expect(await get()).toEqual(answer);
    expect(await create()).toMatchObject({ error: "Conflict Error" });
  });

  test("MAIL-23 turns PENDING to SUCCESS on the first read 60 seconds after creation", async () => {
    await create();
    world.pass(59_999);
    expect(statusOf(await get())).toBe("PENDING");
    world.pass(1);
    const time = new Date(world.now()).toISOString();
    expect((await get())?.["emailIdentity"]).toMatchObject({
      verificationStatus: "SUCCESS",
      verificationInfo: { errorType: null, lastCheckedTimestamp: time },
    });
    world.pass(60_000);
    expect((await get())?.["emailIdentity"]).toMatchObject({
      verificationInfo: { lastCheckedTimestamp: time },
    });
  });

  test("MAIL-20 MAIL-23 a domain in .invalid fails after a minute, and so does a retry", async () => {
    await create({ emailAddress: "careers@ACME.INVALID" });
    expect(await retry()).toMatchObject({ error: "Validation Error" });
    world.pass(60_000);
    const failed = (await get())?.["emailIdentity"] as Values;
    expect(failed).toMatchObject({
      verificationStatus: "FAILED",
      verificationInfo: { errorType: "HOST_NOT_FOUND" },
    });
    const { answer } = await retry();
    expect(answer).toEqual({ DkimStatus: "PENDING", DkimTokens: failed["dkimTokens"] });
    world.pass(59_999);
    expect((await get())?.["emailIdentity"]).toMatchObject({
      verificationStatus: "PENDING",
      verificationInfo: { errorType: null, lastCheckedTimestamp: expect.any(String) },
    });
    world.pass(1);
    expect(statusOf(await get())).toBe("FAILED");
  });

  test("MAIL-20 MAIL-23 a retry also finds a finished verification, like a read", async () => {
    await create({ emailAddress: "careers@acme.invalid" });
    world.pass(60_000);
    expect((await retry()).answer).toMatchObject({ DkimStatus: "PENDING" });
  });

  test("MAIL-21 MAIL-22 the switch is refused until the domain is verified", async () => {
    await create();
    for (const isOn of [true, false]) {
      expect((await set({ isCustomizedEmailDomainEnabled: isOn })).error).toBe("Validation Error");
    }
    world.pass(60_000);
    for (const isOn of [true, false, true]) {
      await set({ isCustomizedEmailDomainEnabled: isOn });
      expect(await get()).toMatchObject({
        isCustomizedEmailDomainEnabled: isOn,
        displayName: "Acme Careers",
      });
    }
  });

  test("MAIL-11 MAIL-12 the display name can be changed at any time, without other effects", async () => {
    const { answer } = await create();
    world.pass(1000);
    await set({ displayName: " Acme Jobs " });
    expect(await get()).toEqual({
      ...answer,
      displayName: "Acme Jobs",
      updatedAt: new Date(world.now()).toISOString(),
    });
  });

  const names: [string, string][] = [
    [" ", "Please input a display name to continue"],
    ["a".repeat(101), "Please keep display name within 100 characters"],
    ...["<", ">", '"', ",", ";", ":", "@", "\\"].map((sign): [string, string] => [
      `Acme${sign}Careers`,
      "Please input a valid display name",
    ]),
  ];
  test.each(names)("MAIL-03 MAIL-04 refuses the display name %j", async (displayName, message) => {
    await refused(
      "NotifCreateEmailDomain",
      { ...retail, displayName, emailAddress: "careers@acme.example" },
      message,
    );
    await create();
    await refused("NotifUpdateEmailDomainSetting", { customerId: ids.retail, displayName }, message);
  });

  test.each([
    ["", "Please enter your email"],
    ["careers", "Please enter a valid email"],
    ["cäreers@acme.example", "Please enter a valid email"],
    ["careers@acme.example\nx", "Please enter a valid email"],
    [`${"a".repeat(89)}@acme.example`, "Please keep your email within 100 characters"],
  ])("MAIL-05 refuses the address %j", async (emailAddress, message) => {
    const untouched = snapshot(world.databases);
    const answer = await create({ emailAddress });
    expect(answer.error).toBe("Validation Error");
    expect(answer.message.split("\n")).toContain(message);
    expect(snapshot(world.databases)).toBe(untouched);
  });
});
