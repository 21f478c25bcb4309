import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { defaultLanding, landingRedirect, redirectTarget } from "~/services/landing.server";
import type { CurrentUser } from "~/services/identity.server";
import type { RequestState } from "~/services/request-state.server";
import { anyText } from "../../support/any-text";

const host = "console.example";

describe("redirectTarget", () => {
  test.each([
    [
      "https://console.example/region/eu-west-1/customers/1/users?page=2",
      "/region/eu-west-1/customers/1/users?page=2",
    ],
    ["http://console.example/", "/"],
    ["https://console.example//evil.example/x", "/evil.example/x"],
  ])("AUTH-37 %s is a path of the console: %s", (value, path) => {
    expect(redirectTarget(value, host)).toEqual({ kind: "internal", path });
  });

  test.each([
    "/region/eu-west-1",
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://console.example/",
    "",
    "https://",
    " https://console.example/",
    "https://console.example/login",
    "https://console.example/version/version.json",
    "https://console.example/region/eu-west-1/customers/1/search.json?q=a",
  ])("AUTH-39 %j is ignored", (value) => {
    expect(redirectTarget(value, host)).toEqual({ kind: "invalid" });
  });

  test("AUTH-38 only listed origins are trusted", () => {
    expect(redirectTarget("https://talent-hub.example/apse2", host)).toMatchObject({ kind: "trusted" });
    expect(redirectTarget("https://talent-hub.example.evil.example/", host)).toMatchObject({
      kind: "external",
    });
    expect(redirectTarget("https://console.example@evil.example/", host)).toMatchObject({ kind: "external" });
    expect(redirectTarget("http://talent-hub.example/", host)).toMatchObject({ kind: "external" });
  });

  test("AUTH-37 an internal path can never name another host", () => {
    fc.assert(
      fc.property(fc.domain(), anyText(), anyText(), (domain, text, tail) => {
        const base = `https://${domain}/${encodeURIComponent(text)}?${encodeURIComponent(tail)}`;
        for (const value of [base, `https://${host}/${tail}`, `https://${host}${tail}`, tail]) {
          const target = redirectTarget(value, host);
          if (target.kind !== "internal") continue;
          expect(new URL(target.path, `https://${host}`).host).toBe(host);
          expect(target.path).not.toMatch(/[\r\n]/);
        }
      }),
    );
  });
});

const customer = (customerId: string, awsRegion = "eu-west-1") => ({
  customerId,
  awsRegion,
  customerDisplayName: customerId,
  organizationId: "o",
  organizationDisplayName: "O",
  rootHierarchyId: "h",
  uniqueName: customerId,
});

const user = {
  defaultCustomer: { customerId: "c1", awsRegion: "eu-west-1" },
  customers: [customer("c1"), customer("c2", "us-east-1")],
} as unknown as CurrentUser;

describe("landing", () => {
  const to = (query: string) =>
    landingRedirect(new URL(`https://${host}/login${query}`), user).headers.get("location");

  test("SHELL-04 without parameters it is the default customer", () => {
    expect(to("")).toBe("/region/eu-west-1/customers/c1");
  });

  test("AUTH-40 customer_id selects another customer of the user, and no other", () => {
    expect(to("?customer_id=c2")).toBe("/region/us-east-1/customers/c2");
    expect(to("?customer_id=c3")).toBe("/region/eu-west-1/customers/c1");
  });

  test("AUTH-38 an unknown origin goes through the leaving page", () => {
    expect(to(`?redirect=${encodeURIComponent("https://evil.example/x?y=1")}`)).toBe(
      `/leaving?to=${encodeURIComponent("https://evil.example/x?y=1")}`,
    );
  });

  test("AUTH-37 an address of the console is opened directly, and so is a trusted one", () => {
    const wish = (address: string) => to(`?customer_id=c2&redirect=${encodeURIComponent(address)}`);
    expect(wish(`https://${host}/region/eu-west-1/customers/c1/customers?page=2`)).toBe(
      "/region/eu-west-1/customers/c1/customers?page=2",
    );
    expect(wish("https://question-bank.example/x")).toBe("https://question-bank.example/x");
    // An address that answers with data or a file is not a page.
    const base = "/region/eu-west-1/customers/c1";
    for (const path of ["/session/check", `${base}/places?q=newc`, `${base}/settings/email-domain/zone-file`])
      expect(wish(`https://${host}${path}`)).toBe("/region/us-east-1/customers/c2");
  });

  test("AUTH-39 AUTH-40 an invalid address is logged and ignored", () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const places = ["", "&customer_id=c2"].map((more) => to(`?redirect=%2F%2Fevil.example${more}`));
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(places).toEqual(["/region/eu-west-1/customers/c1", "/region/us-east-1/customers/c2"]);
    expect(lines.filter((line) => line.includes("redirect ignored"))).toHaveLength(2);
    expect(lines.join()).not.toContain("evil.example");
  });

  const landingOf = (changes: Partial<CurrentUser>, archived: object[] = []) => {
    const api = { query: () => Promise.resolve({ ORGFindArchivedCustomers: archived }) };
    const state = { session: { region: "eu-west-1" }, api: () => api } as unknown as RequestState;
    return defaultLanding({ ...user, ...changes }, state);
  };

  test("SHELL-50 an archived default customer, missing from the API, falls back to the first active one in the switcher's order", async () => {
    const customers = [customer("c2", "us-east-1"), customer("c3")];
    for (const defaultCustomer of [user.defaultCustomer, null])
      expect(await landingOf({ defaultCustomer, customers })).toBe("/region/us-east-1/customers/c2");
    expect(await landingOf({ customers: [customer("c0", "mars-1"), customer("c3")] })).toBe(
      "/region/eu-west-1/customers/c3",
    );
    const named = ["_under", "Zeta", "acme"].map((name) => ({
      ...customer(name),
      customerDisplayName: name,
    }));
    expect(await landingOf({ customers: named })).toBe("/region/eu-west-1/customers/acme");
  });

  test("SHELL-05 CUST-56 without any customer there is the error screen, which names the person's archived one", async () => {
    const own = { _id: user.customerId, displayName: "Acme", awsRegion: "eu-west-1", canRestore: false };
    for (const defaultCustomer of [user.defaultCustomer, null])
      for (const archived of [[], [own]])
        await expect(landingOf({ defaultCustomer, customers: [] }, archived)).rejects.toMatchObject({
          data: { screen: "no-default-customer", archived: archived[0]?.displayName },
        });
    const signedIn = landingRedirect(new URL(`https://${host}/login`), { ...user, customers: [] });
    expect(signedIn.headers.get("location")).toBe("/");
  });
});
