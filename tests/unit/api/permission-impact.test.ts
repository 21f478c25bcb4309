import { describe, expect, test } from "vitest";
import type { Places } from "../../../regional-api/areas/permissions/delegation";
import {
  effectOf,
  type AffectedUsers,
  type Impact,
  type Part,
} from "../../../regional-api/areas/permissions/permission-impact";
import {
  codesOf,
  permissionCodes,
  sectionActions,
  wholeCustomerCodes,
} from "../../../regional-api/core/permissions";
import {
  Grants,
  type PolicyStatement,
  type ResourceScope,
  type Target,
} from "../../../regional-api/core/policy";
import { numbers } from "../../support/numbers";

const prefix = "pf";
const labels = Object.values(sectionActions).flat();

/** Customers with their departments, each list ordered from parent to child. */
const customers = {
  acme: { awsRegion: "r1", organizationId: "org", rootHierarchyId: "acme-root" },
  bank: { awsRegion: "r2", organizationId: "org", rootHierarchyId: "bank-root" },
  other: { awsRegion: "r1", organizationId: "org2", rootHierarchyId: "other-root" },
};
type Customer = keyof typeof customers;
const departments: readonly [Customer, readonly string[]][] = [
  ["acme", ["acme-root"]],
  ["acme", ["acme-root", "north"]],
  ["acme", ["acme-root", "north", "city"]],
  ["acme", ["acme-root", "north", "city", "shop"]],
  ["acme", ["acme-root", "south"]],
  ["bank", ["bank-root"]],
  ["bank", ["bank-root", "desk"]],
  ["other", ["other-root"]],
  ["other", ["other-root", "lab"]],
];
const places: Places = {
  customer: (id) => (Object.hasOwn(customers, id) ? customers[id as Customer] : undefined),
  department: (id) => {
    const found = departments.find(([, path]) => path.at(-1) === id);
    return found && { customerId: found[0], hierarchyPath: found[1] };
  },
};
/** All departments, one more below each, and future customers in every region and organisation. */
const targets: readonly Target[] = [
  ...departments.flatMap(([customerId, hierarchyPath]) =>
    [hierarchyPath, [...hierarchyPath, "new"]].map((path) => ({
      ...customers[customerId],
      customerId,
      hierarchyPath: path,
    })),
  ),
  ...["org", "org2", "org3"].flatMap((organizationId) =>
    ["r1", "r2", "r3"].map((awsRegion) => ({
      ...{ awsRegion, organizationId },
      ...{ customerId: "new", hierarchyPath: ["new-root"] },
    })),
  ),
];

const allow = (actions: string[], ...resources: string[]): PolicyStatement => ({
  effect: "Allow",
  actions,
  resources: resources.map((one) => (one === "*" ? one : `pf:*:${one}`)),
});
const deny = (...rest: Parameters<typeof allow>): PolicyStatement => ({ ...allow(...rest), effect: "Deny" });
const acme = "r1:org:acme:acme-root";
const north = "r1:org:acme:north";
const any = "*:org:*:*";
const view = "org:viewUser";
const action = "User Management - View user details";
const scopeOf = (text: string): ResourceScope => {
  const [awsRegion = "", organizationId = "", customerId = "", hierarchyId = ""] = text.split(":");
  return { awsRegion, organizationId, customerId, hierarchyId };
};

/** The effect of changing one policy on people, given their other groups. */
const impactOf = (
  before: Part,
  after: Part,
  people: readonly { count?: number; others?: readonly Part[] }[],
) =>
  effectOf(
    people.map(({ count = 1, others = [] }) => ({
      count,
      isCallers: false,
      before: [...others, before],
      after: [...others, after],
    })),
    { places, prefix, rules: { before: [before], after: [after] } },
  );
const gained = { action, except: [], isAdded: true, isDenied: false, isCallerAmong: false };
const lost = { ...gained, isAdded: false };

describe("PERM-68 the effect of a change", () => {
  test("a gained action is listed with the number of people who lacked it", async () => {
    expect((await impactOf([], [allow([view], acme)], [{ count: 3 }])).impacts).toEqual([
      { ...gained, scope: scopeOf(acme), people: 3 },
    ]);
  });

  test("the same right in other words is not a change", async () => {
    const before = [allow([view], "r1:org:acme:*")];
    expect((await impactOf(before, [allow(["org:viewUser"], acme)], [{}])).impacts).toEqual([]);
  });

  test("a narrowed right is listed where it is lost, and not where it stays", async () => {
    expect((await impactOf([allow([view], acme)], [allow([view], north)], [{ count: 3 }])).impacts).toEqual([
      { ...lost, scope: scopeOf(acme), except: [scopeOf(north)], people: 3 },
    ]);
  });

  test("a Deny at any customer takes rights only from people who hold them at one", async () => {
    const people = [
      { count: 1, others: [[allow([view], acme)]] },
      { count: 2, others: [[allow([view], north)]] },
      { count: 4 },
    ];
    const { impacts, denied } = await impactOf([], [deny([view], any)], people);
    expect(impacts.filter((impact) => impact.people > 0)).toEqual([
      { ...lost, scope: scopeOf(acme), except: [scopeOf(north)], people: 1 },
      { ...lost, scope: scopeOf(north), people: 3 },
    ]);
    expect(denied).toEqual([0, 1]);
    // Elsewhere the rule is new but has no effect on anyone.
    expect(impacts.filter((impact) => impact.people === 0)).toEqual([
      { ...lost, isDenied: true, scope: scopeOf(any), except: [scopeOf(acme)], people: 0 },
    ]);
  });

  test("a person denied an action by another group gains nothing from an Allow", async () => {
    const denied = { count: 5, others: [[deny([view], any)]] };
    expect((await impactOf([], [allow([view], acme)], [denied])).impacts).toEqual([
      { ...gained, scope: scopeOf(acme), people: 0 },
    ]);
  });

  test("in an empty group only the rules change", async () => {
    expect((await impactOf([], [allow([view], acme)], [])).impacts).toEqual([
      { ...gained, scope: scopeOf(acme), people: 0 },
    ]);
  });

  test("PERM-76 rights that need the whole customer are neither lost nor gained at a department: only the rules change", async () => {
    const people = [{ others: [[allow(["edge:access"], acme)]] }, {}];
    const access = "Portal Access - Access to the console";
    const at = { scope: scopeOf(north), people: 0, action: access };
    expect((await impactOf([], [deny(["edge:access"], north)], people)).impacts).toEqual([
      { ...lost, ...at, isDenied: true },
    ]);
    expect((await impactOf([], [allow(["edge:access"], north)], people)).impacts).toEqual([
      { ...gained, ...at },
    ]);
    // Given at the customer, it is also gained at a department where it was denied.
    expect(
      (await impactOf([], [allow(["edge:access"], acme), deny(["edge:access"], north)], [{}])).impacts[0],
    ).toEqual({
      ...gained,
      scope: scopeOf(acme),
      people: 1,
      action: access,
    });
  });

  test("every action that becomes complete is listed, not only the ticked one", async () => {
    const codes = [...(codesOf("Vacancy & Application Management - Resend link") ?? [])];
    const { impacts } = await impactOf([], [allow(codes, acme)], [{}]);
    expect(impacts.map((impact) => impact.action.replace(/^.* - /, "")).sort()).toEqual([
      "Progress candidate",
      "Resend link",
      "Update candidate status",
      "View application details",
      "View application list",
    ]);
  });

  test("a code that completes no action is listed separately", async () => {
    expect((await impactOf([], [allow(["apps:editApplication"], acme)], [{}])).impacts).toMatchObject([
      { action: "apps:editApplication", people: 1 },
    ]);
  });

  test("the loss of a wildcard is listed for all other customers, along with the loss of provider access", async () => {
    const { impacts } = await impactOf([allow(["*"], "*")], [allow([...permissionCodes], acme)], [{}]);
    expect(impacts.find((impact) => impact.action === action)).toEqual({
      ...lost,
      scope: scopeOf("*:*:*:*"),
      except: [scopeOf(acme)],
      people: 1,
    });
    expect(impacts.filter((impact) => impact.action === "*")).toEqual([
      { ...lost, action: "*", scope: scopeOf("*:*:*:*"), people: 1 },
    ]);
  });
});

function randomChange(seed: number) {
  const { below, one, some, chance } = numbers(seed);
  const place = () => {
    if (chance(0.05)) return "*";
    if (chance(0.2)) return `pf:*:*:${one(["org", "org2", "*"])}:*:*`;
    if (chance(0.05)) return `pf:*:${one(["r1", "r2", "*"])}:${one(["org", "*"])}:*:${one(["*", "north"])}`;
    const [customerId, path] = one(departments);
    const { awsRegion, organizationId } = customers[customerId];
    const part = (named: string) => (chance(0.1) ? "*" : named);
    const hierarchyId = chance(0.1) ? "*" : (path.at(-1) ?? "");
    const scope = [part(awsRegion), part(organizationId), customerId, hierarchyId].join(":");
    return `pf:${one(["*", "*", "org", "apps"])}:${scope}`;
  };
  const act = () => {
    if (chance(0.05)) return ["*"];
    if (chance(0.1)) return [`${one(["apps", "org", "edge"])}:*`];
    return chance(0.5) ? [...(codesOf(one(labels)) ?? [])] : [one(permissionCodes)];
  };
  const statement = (): PolicyStatement => ({
    effect: chance(0.35) ? "Deny" : "Allow",
    actions: [act(), ...some(2, act)].flat(),
    resources: [place(), ...some(2, place)],
  });
  const policy = (): Part => [statement(), ...some(2, statement)];
  const edited = (of: Part): Part => {
    if (chance(0.2)) return [];
    if (chance(0.3)) return of.slice(1);
    if (chance(0.4)) return [...of, statement()];
    return of.map((one) => (chance(0.5) ? { ...one, resources: [...one.resources.slice(1), place()] } : one));
  };
  const pool = [policy(), policy(), policy()];
  const before = chance(0.2) ? [] : policy();
  const after = edited(before);
  const people = Array.from({ length: below(5) }, (_none, at): AffectedUsers => {
    const others = pool.filter(() => chance(0.5));
    return {
      count: 2 ** at,
      isCallers: at === 0,
      before: chance(0.9) ? [...others, before] : others,
      after: chance(0.9) ? [...others, after] : others,
    };
  });
  return { people, rules: { before: [before], after: [after] } };
}

const fits = (part: string, value: string) => part === "*" || part === value;
const isIn = (scope: ResourceScope, target: Target) =>
  fits(scope.awsRegion, target.awsRegion) &&
  fits(scope.organizationId, target.organizationId) &&
  fits(scope.customerId, target.customerId) &&
  (scope.hierarchyId === "*" || target.hierarchyPath.includes(scope.hierarchyId));
const covers = ({ scope, except }: Impact, target: Target) =>
  isIn(scope, target) && !except.some((one) => isIn(one, target));

/** The target a code is evaluated for: some codes apply to a customer with all its departments. */
const countingFor = (code: string, target: Target): Target =>
  (wholeCustomerCodes as ReadonlySet<string>).has(code)
    ? { ...target, hierarchyPath: target.hierarchyPath.slice(0, 1) }
    : target;

/** Returns the number of figures compared and those that differ from the evaluation. */
async function compare(seed: number) {
  const { people, rules } = randomChange(seed);
  const { impacts, isComplete, denied } = await effectOf(people, { places, prefix, rules });
  const held = (parts: readonly Part[]) => new Grants(parts.flat(), prefix);
  const grants = people.map(({ before, after }) => ({ before: held(before), after: held(after) }));
  const alone = { before: held(rules.before), after: held(rules.after) };
  const wrong: string[] = isComplete ? [] : [`${seed} is not complete`];
  let compared = 0;
  const check = (what: string, reported: number | boolean | undefined, real: number | boolean) => {
    compared += 1;
    if (reported !== real) wrong.push(`${seed} ${what}: ${String(reported)}, not ${String(real)}`);
  };
  const takenBy = new Set<number>();
  // A few of them each time; over all changes every one is covered.
  for (const target of targets.filter((_target, at) => (at + seed) % 9 === 0)) {
    const here = impacts.filter((impact) => covers(impact, target));
    const sum = (some: readonly Impact[]) => some.reduce((total, impact) => total + impact.people, 0);
    const changedFor = (codes: readonly string[], isAdded: boolean) =>
      people.reduce((total, { count }, at) => {
        const may = (when: "before" | "after") =>
          codes.every((code) => grants[at]?.[when].allows(code, countingFor(code, target)));
        return may("after") === isAdded && may("before") !== isAdded ? total + count : total;
      }, 0);
    for (const label of labels) {
      const codes = codesOf(label) ?? [];
      const its = here.filter((impact) => impact.action === label);
      for (const isAdded of [true, false]) {
        const real = changedFor(codes, isAdded);
        check(`${label} ${isAdded}`, sum(its.filter((impact) => impact.isAdded === isAdded)), real);
        const isMine = its.some((impact) => impact.isAdded === isAdded && impact.isCallerAmong);
        check(`${label} ${isAdded} caller`, isMine, real % 2 === 1);
      }
      const stateOf = (of: Grants) =>
        codes.some((code) => of.takes(code, target))
          ? "Deny"
          : codes.every((code) => of.allows(code, target))
            ? "Allow"
            : "";
      const [was, is] = [stateOf(alone.before), stateOf(alone.after)];
      const isSaid = was !== is && changedFor(codes, true) + changedFor(codes, false) === 0;
      const rule = its.filter((impact) => impact.people === 0);
      check(`${label} rules`, rule.length, isSaid ? 1 : 0);
      if (isSaid) check(`${label} Deny`, rule[0]?.isDenied, was === "Deny" || is === "Deny");
    }
    for (const code of permissionCodes)
      for (const isAdded of [true, false]) {
        const its = here.filter(
          (impact) =>
            impact.people > 0 &&
            impact.isAdded === isAdded &&
            (impact.action === code || codesOf(impact.action)?.some((one) => one === code)),
        );
        // Counts are powers of two, so that a sum identifies the people.
        const them = its.reduce((all, impact) => all | impact.people, 0);
        const real = changedFor([code], isAdded);
        check(`${code} ${isAdded}`, them & real, real);
        people.forEach((_one, at) => {
          const [was, is] = [grants[at]?.before, grants[at]?.after];
          if (!isAdded && was?.allows(code, target) && is?.takes(code, target)) takenBy.add(at);
        });
      }
  }
  for (const at of takenBy) check(`denied ${at}`, denied.includes(at), true);
  for (const organizationId of ["org", "org2", "org3"])
    for (const isAdded of [true, false]) {
      const real = people.reduce((total, { count }, at) => {
        const [was, is] = [grants[at]?.before, grants[at]?.after].map((one) =>
          one?.hasWildcard(organizationId),
        );
        return is === isAdded && was !== isAdded ? total + count : total;
      }, 0);
      const its = impacts.filter(
        ({ action: what, isAdded: added, scope, except }) =>
          what === "*" &&
          added === isAdded &&
          fits(scope.organizationId, organizationId) &&
          !except.some(
            (one) => one.customerId === "*" && one.awsRegion === "*" && one.organizationId === organizationId,
          ),
      );
      check(
        `staff of ${organizationId}`,
        its.reduce((total, impact) => total + impact.people, 0),
        real,
      );
    }
  return { compared, wrong, reported: impacts.length };
}

test("PERM-68 PERM-76 POL-26 2,000 random changes are reported as they turn out, for every person, action and place", async () => {
  let [compared, reported] = [0, 0];
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const found = await compare(seed);
    expect(found.wrong).toEqual([]);
    compared += found.compared;
    reported += found.reported;
  }
  // Most have an effect; otherwise the comparison would prove nothing.
  expect(reported).toBeGreaterThan(20_000);
  expect(compared).toBeGreaterThan(1_800_000);
}, 60_000);
