import { describe, expect, test } from "vitest";
import {
  tenantFields,
  tenantValues,
  credentialPresence,
  type TemplateItem,
} from "../../../regional-api/areas/ats/ats-tenants.rules";

const item = (
  key: string,
  uiComponent: TemplateItem["uiComponent"],
  defaultValue: unknown,
  isReadOnly = true,
): TemplateItem => ({
  key,
  label: key,
  description: "",
  valueType: "string",
  uiComponent,
  defaultValue,
  isReadOnly,
});
const given = { externalTenantId: "T-1", customerName: "Acme", credential: {}, extra: {} };

describe("TEN-15 a read-only item stays as it is", () => {
  const items = [
    item("customerName", "singleString", "Acme"),
    item("credential.region", "singleString", " eu "),
    item("apiUrl", "singleString", "https://ats.example"),
  ];
  const stored = {
    ...given,
    customerName: "Acme Retail",
    credential: { region: "us" },
    extra: { apiUrl: "https://us.example" },
  };

  test.each([
    ["customerName", { customerName: "Evil" }],
    ["credential.region", { credential: { region: "evil" } }],
    ["apiUrl", { extra: { apiUrl: "https://evil.example" } }],
  ])("%s, whatever the input", (label, change) => {
    const loaded = { ...given, customerName: "Acme Retail" };
    expect(() => tenantValues({ ...loaded, ...change }, items, stored)).toThrow(`${label} cannot be changed`);
    expect(() => tenantValues({ ...given, ...change }, items)).toThrow(`${label} cannot be changed`);
  });

  test("otherwise it has the template's value, sent or not", () => {
    expect(tenantValues({ ...given, customerName: "Acme Retail" }, items, stored)).toEqual(stored);
    expect(tenantValues(given, items)).toEqual({
      ...given,
      credential: { region: "eu" },
      extra: { apiUrl: "https://ats.example" },
    });
  });

  test("TEN-27 also while the switch that it depends on is off", () => {
    const flags = [
      item("hasFlag", "singleRadio", false, false),
      item("flagList", "multiStringArray", ["One"]),
    ];
    const extra = { hasFlag: false, flagList: ["One"] };
    expect(tenantValues({ ...given, extra }, flags).extra).toMatchObject(extra);
    expect(() => tenantValues({ ...given, extra: { hasFlag: false, flagList: [] } }, flags)).toThrow(
      "flagList cannot be changed",
    );
  });

  test("a credential without a value is an empty text", () => {
    const empty = [item("credential.region", "singleString", null)];
    expect(tenantValues(given, empty, { ...given, credential: { region: null } }).credential).toEqual({
      region: "",
    });
  });
});

describe("TEN-35 a credential can be written and is never returned", () => {
  const key = [item("credential.apiKey", "singleString", "", false)];
  const stored = { ...given, credential: { apiKey: "secret", other: 7, none: null } };

  test("a missing value is kept, a given one replaces it, an empty text clears it", () => {
    expect(tenantValues(given, key, stored).credential).toEqual({ apiKey: "secret", other: "7", none: "" });
    const replaced = { ...given, credential: { apiKey: " new " } };
    expect(tenantValues(replaced, key, stored).credential).toMatchObject({ apiKey: "new", other: "7" });
    const emptied = { ...given, credential: { apiKey: "" } };
    expect(tenantValues(emptied, key, stored).credential).toMatchObject({ apiKey: "" });
  });

  test("the answer only states if each value is set, in a form that cannot be sent back as a value", () => {
    const answer = credentialPresence({ ...stored.credential, empty: "" });
    expect(answer).toEqual({ apiKey: true, other: true, none: false, empty: false });
    expect(() => tenantFields.credential.rule.parse(answer)).toThrow();
  });
});
