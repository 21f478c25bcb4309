import { unreachableIdentityProvider } from "../../regional-api/seed/settings";
import { describe, expect, test } from "vitest";
import { demoCustomers } from "../../regional-api/seed/ids";
import { type Answer, formWith, hiddenValue, textOf } from "../support/console-client";
import { broken, refusal } from "../support/fault-proxy";
import { baseIn, withoutFlags } from "./support/stand";
import { useStand } from "./support/use-stand";

const { stand, person } = useStand();

const open = (tab: string) => person.client.get(`${person.base}/settings/${tab}`);

describe("failing loads", () => {
  test("TEN-46 a system that is already set up opens for editing from every list", async () => {
    const create = `${person.base}/settings/ats-tenants/create`;
    const [, templateId = ""] =
      /<option value="([0-9a-f]{24})"[^>]*>People Flow/.exec((await person.client.get(create)).html) ?? [];
    const page = await person.client.get(`${create}?templateId=${templateId}`);
    expect(page.html).toContain("<h2>Edit ATS configuration</h2>");
    expect(page.html).toMatch(/<title>Edit ATS configuration/);
  });

  test("TEN-11 an unknown template or tenant is not found; a template that cannot be loaded is a failure", async () => {
    const create = `${person.base}/settings/ats-tenants/create`;
    const unknown = await person.client.get(`${create}?templateId=nonsense`);
    expect(unknown.status).toBe(404);
    expect(textOf(unknown)).toContain("Failed to load template. Please contact support.");
    expect((await open(`ats-tenants/${"0".repeat(24)}`)).status).toBe(404);
    const templateId =
      /<option value="([0-9a-f]{24})"/.exec((await person.client.get(create)).html)?.[1] ?? "";
    stand.sydney.fail(broken, { operation: "AtsGetAtsTemplateById" });
    const failed = await person.client.get(`${create}?templateId=${templateId}`);
    expect(failed.status).toBe(502);
    expect(textOf(failed)).toContain("Unexpected error Failed to load template. Please contact support.");
  });

  test("TEN-34 with edgeGroupCreationEnabled off there is no create page, and a post to it is refused", async () => {
    const create = `${person.base}/settings/ats-tenants/create`;
    const form = formWith(await open("sms"), "save");
    await withoutFlags(stand, ["edgeGroupCreationEnabled"], async ({ client, base }) => {
      expect(base).toBe(person.base);
      const list = await client.get(`${base}/settings/ats-tenants`);
      expect(list.status).toBe(200);
      expect(list.html).not.toContain("ats-tenants/create");
      expect((await client.get(create)).status).toBe(404);
      const own = formWith(await client.get(`${base}/settings/sms`), "save");
      expect(own).not.toEqual(form);
      expect((await client.post(`${create}?templateId=${"0".repeat(24)}`, own)).status).toBe(404);
    });
  });

  test("GEN-16 SMS-04 without the right to change them the settings are read-only", async () => {
    const body = (text: string) =>
      text.replace('"org:editSettings"', '""').replace(/"ats:(create|edit|delete)Tenant"/g, '""');
    stand.sydney.fail({ kind: "rewrite", body }, { operation: "CommonCheckPolicy" });
    const page = await open("sms");
    expect(textOf(page)).toContain("You can view this but not change it.");
    expect(textOf(page)).toContain("Remaining credits");
    for (const intent of ["purchase", "save"]) expect(() => formWith(page, intent)).toThrow("No form");
    for (const tab of ["sso?setup=1", "compliance", "email-domain", "notification?language=default"]) {
      const other = await open(tab);
      expect(textOf(other), tab).toContain("You can view this but not change it.");
      for (const intent of ["save", "enable", "rename", "switch"])
        expect(() => formWith(other, intent), tab).toThrow("No form");
    }
    const list = await open("ats-tenants");
    expect(list.html).not.toContain('value="archive"');
    const tenant = /href="([^"]*\/ats-tenants\/[0-9a-f]{24})"/.exec(list.html)?.[1] ?? "";
    const form = await person.client.get(tenant);
    expect(textOf(form)).toContain("You can view this but not change it.");
    expect(() => formWith(form, "save")).toThrow("No form");
  });

  test("NOTIF-26 notifications show the error page in their tab", async () => {
    stand.sydney.fail(broken, { operation: "NotifGetNotificationSettingsV2" });
    const page = await open("notification?language=default");
    expect(textOf(page)).toContain("Something went wrong: An error occurred while loading this page");
    expect(page.html.match(/<h1/g)).toHaveLength(1);
  });

  test("SMS-31 if the API sends no SMS, the page says so and sells no credits", async () => {
    const operation = "NotifGetSMSCreditsByCustomerId";
    const credits = {
      customerId: "c",
      credits: 5,
      totalCredits: 5,
      creditsPerMessage: null,
      isSending: false,
    };
    const body = JSON.stringify({ data: { [operation]: credits } });
    const before = await open("sms");
    expect(() => formWith(before, "purchase")).not.toThrow();
    stand.sydney.fail({ kind: "answer", status: 200, type: "application/json", body }, { operation });
    const page = await open("sms");
    expect(textOf(page)).toContain("so no credits can be purchased");
    expect(() => formWith(page, "purchase")).toThrow();
    expect(() => formWith(page, "save")).not.toThrow();
  });

  test("SSO-35 Single Sign-On shows the failure in its tab", async () => {
    stand.sydney.fail(broken, { operation: "IDPGetSSOConfig" });
    const page = await open("sso");
    expect(textOf(page)).toContain("Something went wrong: An error occurred while loading this page");
    expect(page.html).toMatch(/<h1[^>]*><span class="page-kind\b[^>]*>Customer Settings</);
    expect(page.html.match(/<h1/g)).toHaveLength(1);
  });

  test("SSO-31 without the groups the rest of the form works, and the saved groups stay", async () => {
    const { id, awsRegion } = demoCustomers.initech;
    const base = `/region/${awsRegion}/customers/${id}`;
    const groupsOn = (page: Answer) => formWith(page, "save").filter(([name]) => name === "groupIds");
    const saved = groupsOn(await person.client.get(`${base}/settings/sso`));
    expect(saved).toHaveLength(1);

    stand.ireland.fail(broken, { operation: "ORGGetGroups" });
    const page = await person.client.get(`${base}/settings/sso`);
    expect(textOf(page)).toContain("Failed to load groups list. Please contact support.");
    const answer = await person.client.post(`${base}/settings/sso`, formWith(page, "save"));
    expect(answer.status).toBe(303);
    await stand.heal();
    const after = await person.client.get(`${base}/settings/sso`);
    expect(groupsOn(after)).toEqual(saved);
    expect(textOf(after)).toContain("SSO configuration updated");
  });

  test("SSO-09 the provisioning mode reads In-time or Before, each with an explanation", async () => {
    expect((await open("sso?setup=1")).html).toMatch(/value="In-time"/);
    expect(textOf(await open("sso?setup=1"))).toContain(
      "The first Single Sign-On login creates the account.",
    );
    const body = (text: string) => text.replace('"IN_TIME"', '"BEFORE"');
    stand.sydney.fail({ kind: "rewrite", body }, { operation: "IDPGetSSOConfig" });
    const page = await open("sso?setup=1");
    expect(page.html).toMatch(/value="Before"/);
    expect(textOf(page)).toContain("The account must exist before its first Single Sign-On login.");
  });

  test("SET-11 a failed header fails the page", async () => {
    stand.sydney.fail(broken, { operation: "ORGGetCustomer" });
    const page = await open("sso");
    expect(page.status).toBe(502);
    expect(textOf(page)).toContain("Something went wrong: An error occurred while loading this page");
  });
});

describe("failing saves keep the input", () => {
  test.each([
    [
      "Account name is associated with another customer\nand more",
      "Account name is associated with another customer",
    ],
    [
      "No one at Acme Retail could edit users any more. Another active user must get it first.\nand more",
      "No one at Acme Retail could edit users any more. Please give",
    ],
    ["Something else", "SSO create or update error"],
  ])("SSO-33 SSO-55 %j", async (message, shown) => {
    const form = await open("sso?setup=1");
    stand.sydney.fail(refusal(message), { operation: "IDPCreateSSOConfig" });
    const { certificate } = unreachableIdentityProvider;
    const typed = { loginUrl: "https://idp.example/in", publicCertificates: certificate };
    const at = `${person.base}/settings/sso?setup=1`;
    const question = await person.client.post(at, formWith(form, "save", typed));
    const word = { confirmation: "ENABLE WITHOUT TEST" };
    const answer = await person.client.post(at, formWith(question, "save:confirm", word));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(textOf(answer)).toContain(`Something went wrong ${shown}`);
    expect(textOf(answer)).not.toContain("and more");
    expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject(typed);
  });

  test("TEN-09 if archiving fails the tenants stay", async () => {
    stand.sydney.fail(broken, { operation: "AtsDeleteTenantsByIds" });
    const list = await open("ats-tenants");
    const box = /<input[^>]*name="ids"[^>]*>/.exec(list.html)?.[0] ?? "";
    const id = /value="([0-9a-f]{24})"/.exec(box)?.[1] ?? "no tenant";
    const path = `${person.base}/settings/ats-tenants`;
    const csrf = hiddenValue(list, "csrf");
    const answer = await person.client.post(path, [
      ["csrf", csrf],
      ["ids", id],
      ["intent", "archive:confirm"],
    ]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(textOf(answer)).toContain(
      "Something went wrong We couldn't archive some of the ATS tenant(s). Please try again.",
    );
    expect(answer.html).toContain(`/ats-tenants/${id}`);
  });

  test.each(["AtsGetTenantById", "AtsGetAtsTemplateByAtsName"])(
    "TEN-32 %s never answers while a tenant is saved: the error is next to the form",
    async (operation) => {
      const list = await open("ats-tenants");
      const path =
        /href="([^"]*\/ats-tenants\/[0-9a-f]{24})"[^>]*><span title="PEOPLE_FLOW"/.exec(list.html)?.[1] ?? "";
      const form = await person.client.get(path);
      stand.sydney.fail({ kind: "silence" }, { operation, times: 1 });
      const typed = { "texts.customerName": "Typed" };
      const secret = { "texts.credential-apiKey": "hunter2" };
      const answer = await person.client.post(path, formWith(form, "save", { ...typed, ...secret }));
      expect(answer.status).toBe(503);
      expect(textOf(answer)).toContain("Unexpected error Failed to load template. Please contact support.");
      expect(Object.fromEntries(formWith(answer, "save"))).toMatchObject({ intent: "save", ...typed });
      expect(textOf(answer)).toContain("Your new value is kept until you save.");
      expect(answer.html).not.toContain("hunter2");
    },
  );

  test("TEN-32 if the template cannot be loaded for the page either, the input is sent again unchanged", async () => {
    const list = await open("ats-tenants");
    const path =
      /href="([^"]*\/ats-tenants\/[0-9a-f]{24})"[^>]*><span title="PEOPLE_FLOW"/.exec(list.html)?.[1] ?? "";
    const form = await person.client.get(path);
    const before = Object.fromEntries(formWith(form, "save"))["texts.customerName"] ?? "";
    const typed = { "texts.customerName": `${before} typed` };
    stand.sydney.fail(broken, { operation: "AtsGetAtsTemplateByAtsName" });
    const answer = await person.client.post(
      path,
      formWith(form, "save", { ...typed, "texts.credential-apiKey": "hunter2" }),
    );
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(textOf(answer)).toContain("Unexpected error Failed to load template. Please contact support.");
    expect(textOf(answer)).toContain("What you typed is kept.");
    expect(answer.html).not.toContain("hunter2");
    await stand.heal();
    const again = formWith(answer, "save");
    expect(Object.fromEntries(again)).toMatchObject(typed);
    expect((await person.client.post(path, again)).status).toBe(303);
    const after = await person.client.get(path);
    expect(Object.fromEntries(formWith(after, "save"))).toMatchObject(typed);
    const back = { "texts.customerName": before };
    expect((await person.client.post(path, formWith(after, "save", back))).status).toBe(303);
  });

  test("MAIL-08 setting an email domain up", async () => {
    const base = await baseIn(person, "us-east-1");
    const path = `${base}/settings/email-domain?setup=1`;
    stand.virginia.fail(broken, { operation: "NotifCreateEmailDomain" });
    stand.virginia.fail(refusal("Email domain is not found", "NOT_FOUND", "Not Found Error"), {
      operation: "NotifGetEmailDomain",
    });
    const typed = { displayName: "Typed", emailAddress: "jobs@typed.example" };
    const form = await person.client.get(path);
    const question = await person.client.post(path, formWith(form, "create", typed));
    const answer = await person.client.post(path, formWith(question, "create:confirm"));
    expect(textOf(answer)).toContain("Email domain failed to setup, please try again.");
    expect(Object.fromEntries(formWith(answer, "create"))).toMatchObject(typed);
  });
});

test("MAIL-20 MAIL-22 a failed switch and a failed retry show an error", async () => {
  const csrf = Object.fromEntries(formWith(await open("email-domain"), "rename"))["csrf"] ?? "";
  const press = (intent: string, isOn = "") =>
    person.client.post(`${person.base}/settings/email-domain`, [
      ["csrf", csrf],
      ["form", "switch"],
      ["isOn", isOn],
      ["intent", intent],
    ]);
  stand.sydney.fail(broken, { operation: "NotifUpdateEmailDomainSetting" });
  stand.sydney.fail(broken, { operation: "NotifRetryDkimVerification" });
  expect(textOf(await press("switch", "on"))).toContain("Customised email domain failed to switch on.");
  expect(textOf(await press("switch"))).toContain("Customised email domain failed to switch off.");
  expect(textOf(await press("retry"))).toContain("Failed to retry, please try again.");
});

describe("SMS-05 a purchase whose request or response is lost", () => {
  const buy = async (amount: string) => {
    const purchase = formWith(await open("sms"), "purchase", { purchaseAmount: amount });
    const question = await person.client.post(`${person.base}/settings/sms`, purchase);
    const form = formWith(question, "purchase:confirm");
    const answer = await person.client.post(`${person.base}/settings/sms`, form);
    const calls = stand.sydney.callsOf("NotifPurchaseSMSCreditsByCustomerId");
    return {
      answer,
      form: Object.fromEntries(form),
      keys: calls.map(({ headers }) => headers["idempotency-key"]),
    };
  };
  const credits = async () => {
    const [, left, total] = /Remaining credits ([\d,]+).*?Total credits purchased ([\d,]+)/.exec(
      textOf(await open("sms")),
    ) ?? ["", "", ""];
    return [left, total].map((text) => Number(text?.replaceAll(",", "")));
  };

  test("is retried under one idempotency key until it is answered, and buys once", async () => {
    const [left = 0, total = 0] = await credits();
    const operation = "NotifPurchaseSMSCreditsByCustomerId";
    // The first try and its automatic retry (SESS-61), and the first call of the second try.
    stand.sydney.fail({ kind: "swallow" }, { operation, times: 3 });
    const { answer, keys } = await buy("5");
    expect(answer.status).toBe(303);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    await stand.heal();
    expect(await credits()).toEqual([left + 5, total + 5]);
  });

  test("shows an error after three tries and keeps the amount and the key", async () => {
    const before = await credits();
    const downstream = refusal("Provider is down", "DOWNSTREAM_SERVICE_ERROR", "Downstream Service Error");
    stand.sydney.fail(downstream, { operation: "NotifPurchaseSMSCreditsByCustomerId" });
    const { answer, form, keys } = await buy("6");
    expect(textOf(answer)).toContain("Settings failed to save");
    expect(keys.slice(-4)).toHaveLength(4);
    expect(new Set(keys.slice(-4)).size).toBe(1);
    const again = Object.fromEntries(formWith(answer, "purchase"));
    expect([again["purchaseAmount"], again["idempotencyKey"]]).toEqual(["6", form["idempotencyKey"]]);
    await stand.heal();
    expect(await credits()).toEqual(before);
  });
});
