import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demoCustomers } from "../../regional-api/seed/ids";
import { formWith, textOf } from "../support/console-client";
import type { Fault } from "../support/fault-proxy";
import { type Person, signIn, type Stand, startStand } from "./support/stand";

let stand: Stand;
let person: Person;

beforeAll(async () => {
  stand = await startStand();
  person = await signIn(stand);
});
beforeEach(() => stand.heal());
afterAll(() => stand.stop());

const broken: Fault = { kind: "answer", status: 500, type: "text/plain", body: "broken" };

/** An error as the API answers it. */
function refusal(message: string, code = "INTERNAL_SERVER_ERROR", name = "Unexpected Error"): Fault {
  const error = { message, extensions: { code, exception: { name }, requestId: "test" } };
  const body = JSON.stringify({ data: null, errors: [error] });
  return { kind: "answer", status: 200, type: "application/json", body };
}

const open = (tab: string) => person.client.get(`${person.base}/settings/${tab}`);

describe("loads that fail", () => {
  const loads: [string, string, string, string][] = [
    ["BRAND-18", "branding", "FIGetBranding", "Failed to load customer branding. Please contact support."],
    [
      "COMP-12",
      "compliance",
      "AppsGetCustomerSetting",
      "Failed to load customer compliance setting. Please contact support.",
    ],
    [
      "MAIL-24",
      "email-domain",
      "NotifGetEmailDomain",
      "Failed to load email domain. Please contact support.",
    ],
  ];

  test.each(loads)(
    "%s %s says so, and shows no form to overwrite what is saved",
    async (_, tab, operation, text) => {
      stand.sydney.fail(broken, { operation });
      const page = await open(tab);
      expect(page.status).toBe(200);
      expect(textOf(page)).toContain(`Unexpected error ${text}`);
      expect(page.html).toContain("Customer Settings</h1>");
      expect(() => formWith(page, "save")).toThrow("No form");
      expect(() => formWith(page, "create")).toThrow("No form");
    },
  );

  test.each(loads)("SESS-32 %s %s refused is the No permission warning", async (_, tab, operation, text) => {
    stand.sydney.fail(refusal("Not allowed", "FORBIDDEN", "Forbidden Error"), { operation });
    expect(textOf(await open(tab))).toContain(`No permission ${text}`);
  });

  test("SSO-35 Single Sign-On shows the failure in its tab", async () => {
    stand.sydney.fail(broken, { operation: "IDPGetSSOConfig" });
    const page = await open("sso");
    expect(textOf(page)).toContain("Something went wrong: An error occurred while loading this page");
    expect(page.html).toContain("Customer Settings</h1>");
    expect(page.html.match(/<h1/g)).toHaveLength(1);
  });

  test("SSO-31 without the groups the rest of the form works, and the saved groups stay", async () => {
    const { id, awsRegion } = demoCustomers.initech;
    const base = `/region/${awsRegion}/customers/${id}`;
    const groupsOf = async () =>
      formWith(await person.client.get(`${base}/settings/sso`), "save").filter(
        ([name]) => name === "groupIds",
      );
    const saved = await groupsOf();
    expect(saved).toHaveLength(1);

    stand.ireland.fail(broken, { operation: "ORGGetGroups" });
    const page = await person.client.get(`${base}/settings/sso`);
    expect(textOf(page)).toContain("Failed to load groups list. Please contact support.");
    const answer = await person.client.post(`${base}/settings/sso`, formWith(page, "save"));
    expect(answer.status).toBe(303);
    await stand.heal();
    expect(textOf(await person.client.get(`${base}/settings/sso`))).toContain("SSO configuration updated");
    expect(await groupsOf()).toEqual(saved);
  });

  test("SET-11 a header that cannot be loaded is the page's failure", async () => {
    stand.sydney.fail(broken, { operation: "ORGGetCustomer" });
    const page = await open("sso");
    expect(page.status).toBe(500);
    expect(textOf(page)).toContain("Something went wrong: An error occurred while loading this page");
  });
});

describe("saves that fail keep what was typed", () => {
  test.each([
    [
      "Account name is associated with another customer\nand more",
      "Account name is associated with another customer",
    ],
    ["Something else", "SSO create or update error"],
  ])("SSO-33 %j", async (message, shown) => {
    const form = await open("sso?setup=1");
    stand.sydney.fail(refusal(message), { operation: "IDPCreateSSOConfig" });
    const typed = { loginUrl: "https://idp.example/in", publicCertificates: "MIIB" };
    const answer = await person.client.post(
      `${person.base}/settings/sso?setup=1`,
      formWith(form, "save", typed),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(textOf(answer)).toContain(`Something went wrong ${shown}`);
    expect(textOf(answer)).not.toContain("and more");
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(typed);
  });

  test("BRAND-17 Save", async () => {
    stand.sydney.fail(broken, { operation: "FIEditBranding" });
    const form = await open("branding");
    const answer = await person.client.post(
      `${person.base}/settings/branding`,
      formWith(form, "save", { title: "Typed" }),
    );
    expect(textOf(answer)).toContain("Edit customer branding failed.");
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject({ title: "Typed" });
  });

  test("COMP-13 retention", async () => {
    stand.sydney.fail(broken, { operation: "AppsUpdateCustomerSetting" });
    const path = `${person.base}/settings/compliance`;
    const question = await person.client.post(
      path,
      formWith(await open("compliance"), "save", { videoRetentionPeriod: "7" }),
    );
    const answer = await person.client.post(
      path,
      formWith(question, "confirm", { confirmation: "UPDATE RETENTION" }),
    );
    expect(textOf(answer)).toContain("Failed to update customer compliance setting. Please contact support.");
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject({ videoRetentionPeriod: "7" });
  });

  test("MAIL-12 the display name", async () => {
    stand.sydney.fail(broken, { operation: "NotifUpdateEmailDomainSetting" });
    const answer = await person.client.post(
      `${person.base}/settings/email-domain`,
      formWith(await open("email-domain"), "rename", { displayName: "Typed" }),
    );
    expect(textOf(answer)).toContain("Display name failed to update");
    expect(Object.fromEntries(formWith(answer, "rename"))).toMatchObject({ displayName: "Typed" });
  });

  test("COMP-10 GEN-22 after a save without an answer the same form, sent again, is one change", async () => {
    const path = `${person.base}/settings/compliance`;
    const question = await person.client.post(
      path,
      formWith(await open("compliance"), "save", { videoRetentionPeriod: "8" }),
    );
    const fields = formWith(question, "confirm", { confirmation: "UPDATE RETENTION" });
    stand.sydney.fail({ kind: "swallow" }, { operation: "AppsUpdateCustomerSetting", times: 1 });
    const doubt = await person.client.post(path, fields);
    expect(textOf(doubt)).toContain("We could not confirm the outcome.");
    const again = await person.client.post(path, fields);
    expect(again.status).toBe(303);
    const keys = stand.sydney
      .callsOf("AppsUpdateCustomerSetting")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
    expect(Object.fromEntries(formWith(await open("compliance"), "save"))).toMatchObject({
      videoRetentionPeriod: "8",
    });
  });
});

test("MAIL-20 MAIL-22 a failed switch and a failed retry say so", async () => {
  const csrf = Object.fromEntries(formWith(await open("email-domain"), "rename"))["csrf"] ?? "";
  const press = (intent: string) =>
    person.client.post(`${person.base}/settings/email-domain`, [
      ["csrf", csrf],
      ["intent", intent],
    ]);
  stand.sydney.fail(broken, { operation: "NotifUpdateEmailDomainSetting" });
  stand.sydney.fail(broken, { operation: "NotifRetryDkimVerification" });
  expect(textOf(await press("switchOn"))).toContain("Customised email domain failed to switch on.");
  expect(textOf(await press("switchOff"))).toContain("Customised email domain failed to switch off.");
  expect(textOf(await press("retry"))).toContain("Failed to retry, please try again.");
});
