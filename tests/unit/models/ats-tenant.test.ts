import { describe, expect, test } from "vitest";
import { atsTenants } from "../../../app/i18n/ats";
import { translator } from "../../../app/i18n/texts";
import {
  sealSecrets,
  typedSecrets,
  withoutSecrets,
  withSecrets,
} from "../../../app/models/ats/ats-secrets.server";
import {
  itemErrors,
  itemValue,
  type ItemValues,
  lastField,
  readItems,
  type TemplateItem,
  tenantValues,
  withoutRow,
  withRow,
} from "../../../app/models/ats/ats-tenant.schema";
import type { AtsTenant } from "../../../app/models/ats/ats-tenant.server";

const t = translator(atsTenants, "en");

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
  credential: { apiKey: "saved", other: "kept" },
  extra: { resendAfter: 5, elsewhere: [1], apiUrl: "https://old.example" },
};

/** A form as the browser sends it. */
function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(`item.${name}`, one);
  return form;
}

const typed = {
  externalTenantId: " T-2 ",
  customerName: "Acme",
  "credential.apiKey": "",
  apiUrl: "https://evil.example",
  resendAfter: "7",
  hasFlag: "true",
  hasVacancyByProduct: "true",
  vacancyByProductPostfix: " (video) ",
  flagList: [" a ", "", "b"],
  "flagWorkflowIds.normal": ["b".repeat(24)],
  "flagWorkflowIds.indigenous": ["c".repeat(24)],
  "appsApplicationStatus.ats": [" Applied ", "Hired"],
  "appsApplicationStatus.product": ["APPS_APPLICATION_NEW", "APPS_APPLICATION_HIRED"],
  "groupIds.hiringManagers": ["d".repeat(24)],
};
const errorsOf = (changes: Record<string, string | string[]>) =>
  itemErrors(items, readItems(formOf({ ...typed, ...changes }), items, tenant), t);

test("TEN-13 TEN-25 values come from the tenant, else from the template", () => {
  const value = (key: string, from: AtsTenant | null) =>
    itemValue(items.find((one) => one.key === key) ?? item("none", "singleString"), from);
  expect(value("resendAfter", null)).toEqual({ kind: "text", text: "3" });
  expect(value("resendAfter", tenant)).toEqual({ kind: "text", text: "5" });
  expect(value("flagList", tenant)).toEqual({ kind: "strings", rows: ["Indigenous"] });
  expect(value("credential.apiKey", tenant)).toEqual({ kind: "text", text: "saved" });
  expect(value("appsApplicationStatus", null)).toEqual({
    kind: "statuses",
    rows: [{ ats: "Applied", product: "APPS_APPLICATION_NEW" }],
  });
});

test("TEN-15 TEN-16 TEN-26 TEN-27 what goes out: in its place, trimmed, typed, with what was there before", () => {
  const values = readItems(formOf(typed), items, tenant);
  expect(tenantValues(items, values, tenant)).toEqual({
    externalTenantId: "T-2",
    customerName: "Acme",
    credential: { apiKey: "saved", other: "kept" },
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

test("TEN-27 what depends on a switch that is off goes out empty, and is not checked", () => {
  const off = { hasFlag: "false", hasVacancyByProduct: "false", "flagWorkflowIds.normal": ["short"] };
  expect(errorsOf(off)).toEqual({});
  const { extra } = tenantValues(items, readItems(formOf({ ...typed, ...off }), items, null), null);
  expect(extra).toMatchObject({
    hasFlag: false,
    flagList: [],
    flagWorkflowIds: {},
    vacancyByProductPostfix: "",
    apiUrl: "https://api.example",
  });
});

test("TEN-17 TEN-19..TEN-22 every rule has its message beside its field", () => {
  expect(errorsOf({})).toEqual({});
  for (const number of ["", "0", "-1", "1.5", "x"])
    expect(errorsOf({ resendAfter: number })).toEqual({
      "item.resendAfter": "You can only enter whole numbers greater than 0",
    });
  expect(errorsOf({ "appsApplicationStatus.ats": ["", " Hired "] })).toEqual({
    "item.appsApplicationStatus.ats.0": "You must map each status before continuing",
  });
  expect(errorsOf({ "appsApplicationStatus.product": ["", "APPS_APPLICATION_NEW"] })).toEqual({
    "item.appsApplicationStatus.product.0": "Missing Sapia Status",
  });
  expect(errorsOf({ "appsApplicationStatus.ats": ["Hired", " Hired"] })).toEqual({
    "item.appsApplicationStatus.ats.1": "Each ATS status can be mapped only once",
  });
  expect(
    errorsOf({ "flagWorkflowIds.normal": ["B".repeat(24)], "flagWorkflowIds.indigenous": [""] }),
  ).toEqual({
    "item.flagWorkflowIds.normal.0": "Please enter a valid workflow ID",
    "item.flagWorkflowIds.indigenous.0": "Please select a workflow",
  });
  expect(errorsOf({ hasVacancyByProduct: "false" })).toEqual({
    "item.hasVacancyByProduct": "Oops! The vacancy by product must be enabled when the flag is enabled",
  });
});

describe("TEN-24 rows", () => {
  const values: ItemValues = {
    list: { kind: "strings", rows: ["a", "b", "c"] },
    lone: { kind: "text", text: "x" },
  };
  test("are added at the end and removed where asked", () => {
    expect(withRow(values, "list").list).toEqual({ kind: "strings", rows: ["a", "b", "c", ""] });
    expect(withoutRow(values, "list", 1).list).toEqual({ kind: "strings", rows: ["a", "c"] });
    expect(withRow(values, "lone")).toEqual(values);
    expect(withRow(values, "__proto__")).toEqual(values);
  });
  test("say where to go on", () => {
    expect(lastField(withRow(values, "list"), "list")).toBe("item.list.text.3");
    expect(lastField({ list: { kind: "strings", rows: [] } }, "list")).toBe("item.list.add");
  });
});

describe("TEN-16 secrets", () => {
  const secretForm = (text: string, sealed?: string) => {
    const form = formOf({ "credential.apiKey": text });
    if (sealed) form.set("secrets", sealed);
    return form;
  };
  test("travel sealed, for the person who typed them, and what is typed later wins", async () => {
    const first = await typedSecrets(secretForm(" hunter2 "), items, "me");
    expect(first).toEqual({ "credential.apiKey": "hunter2" });
    const { sealed, keys } = await sealSecrets(first, "me");
    expect(keys).toEqual(["credential.apiKey"]);
    expect(sealed).not.toContain("hunter2");
    expect(await typedSecrets(secretForm("", sealed), items, "me")).toEqual(first);
    expect(await typedSecrets(secretForm("newer", sealed), items, "me")).toEqual({
      "credential.apiKey": "newer",
    });
    expect(await typedSecrets(secretForm("", sealed), items, "you")).toEqual({});
    expect(await typedSecrets(secretForm("", `${sealed}x`), items, "me")).toEqual({});
  });
  test("are in nothing that goes to the browser, and in what goes to the API", () => {
    const values = readItems(secretForm("hunter2"), items, null);
    expect(JSON.stringify(withoutSecrets(values, items))).not.toContain("hunter2");
    const sent = tenantValues(items, withSecrets(values, { "credential.apiKey": "hunter2" }), tenant);
    expect(sent.credential).toEqual({ apiKey: "hunter2", other: "kept" });
  });
});
