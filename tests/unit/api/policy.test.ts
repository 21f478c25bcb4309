import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Grants, type PolicyStatement } from "../../../regional-api/core/policy";

const target = { awsRegion: "r", organizationId: "o", customerId: "c", hierarchyPath: ["root", "a", "b"] };
const allow = (actions: string[], ...resources: string[]): PolicyStatement => ({
  effect: "Allow",
  actions,
  resources,
});
const deny = (actions: string[], ...resources: string[]): PolicyStatement => ({
  effect: "Deny",
  actions,
  resources,
});
const grants = (...statements: PolicyStatement[]) => new Grants(statements, "edge");

describe("PERM-57 PERM-58 a resource", () => {
  test.each([
    ["edge:org:r:o:c:b", true],
    ["edge:org:r:o:c:root", true],
    ["edge:org:*:o:*:*", true],
    ["edge:*:r:o:c:*", true],
    ["*", true],
    ["edge:apps:r:o:c:b", false],
    ["other:org:r:o:c:b", false],
    ["edge:org:q:o:c:b", false],
    ["edge:org:r:p:c:b", false],
    ["edge:org:r:o:d:b", false],
    ["edge:org:r:o:c:sibling", false],
    ["r:o:c:b", false],
    ["edge:org:r:o:c:b:more", false],
    ["edge:org:r:o:c:", false],
    ["", false],
  ])("%s covers the target: %s", (resource, expected) => {
    expect(grants(allow(["org:listUser"], resource)).allows("org:listUser", target)).toBe(expected);
  });

  test("PERM-13 covers the department and those below, never those above", () => {
    const held = grants(allow(["org:listUser"], "edge:org:r:o:c:a"));
    const at = (...hierarchyPath: string[]) => held.allows("org:listUser", { ...target, hierarchyPath });
    expect([at("root"), at("root", "a"), at("root", "a", "b"), at("root", "z")]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("an action", () => {
  test.each([
    ["org:listUser", true],
    ["org:*", true],
    ["*", true],
    ["org:list*", false],
    ["org", false],
    ["apps:*", false],
    ["org:viewUser", false],
    ["orgX:*", false],
  ])("%s grants org:listUser: %s", (action, expected) => {
    expect(grants(allow([action], "*")).allows("org:listUser", target)).toBe(expected);
  });
});

describe("POL-27 together", () => {
  test("rights add up and Deny beats Allow, in any order", () => {
    const statements = [
      allow(["org:listUser"], "edge:org:r:o:c:*"),
      allow(["org:viewUser"], "edge:org:r:o:c:*"),
      deny(["org:viewUser"], "edge:org:r:o:c:a"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(statements, { minLength: 3 }), (shuffled) => {
        const held = grants(...shuffled);
        return (
          held.allows("org:listUser", target) &&
          !held.allows("org:viewUser", target) &&
          held.allows("org:viewUser", { ...target, hierarchyPath: ["root"] })
        );
      }),
    );
  });

  test("no statement grants nothing, and neither does a lone Deny", () => {
    expect(grants().allows("org:listUser", target)).toBe(false);
    expect(grants(deny(["*"], "*")).allows("org:listUser", target)).toBe(false);
  });
});

describe("ORG-44 a wildcard", () => {
  const staff = grants(allow(["*"], "edge:*:*:*:*:*"));
  const partner = grants(allow(["*"], "edge:*:*:o:*:*"));

  test("of all organisations, or of one", () => {
    expect([
      staff.hasWildcard(),
      staff.hasWildcard("o"),
      staff.hasWildcard("p"),
      staff.hasWildcard("*"),
    ]).toEqual(Array(4).fill(true));
    expect([partner.hasWildcard(), partner.hasWildcard("o")]).toEqual([true, true]);
    expect([partner.hasWildcard("p"), partner.hasWildcard("*")]).toEqual([false, false]);
  });

  test.each([
    [["org:*"], "edge:*:*:o:*:*"],
    [["*"], "edge:org:*:o:*:*"],
    [["*"], "edge:*:r:o:*:*"],
    [["*"], "edge:*:*:o:c:*"],
    [["*"], "edge:*:*:o:*:h"],
  ])("is not %j on %s", (actions, resource) => {
    expect(grants(allow(actions, resource)).hasWildcard("o")).toBe(false);
  });

  test("is removed by a Deny of the same breadth", () => {
    expect(grants(allow(["*"], "*"), deny(["*"], "edge:*:*:o:*:*")).hasWildcard("o")).toBe(false);
    expect(grants(allow(["*"], "*"), deny(["*"], "edge:*:*:o:*:*")).hasWildcard("p")).toBe(true);
  });
});

test("an unused right need not be granted", () => {
  const held = grants(allow(["org:listUser"], "edge:org:r:o:c:b"));
  expect(held.reaches({ organizationId: "o" })).toBe(true);
  expect(held.reaches({ organizationId: "o", customerId: "d" })).toBe(false);
  expect(held.reaches({ organizationId: "o", awsRegion: "q", customerId: "c" })).toBe(false);
  expect(held.allowsWithin("org:listUser", "o")).toBe(true);
  expect(held.allowsWithin("org:viewUser", "o")).toBe(false);
  expect(held.organizationIds()).toEqual(new Set(["o"]));
  expect(grants(allow(["x"], "*")).organizationIds()).toBeUndefined();
});
