import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "~/services/regional-api.server";
import Users, { loader } from "~/routes/users/list";
import { screenAt, text } from "./render";

const groups = vi.hoisted(() => ({ fail: false, others: 0, named: [] as string[][] }));
/** The groups by which users were requested. */
const requests = vi.hoisted((): string[][] => []);

vi.mock("~/services/guard.server", () => ({
  consoleLoader: (_gate: object, load: object) => load,
  consoleAction: () => ({ intents: [] }),
}));
vi.mock("~/models/users/user.server", async (original) => ({
  ...(await original<object>()),
  getUsers: (_api: object, { groupIds }: { groupIds: string[] }) =>
    requests.push(groupIds) &&
    Promise.resolve({ data: [], pagination: { totalItems: 0, totalPages: 0, currentPage: 1, pageSize: 30 } }),
}));
vi.mock("~/models/groups/group.server", () => ({
  getGroupOptions: (_api: object, { ids }: { ids?: string[] }) => {
    if (ids) groups.named.push(ids);
    if (groups.fail || ids?.includes("broken"))
      return Promise.reject(new ApiError("UNEXPECTED", "no", "eu-west-1", "ORGGetGroups"));
    const all = [
      { value: "g1", label: "Admins", usersCount: 1 },
      ...Array.from({ length: groups.others }, (_, n) => ({ value: `o${n}`, label: `O${n}`, usersCount: 0 })),
    ];
    const others = [
      { value: "y", label: "Admins", usersCount: 2 },
      { value: "z", label: "Zoo keepers", usersCount: 2 },
    ];
    return Promise.resolve(ids ? others.filter(({ value }) => ids.includes(value)) : all);
  },
}));
vi.mock("~/services/errors.server", () => ({ reportError: () => undefined }));

beforeEach(() => void Object.assign(groups, { fail: false, others: 0, named: [] }));

/** A list without rows at an address, as rendered by the server. */
const empty = (which: "list" | "archive", search: string) =>
  screenAt(`/base/users${which === "archive" ? "/archive" : ""}${search}`, Users, loader, {
    api: { query: () => Promise.resolve({ CommonGetSavedViews: [] }) },
  });

it.each([
  ["list", "?search=a&sort=email&order=asc&page=4", "/base/users?sort=email&order=asc"],
  ["list", "?groupIds=g1&groupIds=g2", "/base/users"],
  ["archive", "?search=a&size=50", "/base/users/archive?size=50"],
  ["archive", "?groupIds=g1", "/base/users/archive"],
] as const)(
  "USER-21 USER-36 the empty %s at %j says so and leads to it without filters",
  async (which, search, to) => {
    for (const fail of [false, true]) {
      groups.fail = fail;
      const html = await empty(which, search);
      expect(text(html)).toContain("No results found. Try removing some filters. Clear all filters");
      expect(/href="([^"]*)"[^>]*>Clear all filters/.exec(html)?.[1]).toBe(to);
    }
  },
);

it.each(["list", "archive"] as const)(
  "SHELL-65 the %s names unknown groups, and leaves them out of its request",
  async (which) => {
    const html = await empty(which, "?groupIds=g1&groupIds=gone&sort=email");
    const path = which === "list" ? "/base/users" : "/base/users/archive";
    expect(text(html)).toContain("Left out of the list: gone");
    expect(html).toContain(`<a href="${path}?groupIds=g1&sort=email">Clear these filters</a>`);
    expect(requests.at(-1)).toEqual(["g1"]);
    // While the groups cannot be loaded, none is reported as unknown.
    groups.fail = true;
    expect(text(await empty(which, "?groupIds=gone"))).not.toContain("Left out");
    expect(requests.at(-1)).toEqual(["gone"]);
  },
);

it("SHELL-65 with more groups than are offered those in the address are shown, and unknown ones are named", async () => {
  groups.others = 499;
  const html = await empty("list", "?groupIds=z&groupIds=gone&groupIds=y&groupIds=g1");
  expect(text(html)).toContain("Left out of the list: gone");
  expect(requests.at(-1)).toEqual(["z", "y", "g1"]);
  // Groups of equal names are distinguished by their ids.
  for (const name of ["Admins (…g1)", "Admins (…y)", "Zoo keepers"])
    expect(text(html)).toContain(`Group: ${name} , remove this filter`);
  expect(html).toMatch(/<input(?=[^>]*name="groupIds")(?=[^>]*value="z")(?=[^>]*checked)[^>]*>/);
  // One call, however many are named.
  expect(new Set(groups.named.map(String))).toEqual(new Set(["z,gone,y"]));
  // Groups whose names cannot be loaded stay active and visible.
  const nameless = text(await empty("list", "?groupIds=z&groupIds=broken"));
  expect(nameless).not.toContain("Left out");
  expect(nameless).toContain("Group: z, broken");
  expect(requests.at(-1)).toEqual(["z", "broken"]);
});

it.each(["list", "archive"] as const)(
  "USER-21 USER-36 the %s shows the groups it is filtered by",
  async (which) => {
    const html = await empty(which, "?groupIds=g1");
    expect(html).toMatch(/<input(?=[^>]*name="groupIds")(?=[^>]*value="g1")(?=[^>]*checked)[^>]*>/);
  },
);
