import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { cacheByBranch } from "~/services/route-branch.server";

const shell = "region/:awsRegion/customers/:customerId";
const known: Record<string, { path?: string; index?: boolean; parentId?: string }> = {
  root: { path: "" },
  home: { parentId: "root", index: true },
  login: { parentId: "root", path: "login" },
  elsewhere: { parentId: "root", path: "*" },
  shell: { parentId: "root", path: shell },
  screen: { parentId: "shell" },
  first: { parentId: "screen", index: true },
  list: { parentId: "screen", path: "customers", index: true },
  archive: { parentId: "screen", path: "customers/archive" },
  vacancy: { parentId: "screen", path: "vacancies/:vacancyId" },
  create: { parentId: "screen", path: "vacancies/create" },
  unknown: { parentId: "screen", path: "*" },
};
const routes = Object.fromEntries(Object.entries(known).map(([id, route]) => [id, { id, ...route }]));
const build = { routes, assets: { routes, version: "1" } } as unknown as ServerBuild;
const branchOf = cacheByBranch(build, ({ routes, assets }) => {
  expect(Object.keys(assets.routes)).toEqual(Object.keys(routes));
  expect(assets.version).toBe("1");
  return Object.keys(routes).sort().join(" ");
});
const base = "/region/eu-west-1/customers/0123";

test.each([
  ["/", "home root"],
  ["/login", "login root"],
  ["/no/such/page", "elsewhere root"],
  [base, "first root screen shell"],
  [`${base}/`, "first root screen shell"],
  [`${base}/customers`, "list root screen shell"],
  [`${base}/customers/archive`, "archive root screen shell"],
  [`${base}/vacancies/create`, "create root screen shell"],
  [`${base}/vacancies/42`, "root screen shell vacancy"],
  [`${base}/nothing/here`, "root screen shell unknown"],
])("%s is handled by its branch only: %s", (path, branch) => {
  expect(branchOf(path)).toBe(branch);
  expect(branchOf(path)).toBe(branch);
});

test("a script's data request gets the branch of its page", () => {
  expect(branchOf("/_root.data")).toBe(branchOf("/"));
  expect(branchOf("/login.data")).toBe(branchOf("/login"));
  expect(branchOf(`${base}/vacancies/create.data`)).toBe(branchOf(`${base}/vacancies/create`));
});

test("an endless number of addresses is evicted, and all answers stay correct", () => {
  for (let n = 0; n < 2500; n += 1) expect(branchOf(`${base}/vacancies/${n}`)).toContain("vacancy");
  expect(branchOf("/login")).toBe("login root");
});
