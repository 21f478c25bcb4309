import { afterEach, describe, expect, test, vi } from "vitest";
import { menuFlags, menuOrder } from "../../support/menu-rows";
import { isNewer } from "~/components/shell/version-watch";
import { firstEntry, menuOf } from "~/components/shell/menu";
import { rightNames, type Rights } from "~/services/rights";
import { flagNames, type Flags } from "~/flags";
import { translator } from "~/i18n/texts";

// The guard admits everyone here: a screen's loader is called directly.
vi.mock("~/services/guard.server", () => ({ consoleLoader: (_gate: object, load: object) => load }));

async function brand(env: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return import("~/services/brand.server");
}
afterEach(() => vi.unstubAllEnvs());

const everyRight = new Set(rightNames);

describe("the brand", () => {
  test("SHELL-01 follows the host; unlisted hosts get the default", async () => {
    const { brandOf } = await brand({
      ALTERNATE_BRAND_HOSTS: "hire.example, Other.example:8443",
      ALTERNATE_BRAND_NAME: "Hire",
    });
    const name = (url: string) => brandOf(new Request(url)).productName;
    expect(name("https://hire.example/login")).toBe("Hire");
    expect(name("https://OTHER.example:8443/")).toBe("Hire");
    expect(name("https://other.example/")).toBe("Hire");
    expect(name("https://hire.example.evil.example/")).toBe("Edge");
    expect(name("http://127.0.0.1:3000/")).toBe("Edge");
  });

  test("SHELL-02 SHELL-03 the old host redirects to the new one with path and query, no other host does", async () => {
    const { newBrandAddress } = await brand({ OLD_BRAND_HOST: "old.example", NEW_BRAND_HOST: "new.example" });
    expect(newBrandAddress("OLD.example", "/region/x?page=2&q=%20")).toBe(
      "https://new.example/region/x?page=2&q=%20",
    );
    expect(newBrandAddress("new.example", "/")).toBeNull();
    expect(newBrandAddress("127.0.0.1", "/")).toBeNull();
  });
});

test("SHELL-02 an old host with a port matches only that port; without CONSOLE_ORIGIN the scheme is the request's", async () => {
  const { newBrandAddress } = await brand({
    OLD_BRAND_HOST: "old.example:8080",
    NEW_BRAND_HOST: "new.example:8081",
  });
  expect(newBrandAddress("old.example:8080", "/x", "http")).toBe("http://new.example:8081/x");
  expect(newBrandAddress("old.example", "/x", "http")).toBeNull();
  vi.unstubAllEnvs();
  const any = await brand({ OLD_BRAND_HOST: "old.example", NEW_BRAND_HOST: "new.example" });
  expect(any.newBrandAddress("old.example:8443", "/x")).toBe("https://new.example/x");
});

test("SESS-37 versions are compared part by part, as numbers", () => {
  expect(isNewer("1.30.0", "1.29.0")).toBe(true);
  expect(isNewer("1.100.0", "1.29.0")).toBe(true);
  expect(isNewer("2", "1.29.0")).toBe(true);
  expect(isNewer("1.29.0.1", "1.29.0")).toBe(true);
  expect(isNewer("1.29.0", "1.29.0")).toBe(false);
  expect(isNewer("1.29", "1.29.0")).toBe(false);
  expect(isNewer("1.3.0", "1.29.0")).toBe(false);
  expect(isNewer("nonsense", "1.29.0")).toBe(false);
});

describe("the menu", () => {
  const flags = (...on: string[]) =>
    Object.fromEntries(flagNames.map((name) => [name, on.includes(name)])) as Flags;

  test("SHELL-13 SHELL-16 shows an entry only with all its flags", () => {
    expect(menuOf(flags(), everyRight)).toEqual([]);
    expect(menuOf(flags("qbAccessEnabled"), everyRight).map((entry) => entry.external)).toEqual([
      "questionBank",
    ]);
    expect(menuOf(flags("edgeVacancyListEnabled"), everyRight)).toEqual([]);
    expect(menuOf(flags("edgeAtsRequestsEnabled"), new Set()), "PERM-66").toEqual([]);
    const both = menuOf(flags("edgeVacancyListEnabled", "oldEdgeFeaturesEnabled"), everyRight);
    expect(both.map((entry) => entry.path)).toEqual(["vacancies"]);
  });

  test("SHELL-14 an entry leads to the area's first accessible screen if its list is not", async () => {
    const right = (...held: string[]) => new Set(held) as unknown as Rights;
    const to = (rights: Rights, ...on: string[]) => menuOf(flags(...on), rights).map((entry) => entry.to);
    const all = ["edgeUserListEnabled", "edgeUserCreationEnabled", "edgeUserBulkUploadEnabled"];
    expect(to(right("org:createUser"), ...all)).toEqual(["users/create"]);
    expect(to(right("org:createUser"), "edgeUserListEnabled", "edgeUserBulkUploadEnabled")).toEqual([
      "users/upload",
    ]);
    expect(to(right("org:createUser", "org:listUser somewhere"), ...all)).toEqual(["users"]);
    expect(to(right("org:createUser"), "edgeUserCreationEnabled"), "without the area's flag").toEqual([]);
    expect(to(right("org:viewUser somewhere"), ...all)).toEqual([]);
    // A customer starts with an accessible list.
    const begin = (...on: string[]) => firstEntry(menuOf(flags(...on), right("org:createUser")))?.to;
    expect(begin(...all)).toBe("users/create");
    expect(begin(...all, "edgeHierarchyListEnabled")).toBe("departments");
  });

  test("SHELL-06 without Today a customer starts at the first entry inside the console; without one there is no page", () => {
    const firstOf = (...on: string[]) => firstEntry(menuOf(flags(...on), everyRight))?.to;
    expect(firstOf("talentHubAccessEnabled", "edgeAtsRequestsEnabled")).toBe("ats-requests");
    expect(firstOf(...flagNames)).toBe("vacancies");
    expect(firstOf("talentHubAccessEnabled", "qbAccessEnabled")).toBeUndefined();
  });

  const wordsOf = (entries: ReturnType<typeof menuOf>) =>
    entries.map(({ label }) => label((texts) => translator(texts, "en-GB")));

  test.each(menuFlags)(
    "SHELL-13 $name shows with its flags, and without any of them it does not",
    ({ name, flags: needed }) => {
      const hint = "SHELL-13 in docs/requirements/shell.md and the area in app/areas name other flags";
      expect(wordsOf(menuOf(flags(...needed), everyRight)), hint).toContain(name);
      for (const one of needed)
        expect(
          wordsOf(menuOf(flags(...needed.filter((flag) => flag !== one)), everyRight)),
          hint,
        ).not.toContain(name);
    },
  );

  test("SHELL-12 SHELL-13 keeps its order, and no entry is without its flags in the requirements", () => {
    const entries = menuOf(flags(...flagNames), everyRight);
    const words = wordsOf(entries);
    expect(
      menuFlags.map(({ name }) => name).sort(),
      "SHELL-13 in docs/requirements/shell.md lacks an entry of SHELL-12",
    ).toEqual([...menuOrder].sort());
    const isThere = entries.some(({ external }) => external === "talentHub");
    const hint = "app/areas/index.ts is not in the order of SHELL-12 in docs/requirements/shell.md";
    expect(words, hint).toEqual(menuOrder.filter((name) => name !== "Talent Hub" || isThere));
    expect(words).toContain("Customers");
  });
});
