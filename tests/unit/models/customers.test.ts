import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { customers } from "~/i18n/customers";
import { translator } from "~/i18n/texts";
import { accountNamePattern } from "~/models/customers/account-name";
import { newCustomerSchema } from "~/models/customers/customer.schema";
import { accountNameFor } from "~/models/customers/account-name";
import { createCustomer, getArchivedCustomers, getCustomers } from "~/models/customers/customer.server";
import { getOrganizationOptions } from "~/models/organizations/organization.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const schema = newCustomerSchema(translator(customers, "en-GB"));
const right = {
  organizationId: "o1",
  displayName: "Acme Retail",
  uniqueName: "acme-retail",
  awsRegion: "eu-west-1",
};
const errorsOf = (changes: Partial<typeof right>) =>
  schema.safeParse({ ...right, ...changes }).error?.issues.map(({ message }) => message) ?? [];

describe("a new customer", () => {
  test("SHELL-103 names are taken trimmed", () => {
    expect(schema.parse({ ...right, displayName: "  Acme Retail ", uniqueName: " acme-retail\t" })).toEqual(
      right,
    );
  });

  test.each([
    ["CUST-26", { organizationId: "" }, "Please select an organisation"],
    ["CUST-27", { displayName: "  " }, "Please enter a display customer name"],
    ["CUST-28", { displayName: "d".repeat(101) }, "Please keep the display name within 100 characters"],
    ["CUST-29", { uniqueName: " " }, "Please enter an account name"],
    ["CUST-30", { uniqueName: "a".repeat(101) }, "Please keep the account name within 100 characters"],
    ["CUST-31", { uniqueName: "a-" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-31", { uniqueName: "-a" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-31", { uniqueName: "9a" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-31", { uniqueName: "Acme" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-31", { uniqueName: "acmé" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-31", { uniqueName: "a b" }, 'Please enter only lowercase letters, numbers and "-"'],
    ["CUST-32", { awsRegion: "" }, "Please select a region"],
    ["CUST-32", { awsRegion: "__proto__" }, "Please select a region"],
  ])("%s SHELL-32 %j: %s", (_, changes, message) => {
    expect(errorsOf(changes)).toEqual([message]);
  });

  test("CUST-28 CUST-30 CUST-31 SHELL-32 the bounds pass: 100 characters, a single letter", () => {
    expect(errorsOf({ displayName: "d".repeat(100), uniqueName: "a".repeat(100) })).toEqual([]);
    expect(errorsOf({ uniqueName: "a" })).toEqual([]);
  });

  test("CUST-34 the proposed account name", () => {
    expect(accountNameFor("  Acme Retail (AU) 2  ")).toBe("acme-retail-au-2");
    expect(accountNameFor("B&O's-Shop")).toBe("bos-shop");
    expect(accountNameFor("Über Café & Söhne 24/7 - Pty")).toBe("uber-cafe-sohne-24-7-pty");
    expect(accountNameFor("Straße Łódź – Smørrebrød")).toBe("strasse-lodz-smorrebrod");
    expect(accountNameFor("- Acme --  Retail! -")).toBe("acme-retail");
    expect(accountNameFor("ß".repeat(100))).toHaveLength(100);
    expect(accountNameFor("日本")).toBe("");
    // Names the field would refuse are not proposed.
    for (const name of ["=1+1", "24/7", "- 1 -", "3M"]) expect(accountNameFor(name), name).toBe("");
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9 -]{0,40}[A-Za-z0-9]$/), (name) => {
        expect(accountNameFor(name)).toMatch(accountNamePattern);
      }),
    );
  });

  test("CUST-39 is created in the selected region", async () => {
    const mutate = vi.fn().mockResolvedValue({ ORGCreateCustomer: { _id: "c1" } });
    const elsewhere = vi.fn(() => ({ mutate }));
    await createCustomer({ in: elsewhere } as unknown as FormApi, schema.parse(right));
    expect(elsewhere).toHaveBeenCalledWith("eu-west-1");
    const { awsRegion: _region, ...sent } = right;
    expect(mutate).toHaveBeenCalledWith(expect.anything(), sent);
  });
});

describe("requests to a region", () => {
  const apiWith = (answer: object) => {
    const query = vi.fn().mockResolvedValue(answer);
    return { query, api: { query, ids: { organizationId: "o1" } } as unknown as CustomerApi };
  };
  const ORGGetCustomers = [
    { _id: "c1", archivedAt: null },
    { _id: "c2", archivedAt: "2026-11-20T00:00:00Z" },
  ];

  test("CUST-02 the list: the organisation's active customers", async () => {
    const { api, query } = apiWith({ ORGGetCustomers });
    await getCustomers(api);
    expect(query.mock.calls[0]?.[1]).toEqual({ filter: { organizationId: "o1", activeOnly: true } });
  });

  test("CUST-15 the archive: requests all customers and keeps the archived ones", async () => {
    const { api, query } = apiWith({ ORGGetCustomers });
    expect((await getArchivedCustomers(api)).map(({ _id }) => _id)).toEqual(["c2"]);
    expect(query.mock.calls[0]?.[1]).toEqual({ filter: { organizationId: "o1", activeOnly: false } });
  });

  test("CUST-23 selectable organisations: the active ones by display name, ignoring case", async () => {
    const { api, query } = apiWith({
      ORGGetOrganizations: [
        { _id: "o1", displayName: "Globex", archivedAt: null },
        { _id: "o2", displayName: "Closed", archivedAt: "2026-11-20T00:00:00Z" },
        { _id: "o3", displayName: "acme", archivedAt: null },
      ],
    });
    expect(await getOrganizationOptions(api)).toEqual([
      { value: "o3", label: "acme" },
      { value: "o1", label: "Globex" },
    ]);
    // ORG-20: requests all, so as not to depend on the API's filters.
    expect(query.mock.calls[0]?.[1]).toEqual({ filter: {} });
  });
});
