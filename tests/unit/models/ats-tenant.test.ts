import { parseWithZod } from "@conform-to/zod/v4";
import { afterEach, describe, expect, test, vi } from "vitest";
import { atsTenants } from "../../../app/i18n/ats";
import { translator } from "../../../app/i18n/texts";
import { humanizeName } from "../../../app/models/ats/ats-names";
import { sealSecrets, typedSecrets, withoutSecrets } from "../../../app/models/ats/ats-secrets.server";
import {
  fixedTexts,
  savedSecrets,
  tenantFormValues,
  tenantSchema,
  tenantValues,
} from "../../../app/models/ats/ats-tenant.schema";
import { type TemplateItem } from "../../../app/models/ats/ats-template";
import type { AtsTenant } from "../../../app/models/ats/ats-tenant.server";
import {
  tenantForm,
  withoutTemplate,
  unreadableTemplate,
} from "../../../app/models/ats/ats-tenant-screen.server";
import { withoutSecretValues } from "../../../app/models/ats/secret-values.server";
import type { FormArgs } from "../../../app/services/console-args";
import { ApiError } from "../../../app/services/regional-api.server";
import { argsOf as answered } from "./answering-api";

const t = translator(atsTenants, "en");
afterEach(() => void vi.restoreAllMocks());

const item = (
  key: string,
  uiComponent: TemplateItem["uiComponent"],
  defaultValue: unknown = "",
  more: Partial<TemplateItem> = {},
): TemplateItem => ({
  key,
  uiComponent,
  defaultValue,
  label: key,
  description: "",
  isReadOnly: false,
  valueType: { singleNumber: "number", singleRadio: "boolean" }[uiComponent as string] ?? "string",
  ...more,
});

const items = [
  item("externalTenantId", "singleString"),
  item("customerName", "singleString"),
  item("credential.apiKey", "singleString"),
  item("apiUrl", "singleString", "https://api.example", { isReadOnly: true }),
  item("resendAfter", "singleNumber", 3),
  item("hasFlag", "singleRadio", false),
  item("hasVacancyByProduct", "singleRadio", false),
  item("vacancyByProductPostfix", "singleString"),
  item("flagList", "multiStringArray", ["Indigenous"]),
  item("flagWorkflowIds", "flagWorkflowIdsConfig", {}),
  item("appsApplicationStatus", "appsApplicationStatusConfig", { Applied: "APPS_APPLICATION_NEW" }),
  item("groupIds", "groupIdsConfig", {}),
];

const tenant: AtsTenant = {
  _id: "a".repeat(24),
  atsName: "ATS",
  externalTenantId: "T-1",
  customerName: "Acme",
  credential: { apiKey: true, other: true },
  extra: { resendAfter: 5, elsewhere: [1], apiUrl: "https://old.example" },
  version: 3,
};

/** A form as the browser sends it. */
function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

const typed = {
  "texts.externalTenantId": " T-2 ",
  "texts.customerName": "Acme",
  "texts.credential-apiKey": "",
  "texts.apiUrl": "https://evil.example",
  "texts.resendAfter": "7",
  "texts.hasFlag": "true",
  "texts.hasVacancyByProduct": "true",
  "texts.vacancyByProductPostfix": " (video) ",
  "strings.flagList[0].text": " a ",
  "strings.flagList[1].text": "",
  "strings.flagList[2].text": "b",
  "workflows.flagWorkflowIds[0].normal": "B".repeat(24),
  "workflows.flagWorkflowIds[0].indigenous": "c".repeat(24),
  "statuses.appsApplicationStatus[0].ats": " Applied ",
  "statuses.appsApplicationStatus[0].product": "APPS_APPLICATION_NEW",
  "statuses.appsApplicationStatus[1].ats": "Hired",
  "statuses.appsApplicationStatus[1].product": "APPS_APPLICATION_HIRED",
  "groups.groupIds.hiringManagers": ["d".repeat(24)],
};

/** The result of a posted form. */
const parse = (fields: Record<string, string | string[]>, of: AtsTenant | null = tenant) =>
  parseWithZod(formOf(fields), { schema: tenantSchema(items, fixedTexts(items, of), t) });
const errorsOf = (changes: Record<string, string | string[]>) =>
  parse({ ...typed, ...changes }).reply().error ?? {};
const sentOf = (fields: Record<string, string | string[]>, of: AtsTenant | null, secrets = {}) => {
  const submission = parse(fields, of);
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  return tenantValues(items, submission.value, secrets, of);
};

test("TEN-45 values that the API would refuse are refused next to their field", () => {
  expect(errorsOf({ "texts.externalTenantId": " " })).toEqual({
    "texts.externalTenantId": ["Please enter the externalTenantId"],
  });
  expect(errorsOf({ "texts.customerName": "x".repeat(101) })).toEqual({
    "texts.customerName": ["Please keep the customerName within 100 characters"],
  });
  const long = "x".repeat(4_001);
  expect(
    errorsOf({ "strings.flagList[0].text": long, "statuses.appsApplicationStatus[1].ats": long }),
  ).toEqual({
    "strings.flagList[0].text": ["Please keep the flagList within 4,000 characters"],
    "statuses.appsApplicationStatus[1].ats": [
      "Please keep the appsApplicationStatus within 4,000 characters",
    ],
  });
  const webhook = [item("webhookUrl", "singleString", "")];
  const parsed = (url: string) =>
    parseWithZod(formOf({ "texts.webhookUrl": url }), { schema: tenantSchema(webhook, {}, t) });
  const of = (url: string) => parsed(url).reply().error ?? {};
  expect(parsed("\u202A<https://ho\u00ADok.example>\u00A0")).toMatchObject({
    value: { texts: { webhookUrl: "https://hook.example" } },
  });
  expect(of("javascript:alert(1)")).toEqual({ "texts.webhookUrl": ["Please enter a valid url"] });
  expect(of("https://hook.example")).toEqual({});
  expect(of("")).toEqual({});
});

test("TEN-13 TEN-25 values come from the tenant, else from the template; secrets and fixed values are no part of the form", () => {
  expect(tenantFormValues(items, null)).toMatchObject({
    texts: { resendAfter: "3", hasFlag: "false" },
    strings: { flagList: [{ text: "Indigenous" }] },
    statuses: { appsApplicationStatus: [{ ats: "Applied", product: "APPS_APPLICATION_NEW" }] },
    groups: { groupIds: { hiringManagers: [], recruiters: [] } },
    workflows: { flagWorkflowIds: [] },
  });
  const { texts } = tenantFormValues(items, tenant);
  expect(texts).toMatchObject({ resendAfter: "5", externalTenantId: "T-1" });
  expect(Object.keys(texts)).not.toContain("credential-apiKey");
  expect(fixedTexts(items, tenant)).toEqual({ apiUrl: ["https://old.example"] });
  expect(savedSecrets(items, tenant)).toEqual(["credential-apiKey"]);
  expect(savedSecrets(items, null)).toEqual([]);
});

test("TEN-15 TEN-16 TEN-21 TEN-26 TEN-27 the values sent: in place, trimmed, typed, merged with the stored ones", () => {
  expect(sentOf(typed, tenant)).toEqual({
    externalTenantId: "T-2",
    customerName: "Acme",
    credential: {},
    extra: {
      elsewhere: [1],
      apiUrl: "https://old.example",
      resendAfter: 7,
      hasFlag: true,
      hasVacancyByProduct: true,
      vacancyByProductPostfix: "(video)",
      flagList: ["a", "b"],
      flagWorkflowIds: { ["b".repeat(24)]: "c".repeat(24) },
      appsApplicationStatus: { Applied: "APPS_APPLICATION_NEW", Hired: "APPS_APPLICATION_HIRED" },
      groupIds: { HIRING_MANAGER: ["d".repeat(24)], RECRUITER: [] },
    },
  });
});

test("TEN-27 fields that depend on a switch that is off are sent empty, and not validated", () => {
  const off = {
    "texts.hasFlag": "false",
    "texts.hasVacancyByProduct": "false",
    "workflows.flagWorkflowIds[0].normal": "short",
  };
  expect(errorsOf(off)).toEqual({});
  const { extra } = sentOf({ ...typed, ...off }, null);
  expect(extra).toMatchObject({
    hasFlag: false,
    flagList: [],
    flagWorkflowIds: {},
    vacancyByProductPostfix: "",
    apiUrl: "https://api.example",
  });
});

test("TEN-15 TEN-27 read-only values are sent as loaded, even while their switch is off", () => {
  const fixed = [
    item("hasFlag", "singleRadio", false),
    item("flagList", "multiStringArray", ["One"], { isReadOnly: true }),
    item("apiUrl", "singleString", "https://api.example", { isReadOnly: true }),
    item("credential.region", "singleString", null, { isReadOnly: true }),
  ];
  const form = formOf({ "texts.hasFlag": "false", "strings.flagList[0].text": "Evil" });
  const loaded = { ...tenant, credential: { region: true }, extra: { flagList: ["Two"], apiUrl: null } };
  const sent = (of: AtsTenant | null) => {
    const submission = parseWithZod(form, { schema: tenantSchema(fixed, fixedTexts(fixed, of), t) });
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
    return tenantValues(fixed, submission.value, {}, of);
  };
  expect(sent(loaded).extra).toMatchObject({ flagList: ["Two"], apiUrl: null });
  expect(sent(loaded).credential).toEqual({});
  expect(sent(null).extra).toMatchObject({ flagList: ["One"], apiUrl: "https://api.example" });
});

test("TEN-03 TEN-35 a tenant whose credential or extra is empty has none stored", () => {
  const bare: AtsTenant = { ...tenant, credential: null, extra: null };
  expect(savedSecrets(items, bare)).toEqual([]);
  expect(fixedTexts(items, bare)).toEqual({ apiUrl: ["https://api.example"] });
  expect(tenantFormValues(items, bare).texts).toMatchObject({ externalTenantId: "T-1", resendAfter: "3" });
  expect(sentOf(typed, bare, { "credential-apiKey": "new" }).credential).toEqual({ apiKey: "new" });
  expect(savedSecrets(items, { ...tenant, credential: { apiKey: false } })).toEqual([]);
  expect(sentOf(typed, { ...tenant, credential: { apiKey: false } }).credential).toEqual({});
});

test("TEN-17 TEN-19..TEN-22 every rule's message is next to its field", () => {
  expect(errorsOf({})).toEqual({});
  for (const number of ["", "0", "-1", "1.5", "x"])
    expect(errorsOf({ "texts.resendAfter": number })).toEqual({
      "texts.resendAfter": ["You can only enter whole numbers greater than 0"],
    });
  const ats = (row: number) => `statuses.appsApplicationStatus[${row}].ats`;
  expect(errorsOf({ [ats(0)]: "" })).toEqual({ [ats(0)]: ["You must map each status before continuing"] });
  expect(errorsOf({ "statuses.appsApplicationStatus[0].product": "" })).toEqual({
    "statuses.appsApplicationStatus[0].product": ["Missing Sapia Status"],
  });
  expect(errorsOf({ [ats(0)]: "Hired", [ats(1)]: " Hired" })).toEqual({
    [ats(1)]: ["Each ATS status can be mapped only once"],
  });
  expect(errorsOf({ [ats(1)]: "__proto__" })).toEqual({
    [ats(1)]: ["This name cannot be used for an ATS status"],
  });
  expect(
    errorsOf({
      "workflows.flagWorkflowIds[0].normal": "g".repeat(24),
      "workflows.flagWorkflowIds[0].indigenous": "",
    }),
  ).toEqual({
    "workflows.flagWorkflowIds[0].normal": ["Please enter a valid workflow ID"],
    "workflows.flagWorkflowIds[0].indigenous": ["Please select a workflow"],
  });
  expect(
    errorsOf({
      "workflows.flagWorkflowIds[1].normal": "b".repeat(24),
      "workflows.flagWorkflowIds[1].indigenous": "c".repeat(24),
    }),
  ).toEqual({ "workflows.flagWorkflowIds[1].normal": ["Each workflow can be paired only once"] });
  expect(errorsOf({ "texts.hasVacancyByProduct": "false" })).toEqual({
    "texts.hasVacancyByProduct": ["Oops! The vacancy by product must be enabled when the flag is enabled"],
  });
});

test("TEN-24 lists may be empty", () => {
  const left = Object.fromEntries(Object.entries(typed).filter(([name]) => name.startsWith("texts.")));
  const { extra } = sentOf({ ...left, "texts.hasFlag": "false" }, null);
  expect(extra).toMatchObject({
    appsApplicationStatus: {},
    flagList: [],
    groupIds: { HIRING_MANAGER: [], RECRUITER: [] },
  });
});

describe("TEN-16 secrets", () => {
  const secretForm = (text: string, sealed?: string) => {
    const form = formOf({ ...typed, "texts.credential-apiKey": text });
    if (sealed) form.set("secrets", sealed);
    return form;
  };
  test("are sealed for the person who typed them, and later input wins", async () => {
    const first = await typedSecrets(secretForm(" hunter2 "), items, "me");
    expect(first).toEqual({ "credential-apiKey": "hunter2" });
    const { sealed, keys } = await sealSecrets(first, "me");
    expect(keys).toEqual(["credential-apiKey"]);
    expect(sealed).not.toContain("hunter2");
    expect(await typedSecrets(secretForm("", sealed), items, "me")).toEqual(first);
    expect(await typedSecrets(secretForm("newer", sealed), items, "me")).toEqual({
      "credential-apiKey": "newer",
    });
    expect(await typedSecrets(secretForm("", sealed), items, "you")).toEqual({});
    expect(await typedSecrets(secretForm("", `${sealed}x`), items, "me")).toEqual({});
  });
  test("are never sent to the browser, only to the API", () => {
    const fields = { ...typed, "texts.credential-apiKey": "hunter2", "texts.hasVacancyByProduct": "false" };
    const answer = parse(fields).reply();
    expect(JSON.stringify(answer)).toContain("hunter2");
    expect(JSON.stringify(withoutSecrets(answer, items))).not.toContain("hunter2");
    expect(withoutSecrets(answer, items).initialValue).toMatchObject({ texts: { customerName: "Acme" } });
    const sent = sentOf(typed, tenant, { "credential-apiKey": "hunter2" });
    expect(sent.credential).toEqual({ apiKey: "hunter2" });
  });
});

describe("TEN-32 a post whose template cannot be read", () => {
  const problem = { tone: "error", title: "Unexpected error", description: "Failed" } as const;
  const argsOf = (form: FormData) =>
    ({ form, user: { _id: "me" }, showsPosted: () => undefined }) as unknown as FormArgs;
  const frame = { form: "tenant", version: "3", csrf: "token", idempotencyKey: "key", intent: "save" };

  test("comes back with the input and the reason, and without readable credentials", async () => {
    const form = formOf({ ...frame, ...typed, "texts.credential-apiKey": " hunter2 " });
    const { data: answer, init } = await withoutTemplate(argsOf(form), { problem, status: 503 });
    expect(init?.status).toBe(503);
    expect(answer).toMatchObject({ form: "tenant", version: 3, notice: problem });
    expect(answer.lastResult).toEqual({ initialValue: expect.anything() as unknown });
    expect(answer.lastResult.initialValue).toMatchObject({
      texts: { customerName: "Acme", resendAfter: "7" },
      strings: { flagList: [{ text: " a " }, undefined, { text: "b" }] },
      groups: { groupIds: { hiringManagers: "d".repeat(24) } },
    });
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    expect(answer.secrets.keys).toEqual(["credential-apiKey"]);
  });

  test.each([
    ["FORBIDDEN", 403, "No permission"],
    ["NOT_FOUND", 404, "Unexpected error"],
    ["RATE_LIMITED", 429, "Unexpected error"],
    ["UNEXPECTED", 502, "Unexpected error"],
    ["TIMEOUT", 503, "Unexpected error"],
  ] as const)("answers %s as %i", async (kind, status, title) => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const AtsTemplate = new ApiError(kind, "broken", "eu-west-1", "AtsTemplate");
    const url = new URL("http://console.example/create?templateId=t");
    const { args } = answered({ AtsTemplate }, { url, form: [["form", "tenant"]] });
    const found = await tenantForm(args).catch((error: unknown) => unreadableTemplate(error, args));
    if (!found?.problem) throw new Error("The template was read");
    const { data: answer, init } = await withoutTemplate(args, found);
    expect(init?.status).toBe(status);
    expect(answer.notice).toMatchObject({
      title,
      description: "Failed to load template. Please contact support.",
    });
  });

  test("is sent again unchanged, however often", async () => {
    const first = formOf({ ...frame, ...typed, "texts.credential-apiKey": "hunter2" });
    let { data: answer } = await withoutTemplate(argsOf(first), { problem, status: 503 });
    for (let round = 0; round < 2; round += 1) {
      const next = formOf({ ...answer.kept, secrets: answer.secrets.sealed, csrf: "other", intent: "save" });
      answer = (await withoutTemplate(argsOf(next), { problem, status: 503 })).data;
      const { "texts.credential-apiKey": _, ...shown } = typed;
      const texts = Object.entries(shown).map(([name, value]) => [name, [value].flat()]);
      expect(answer.kept).toEqual({ form: ["tenant"], version: ["3"], ...Object.fromEntries(texts) });
      expect(await typedSecrets(next, items, "me")).toEqual({ "credential-apiKey": "hunter2" });
    }
  });
});

test.each([
  ["PEOPLE_FLOW", "People Flow"],
  ["TALENT_BRIDGE", "Talent Bridge"],
  ["GREENFIELD_HR", "Greenfield HR"],
  ["LEGACY_ATS", "Legacy ATS"],
  ["", ""],
  // From an ATS unknown to the console, unchanged.
  ["_", "_"],
  ["workAtHome", "workAtHome"],
  ["Größe_X", "Größe_X"],
])("TEN-02 ATSR-12 %s in words", (name, words) => {
  expect(humanizeName(name)).toBe(words);
});

test("ATSR-21 credentials are masked at any depth, and nothing else is", () => {
  const masked = "••••••";
  expect(
    withoutSecretValues({
      candidate: { email: "a@b.example", Password: "p", tokens: ["t"], note: null },
      list: [{ apiKey: "k", "client-secret": "s", accessToken: null }],
      credentials: { user: "u" },
      headers: { Authorization: "Bearer x" },
      count: 3,
    }),
  ).toEqual({
    candidate: { email: "a@b.example", Password: masked, tokens: masked, note: null },
    list: [{ apiKey: masked, "client-secret": masked, accessToken: null }],
    credentials: masked,
    headers: { Authorization: masked },
    count: 3,
  });
});

test.each(["passphrase", "jwt", "bearer", "sessionId", "X-Signature"])("ATSR-21 %s is masked", (name) => {
  expect(withoutSecretValues({ [name]: "s" })).toEqual({ [name]: "••••••" });
});

test("ATSR-21 an address hides the caller and the credentials in its parameters, and keeps the rest", () => {
  const masked = "••••••";
  expect(
    withoutSecretValues({
      url: "https://user:pw@host.example/jobs?access_token=abc&page=2#top",
      text: "See https://host.example/?api_key=k&q=token then https://plain.example/a?page=1",
      email: "mail ann@mail.example",
    }),
  ).toEqual({
    url: `https://${masked}@host.example/jobs?access_token=${masked}&page=2#top`,
    text: `See https://host.example/?api_key=${masked}&q=token then https://plain.example/a?page=1`,
    email: "mail ann@mail.example",
  });
});

test("ATSR-21 a secret is masked next to its name, in a JSON text, and in a caller's credentials", () => {
  const masked = "••••••";
  expect(
    withoutSecretValues({
      headers: [
        { name: "Authorization", value: "abc" },
        { key: "X-Api-Key", value: "k" },
        { name: "Accept", value: "text/html" },
      ],
      body: '{"password":"p","rows":[1]}',
      broken: '{"password":',
      sent: "curl -H 'X: Bearer abc.def' -u Basic dXNlcjpwYXNz",
      note: "Basic information of the bearer",
    }),
  ).toEqual({
    headers: [
      { name: "Authorization", value: masked },
      { key: "X-Api-Key", value: masked },
      { name: "Accept", value: "text/html" },
    ],
    body: `{"password":"${masked}","rows":[1]}`,
    broken: '{"password":',
    sent: `curl -H 'X: Bearer ${masked}' -u Basic ${masked}`,
    note: "Basic information of the bearer",
  });
});
