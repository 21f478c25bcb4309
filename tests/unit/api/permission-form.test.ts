import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  policyOf,
  readPolicy,
  scopesOf,
  formProblem,
  type PermissionForm,
  wildcardRulesOf,
  type PermissionRule,
} from "../../../regional-api/areas/permissions/permission-form";
import {
  codesOf,
  labelsGranted,
  permissionCodes,
  roleTemplates,
  sectionActions,
} from "../../../regional-api/core/permissions";
import { Grants, type PolicyStatement, type Target } from "../../../regional-api/core/policy";

const prefix = "edge";
const home = { awsRegion: "ap-southeast-2", organizationId: "o", customerId: "c1", hierarchyId: "root-c1" };
const labels = Object.values(sectionActions).flat();

/** Actions after a round trip: plus every action whose codes are all among theirs (PERM-55). */
const closed = (actions: readonly string[]) =>
  labelsGranted(actions.flatMap((label) => codesOf(label) ?? []));

const actions = fc.uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 12 }).map(closed);
const departments = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 });
const customerRows = fc.oneof(
  fc.constant([{ awsRegion: "*", organizationId: "o", customerId: "*", hierarchyIds: ["*"] }]),
  fc.uniqueArray(fc.constantFrom("c1", "c2", "c3"), { minLength: 1 }).chain((ids) =>
    fc.tuple(
      ...ids.map((customerId) =>
        departments.map((names) => ({
          awsRegion: customerId === "c3" ? "eu-west-1" : "ap-southeast-2",
          organizationId: "o",
          customerId,
          hierarchyIds: names.map((name) => `${name}-${customerId}`),
        })),
      ),
    ),
  ),
);
const rule: fc.Arbitrary<PermissionRule> = fc.record({ customers: customerRows, actions });
const whole = {
  awsRegion: home.awsRegion,
  organizationId: "o",
  customerId: "c1",
  hierarchyIds: [home.hierarchyId],
};
const basic: fc.Arbitrary<PermissionRule> = fc.oneof(
  fc.constant({ customers: [whole], actions: [] }),
  fc.record({
    customers: departments.map((names) => [{ ...whole, hierarchyIds: names.map((name) => `${name}-c1`) }]),
    actions,
  }),
);
const form: fc.Arbitrary<PermissionForm> = fc.record({ basic, advanced: fc.array(rule, { maxLength: 5 }) });

const target = (scope: {
  awsRegion: string;
  organizationId: string;
  customerId: string;
  hierarchyId: string;
}): Target => {
  const named = (part: string, instead: string) => (part === "*" ? instead : part);
  return {
    awsRegion: named(scope.awsRegion, "us-east-1"),
    organizationId: scope.organizationId,
    customerId: named(scope.customerId, "c9"),
    hierarchyPath: [named(scope.hierarchyId, "root-c9")],
  };
};

describe("the permission tabs' form and its statements", () => {
  test("PERM-59 PERM-55 PERM-57 saved rules are read back unchanged", () => {
    fc.assert(
      fc.property(form, (saved) => {
        const { form: read, kept, isWildcard } = readPolicy(policyOf(saved, [], prefix), home, prefix);
        expect(read).toEqual(saved);
        expect(kept).toEqual([]);
        expect(isWildcard).toBe(false);
      }),
    );
  });

  test("PERM-58 PERM-59 each statement is of one service, an Allow, on resources of the product and that service", () => {
    fc.assert(
      fc.property(form, (saved) => {
        for (const { effect, actions: codes, resources, rule: number } of policyOf(saved, [], prefix)) {
          const services = new Set(codes.map((code) => code.split(":")[0]));
          expect([effect, services.size]).toEqual(["Allow", 1]);
          for (const text of resources) expect(text.startsWith(`edge:${[...services].join()}:`)).toBe(true);
          const rules = policyOf(saved, [], prefix).filter((one) => one.rule === number);
          expect(
            rules.filter((one) => one.actions[0]?.split(":")[0] === codes[0]?.split(":")[0]),
          ).toHaveLength(1);
        }
      }),
    );
  });

  test("PERM-13 POL-27 the form grants exactly its ticked actions", () => {
    fc.assert(
      fc.property(form, fc.constantFrom(...permissionCodes), (saved, code) => {
        const grants = new Grants(policyOf(saved, [], prefix), prefix);
        const rules = [saved.basic, ...saved.advanced];
        for (const scope of rules.flatMap(({ customers }) => scopesOf(customers))) {
          const at = target(scope);
          const said = rules.some(
            ({ customers, actions: chosen }) =>
              chosen.some((label) => codesOf(label)?.includes(code as never)) &&
              scopesOf(customers).some(
                ({ customerId, hierarchyId }) =>
                  customerId === "*" ||
                  (customerId === at.customerId && at.hierarchyPath.includes(hierarchyId)),
              ),
          );
          expect(grants.allows(code, at)).toBe(said);
        }
        expect(grants.allows(code, { ...target(home), organizationId: "other" })).toBe(false);
      }),
    );
  });

  test("POL-25 PERM-57 Deny, wildcards, codes without a label and other organisations are kept as they were", () => {
    const odd: PolicyStatement[] = [
      { effect: "Deny", actions: ["org:editUser"], resources: ["edge:org:ap-southeast-2:o:c1:root-c1"] },
      { effect: "Allow", actions: ["org:*"], resources: ["edge:org:ap-southeast-2:o:c1:root-c1"] },
      {
        effect: "Allow",
        actions: ["apps:createApplication"],
        resources: ["edge:apps:ap-southeast-2:o:c1:x"],
      },
      { effect: "Allow", actions: ["ti:access"], resources: ["edge:*:*:o:*:*"] },
      { effect: "Allow", actions: ["org:listUser"], resources: ["edge:org:eu-west-1:other:c9:root-c9"] },
      { effect: "Allow", actions: ["org:listUser"], resources: ["edge:org:*:other:*:*"] },
    ];
    fc.assert(
      fc.property(form, fc.shuffledSubarray(odd), (saved, others) => {
        const read = readPolicy(policyOf(saved, others, prefix), home, prefix);
        expect(read).toMatchObject({ form: saved, isWildcard: false });
        expect(new Set(read.kept)).toEqual(new Set(others));
        expect(readPolicy(policyOf(read.form, read.kept, prefix), home, prefix)).toEqual(read);
      }),
    );
  });

  test("PERM-56 POL-25 replacing a wildcard keeps Deny and unlabelled codes unchanged", () => {
    const everything: PolicyStatement = { effect: "Allow", actions: ["*"], resources: ["edge:*:*:*:*:*"] };
    const labelled: PolicyStatement = {
      effect: "Allow",
      actions: ["org:editUser"],
      resources: ["edge:org:ap-southeast-2:o:c1:root-c1"],
    };
    const odd: PolicyStatement[] = [
      { effect: "Deny", actions: ["org:editUser"], resources: ["edge:org:ap-southeast-2:o:c1:root-c1"] },
      { effect: "Allow", actions: ["ti:access"], resources: ["edge:*:*:o:*:*"] },
    ];
    const read = readPolicy([everything, labelled, ...odd], home, prefix);
    expect(read).toMatchObject({ isWildcard: true, kept: odd });
    expect(readPolicy([everything], home, prefix).kept).toEqual([]);
  });

  test("PERM-56 a wildcard shows every action", () => {
    for (const resources of [["*"], ["edge:*:*:*:*:*"]]) {
      const { form: read, isWildcard } = readPolicy(
        [{ effect: "Allow", actions: ["*"], resources }],
        home,
        prefix,
      );
      expect(isWildcard).toBe(true);
      expect(read.basic.actions).toEqual(labels);
    }
    const inside = { effect: "Allow" as const, actions: ["*"], resources: ["edge:*:*:o:c1:*"] };
    expect(readPolicy([inside], home, prefix)).toMatchObject({ isWildcard: false, kept: [inside] });
  });

  test("PERM-75 the rights of a wildcard are shown, for named places, as they are evaluated", () => {
    const allowed = (statement: PolicyStatement, place: string) => {
      const [awsRegion = "", organizationId = "", customerId = "", hierarchyId = ""] = place.split(":");
      const grants = new Grants([statement], prefix);
      const target = { awsRegion, organizationId, customerId, hierarchyPath: [hierarchyId] };
      return labels.filter((label) => codesOf(label)?.every((code) => grants.allows(code, target)));
    };
    const place = "ap-southeast-2:o:c1:root-c1";
    for (const actions of [["*"], ["apps:*"], ["apps:*", "org:listUser"], ["edge:access", "org:*"]])
      for (const services of [["*"], ["apps"], ["org", "apps"], ["edge", "org"]]) {
        const resources = services.map((service) => `edge:${service}:${place}`);
        const statement: PolicyStatement = { effect: "Allow", actions, resources };
        const expected = allowed(statement, place);
        const wideRules = wildcardRulesOf([statement], home.organizationId, prefix);
        expect(wideRules.map((rule) => rule.actions)).toEqual(expected.length > 0 ? [expected] : []);
        for (const { customers } of wideRules)
          expect(customers).toMatchObject([{ customerId: "c1", hierarchyIds: ["root-c1"] }]);
      }
    const wide = { effect: "Allow" as const, actions: ["*"] };
    const places = (...resources: string[]) =>
      wildcardRulesOf([{ ...wide, resources }], "o", prefix).flatMap(({ customers }) =>
        customers.map(({ customerId, hierarchyIds }) => [customerId, ...hierarchyIds]),
      );
    expect(places("edge:*:*:o:c1:*")).toEqual([["c1", "*"]]);
    expect(places("edge:*:*:o:*:*")).toEqual([["*", "*"]]);
    // No names: a whole region, another organisation, different actions in places. And a Deny allows nothing.
    expect(places("edge:*:eu-west-1:o:*:*")).toEqual([]);
    expect(places("edge:*:*:other:c9:*")).toEqual([]);
    expect(places(`edge:org:${place}`, "edge:apps:ap-southeast-2:o:c1:below")).toEqual([]);
    const denied = { ...wide, effect: "Deny" as const, resources: [`edge:*:${place}`] };
    expect(wildcardRulesOf([denied], "o", prefix)).toEqual([]);
  });

  test("POL-04 the policies of the templates read as Basic, with the template's actions", () => {
    for (const { actions: own } of roleTemplates) {
      const stored = policyOf({ basic: { customers: [whole], actions: own }, advanced: [] }, [], prefix);
      const unmarked = stored.map(({ effect, actions: codes, resources }) => ({
        effect,
        actions: codes,
        resources,
      }));
      const { form: read } = readPolicy(unmarked, home, prefix);
      expect(read.advanced).toEqual([]);
      expect(new Set(read.basic.actions)).toEqual(new Set(own));
    }
  });
});

test("PERM-20 a stored form with more advanced rules than allowed may keep that many, but get no more", () => {
  const one = { customers: [whole], actions: [labels[0] ?? ""] };
  const formOf = (count: number) => ({
    basic: { customers: [whole], actions: [] },
    advanced: Array.from({ length: count }, () => one),
  });
  expect([20, 21].map((count) => formProblem(formOf(count), home))).toEqual([
    undefined,
    "Add at most 20 advanced rules",
  ]);
  expect([23, 24].map((count) => formProblem(formOf(count), home, 23))).toEqual([
    undefined,
    "Add at most 20 advanced rules",
  ]);
});
