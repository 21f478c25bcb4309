import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstMissingRight, type Places } from "../../../regional-api/areas/permissions/delegation";
import { Grants, type PolicyStatement, type Target } from "../../../regional-api/core/policy";

/** Customer c1 of organisation o1 has a root, a, b below a, and z; c2 of o2 has its own root. */
const paths: Record<string, Record<string, readonly string[]>> = {
  c1: { root: ["root"], a: ["root", "a"], b: ["root", "a", "b"], z: ["root", "z"] },
  c2: { root2: ["root2"], y: ["root2", "y"] },
};
const places: Places = {
  customer: (id) =>
    id === "c1"
      ? { awsRegion: "r1", organizationId: "o1", rootHierarchyId: "root" }
      : id === "c2"
        ? { awsRegion: "r2", organizationId: "o2", rootHierarchyId: "root2" }
        : undefined,
  department: (id) =>
    Object.entries(paths).flatMap(([customerId, nodes]) => {
      const hierarchyPath = nodes[id];
      return hierarchyPath ? [{ customerId, hierarchyPath }] : [];
    })[0],
};

/** All departments, a future one in each customer, and future customers in known and unknown places. */
const targets: Target[] = [
  ...Object.entries(paths).flatMap(([customerId, nodes]) =>
    Object.values(nodes)
      .flatMap((path) => [path, [...path, "to-come"]])
      .map((hierarchyPath) => ({
        awsRegion: customerId === "c1" ? "r1" : "r2",
        organizationId: customerId === "c1" ? "o1" : "o2",
        customerId,
        hierarchyPath,
      })),
  ),
  ...["r1", "r2", "r-new"].flatMap((awsRegion) =>
    ["o1", "o2", "o-new"].map((organizationId) => ({
      awsRegion,
      organizationId,
      customerId: "c-new",
      hierarchyPath: ["root-new"],
    })),
  ),
];
/** A customer that policies name but that does not exist. */
const unnamed: Target[] = ["r1", "r2", "r-new"].flatMap((awsRegion) =>
  ["o1", "o2", "o-new"].map((organizationId) => ({
    awsRegion,
    organizationId,
    customerId: "c9",
    hierarchyPath: ["root-new"],
  })),
);
const codes = ["org:list", "org:edit", "org:to-come", "apps:list", "apps:to-come", "new:list"];
const universe = targets.flatMap((target) => codes.map((code) => ({ code, target })));

const action = fc.constantFrom("*", "org:*", "apps:*", "org:list", "org:edit", "apps:list");
const resource = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("*", "not a resource") },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom("*", "*", "org", "apps"),
        fc.constantFrom("*", "r1", "r2"),
        fc.constantFrom("*", "o1", "o2"),
        fc.constantFrom("*", "c1", "c2", "c9"),
        fc.constantFrom("*", "root", "a", "b", "z", "root2", "y"),
      )
      .map((parts) => `edge:${parts.join(":")}`),
  },
);
const statement: fc.Arbitrary<PolicyStatement> = fc.record({
  effect: fc.constantFrom("Allow", "Allow", "Allow", "Deny"),
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  resources: fc.array(resource, { minLength: 1, maxLength: 3 }),
});
const statements = (maxLength: number) => fc.array(statement, { maxLength });
const grants = (...lists: PolicyStatement[][]) => new Grants(lists.flat(), "edge");
/** Holders with many rights, so that a good share of the attempts is accepted. */
const holders = fc
  .tuple(
    statements(3),
    fc.constantFrom<PolicyStatement[][]>(
      [],
      [{ effect: "Allow", actions: ["*"], resources: ["edge:*:*:*:c1:*"] }],
      [{ effect: "Allow", actions: ["*"], resources: ["*"] }],
    ),
  )
  .map((lists) => lists.flat());
const runs = { numRuns: 3_000 };

describe("GRP-53 PERM-60 USER-86 people cannot give or take away more than they hold", () => {
  test("an accepted change gives no one a right that the giver lacks, and takes none away either", () => {
    let accepted = 0;
    fc.assert(
      fc.property(holders, statements(2), statements(2), (held, given, receivers) => {
        const holder = grants(held);
        if (firstMissingRight(holder, grants(given), places) !== undefined) return;
        if (given.length > 0) accepted += 1;
        const [without, with_] = [grants(receivers), grants(receivers, given)];
        for (const { code, target } of universe) {
          // Both directions at once: adding the given policies and, reversed, removing them.
          if (without.allows(code, target) !== with_.allows(code, target)) {
            expect(holder.allows(code, target)).toBe(true);
          }
        }
      }),
      runs,
    );
    expect(accepted).toBeGreaterThan(300);
  });

  test("a refusal names a right that is in the policies and that the holder lacks", () => {
    fc.assert(
      fc.property(holders, statements(2), (held, given) => {
        const [holder, policies] = [grants(held), grants(given)];
        const beyond = firstMissingRight(holder, policies, places);
        if (beyond === undefined) return;
        if (beyond === "unknown") throw new Error("small policies must be decidable");
        const spoken = grants(given.map((one) => ({ ...one, effect: "Allow" as const })));
        expect(spoken.allows(beyond.code, beyond.target)).toBe(true);
        expect(holder.allows(beyond.code, beyond.target)).toBe(false);
      }),
      runs,
    );
  });

  test("everyone may pass on their own rights, unless something is denied to them", () => {
    fc.assert(
      fc.property(statements(3), (held) => {
        const allowed = held.filter(({ effect }) => effect === "Allow");
        expect(firstMissingRight(grants(allowed), grants(allowed), places)).toBeUndefined();
      }),
      runs,
    );
  });

  test("ORG-44 holding a wildcard on an organisation is a right like any other", () => {
    fc.assert(
      fc.property(holders, statements(2), (held, given) => {
        const [holder, policies] = [grants(held), grants(given)];
        if (firstMissingRight(holder, policies, places) !== undefined) return;
        for (const organization of [undefined, "o1", "o2", "o-new", "*"]) {
          if (policies.hasWildcard(organization)) expect(holder.hasWildcard(organization)).toBe(true);
        }
      }),
      runs,
    );
  });
});

/** Reference implementation of `Grants.allows` that checks every resource. */
function allowsByEach(all: readonly PolicyStatement[], code: string, target: Target): boolean {
  const covers = ({ actions, resources }: PolicyStatement) =>
    actions.some(
      (one) => one === "*" || one === code || (one.endsWith(":*") && code.startsWith(one.slice(0, -1))),
    ) &&
    resources.some((text) => {
      if (text === "*") return true;
      const [prefix, ...parts] = text.split(":");
      const values = [code.split(":")[0], target.awsRegion, target.organizationId, target.customerId];
      const isPlace = values.every((value, at) => parts[at] === "*" || parts[at] === value);
      const id = parts[4] ?? "";
      return prefix === "edge" && isPlace && (id === "*" || target.hierarchyPath.includes(id));
    });
  const some = (effect: string) => all.some((one) => one.effect === effect && covers(one));
  return some("Allow") && !some("Deny");
}

describe("every shortcut gives the same answer as checking every right", () => {
  const withUnknown = fc
    .tuple(resource, fc.boolean())
    .map(([text, isUnknown]) => (isUnknown ? text.replace(/:(root|a)$/, ":nowhere") : text));
  const some = fc.array(
    fc.record({
      effect: fc.constantFrom("Allow", "Allow", "Allow", "Deny"),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      resources: fc.array(withUnknown, { minLength: 1, maxLength: 6 }),
    }) satisfies fc.Arbitrary<PolicyStatement>,
    { maxLength: 3 },
  );

  test("of one right", () => {
    fc.assert(
      fc.property(some, fc.constantFrom(...universe), (held, { code, target }) => {
        expect(grants(held).allows(code, target)).toBe(allowsByEach(held, code, target));
      }),
      runs,
    );
  });

  test("of all rights", () => {
    let refused = 0;
    const count = { numRuns: 2_000 };
    fc.assert(
      fc.property(
        fc.tuple(holders, some).map((lists) => lists.flat()),
        some,
        (held, given) => {
          // An unknown department counts as one more in each customer it is named with.
          const naming = [...held, ...given].flatMap(({ resources }) =>
            resources.filter((text) => text.endsWith(":nowhere")).map((text) => text.split(":")[4]),
          );
          const unknown = [...targets, ...unnamed]
            .filter(({ customerId }) => naming.includes("*") || naming.includes(customerId))
            .map((target) => ({ ...target, hierarchyPath: ["nowhere"] }));
          const spoken = given.map((one) => ({ ...one, effect: "Allow" as const }));
          const beyond = [...targets, ...unnamed, ...unknown].flatMap((target) =>
            codes
              .map((code) => ({ code, target }))
              .filter(
                (right) =>
                  allowsByEach(spoken, right.code, right.target) &&
                  !allowsByEach(held, right.code, right.target),
              ),
          );
          if (beyond.length > 0) refused += 1;
          expect(firstMissingRight(grants(held), grants(given), { ...places }) === undefined).toBe(
            beyond.length === 0,
          );
        },
      ),
      count,
    );
    expect(refused).toBeGreaterThan(count.numRuns / 10);
    expect(refused).toBeLessThan((count.numRuns * 9) / 10);
  });
});

describe("by example", () => {
  const allow = (actions: string[], ...resources: string[]): PolicyStatement => ({
    effect: "Allow",
    actions,
    resources,
  });
  const admin = grants([allow(["org:*"], "edge:org:r1:o1:c1:root")]);
  const mayGive = (...given: PolicyStatement[]) =>
    firstMissingRight(admin, grants(given), places) === undefined;

  test.each([
    ["the same on a department below", allow(["org:list"], "edge:org:r1:o1:c1:b"), true],
    ["the same on the whole customer, written with a wildcard", allow(["org:*"], "edge:org:*:*:c1:*"), true],
    ["everything of the service only", allow(["*"], "edge:org:r1:o1:c1:*"), true],
    ["another service", allow(["apps:list"], "edge:apps:r1:o1:c1:b"), false],
    ["everything on the customer", allow(["*"], "edge:*:r1:o1:c1:root"), false],
    ["another customer", allow(["org:list"], "edge:org:r2:o2:c2:root2"), false],
    ["all customers of the organisation", allow(["org:list"], "edge:org:*:o1:*:*"), false],
    ["everything everywhere", allow(["*"], "*"), false],
    ["nothing, by an unreadable resource", allow(["*"], "everything"), true],
    [
      "a Deny of what is held",
      { ...allow(["org:list"], "edge:org:r1:o1:c1:b"), effect: "Deny" as const },
      true,
    ],
    ["a Deny of more", { ...allow(["*"], "*"), effect: "Deny" as const }, false],
  ])("%s", (_what, given, expected) => {
    expect(mayGive(given)).toBe(expected);
  });

  test("a right denied below cannot be given above", () => {
    const limited = grants([
      allow(["org:*"], "edge:org:r1:o1:c1:root"),
      { ...allow(["org:edit"], "edge:org:r1:o1:c1:b"), effect: "Deny" },
    ]);
    const beyond = (resource: string) =>
      firstMissingRight(limited, grants([allow(["org:edit"], resource)]), places);
    expect(beyond("edge:org:r1:o1:c1:z")).toBeUndefined();
    expect(beyond("edge:org:r1:o1:c1:a")).toMatchObject({ code: "org:edit" });
  });

  test("a name equal to the placeholder for future departments covers only itself", () => {
    const holder = grants([allow(["*"], "edge:*:~:~:~:~", "edge:*:*:~~:~~:*")]);
    expect(firstMissingRight(holder, grants([allow(["*"], "*")]), places)).toBeDefined();
  });

  /** CPU time, which other processes on the machine do not affect. */
  const busyMs = (work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };

  test("GEN-40 policies crafted to be slow are refused in time", () => {
    const many = Array.from({ length: 400 }, (_, at) => `edge:*:region-${at}:org-${at}:*:node-${at}`);
    const everything = grants([allow(["*"], "*")]);
    const took = busyMs(() =>
      expect(firstMissingRight(everything, grants([allow(["*"], ...many, "*")]), { ...places })).toBe(
        "unknown",
      ),
    );
    expect(took).toBeLessThan(1_000);
  });

  test("GEN-40 the checks of a request share one budget", () => {
    const many = Array.from({ length: 400 }, (_, at) => `edge:*:region-${at}:org-${at}:*:node-${at}`);
    const own = { ...places };
    const checks = (...resources: string[]) =>
      firstMissingRight(grants([allow(["*"], "*")]), grants([allow(["*"], ...resources)]), own);
    expect(checks(...many.slice(0, 100))).toBeUndefined();
    expect(checks(...many, "*")).toBe("unknown");
    expect(checks(...many.slice(0, 100))).toBe("unknown");
    // A list's many small checks still succeed.
    expect(checks("*")).toBeUndefined();
  });

  describe("GEN-40 a customer with 3,000 departments", () => {
    const ids = Array.from({ length: 3_000 }, (_, at) => `node-${at}`);
    const pathOf = (at: number): string[] => [
      ...(at === 0 ? [] : pathOf(Math.floor((at - 1) / 6))),
      `node-${at}`,
    ];
    const known = new Map(ids.map((id, at) => [id, { customerId: "c1", hierarchyPath: pathOf(at) }]));
    const large = (): Places => ({
      customer: () => ({ awsRegion: "r1", organizationId: "o1", rootHierarchyId: "node-0" }),
      department: (id) => known.get(id),
    });
    const services = ["edge", "ti", "apps", "org", "fi", "si", "ats"];
    const on = (some: readonly string[]) =>
      services.map((service) =>
        allow(
          ["list", "edit", "view"].map((action) => `${service}:${action}`),
          ...some.map((id) => `edge:${service}:r1:o1:c1:${id}`),
        ),
      );

    test.each([
      ["all of them, given by who has the root", on(["node-0"]), on(ids), undefined],
      ["all of them, given by who has each", on(ids), on(ids), undefined],
      [
        "all of them, with one right that the giver lacks on one",
        on(ids.slice(1)),
        on(ids),
        expect.anything(),
      ],
      ["the root, 9,000 times", on(["node-0"]), on(Array<string>(9_000).fill("node-0")), undefined],
      ["a Deny of all", on(ids), on(ids).map((one) => ({ ...one, effect: "Deny" as const })), undefined],
    ])("%s", (_what, held, given, expected) => {
      const [holder, policies] = [grants(held), grants(given)];
      const took = busyMs(() => expect(firstMissingRight(holder, policies, large())).toEqual(expected));
      expect(took).toBeLessThan(1_000);
    });
  });
});
