/** What a change of a policy means to people, before it is saved: which actions they gain and lose, and where. */
import { scopesOf, type PermissionRule } from "./permission-form";
import { codesOf } from "./permissions";
import { Grants, type PolicyStatement, type ResourceScope, type Target } from "./policy";

/** Members for whom the change means the same: those with the same other groups. */
export interface Alike {
  readonly count: number;
  /** Whether the caller is among them. */
  readonly isCallers: boolean;
  /** What each of their groups gives them by anything but the policy that changes: one object a group. */
  readonly others: readonly (readonly PolicyStatement[])[];
}

/** An action on a customer's department that the change adds or takes away, and for how many. */
export interface Impact {
  readonly action: string;
  readonly scope: ResourceScope;
  readonly isAdded: boolean;
  /** Members who can or cannot do it from now on; others have it by another policy as well. */
  readonly people: number;
  readonly isCallerAmong: boolean;
}

/** More than these are not worked out one by one. */
export const maxImpacts = 2_000;

/** An action on a scope, as forms say it. */
interface Pair {
  readonly action: string;
  readonly scope: ResourceScope;
}

/** What a change of a form adds to and takes from people, as far as it has words; each `maxImpacts` and one at most. */
export interface PairChange {
  readonly added: readonly Pair[];
  readonly removed: readonly Pair[];
}

type Said = Pick<PermissionRule, "actions" | "customers">;

/** The actions that rules say on each place. */
type Places = ReadonlyMap<string, { readonly scope: ResourceScope; readonly actions: Set<string> }>;

function placesOf(rules: readonly Said[]): Places {
  const places = new Map<string, { scope: ResourceScope; actions: Set<string> }>();
  for (const { actions, customers } of rules) {
    const distinct = [...new Set(actions)];
    for (const scope of scopesOf(customers)) {
      const key = JSON.stringify(scope);
      const place = places.get(key) ?? { scope, actions: new Set() };
      places.set(key, place);
      for (const action of distinct) place.actions.add(action);
    }
  }
  return places;
}

function pairsBeyond(some: Places, others: Places): Pair[] {
  const pairs: Pair[] = [];
  for (const [key, { scope, actions }] of some) {
    const known = others.get(key)?.actions;
    for (const action of actions) {
      if (pairs.length > maxImpacts) return pairs;
      if (!known?.has(action)) pairs.push({ action, scope });
    }
  }
  return pairs;
}

/** What rules that grant say after a change and not before, and the other way round. */
export function pairChange(before: readonly Said[], after: readonly Said[]): PairChange {
  const [old, now] = [placesOf(before), placesOf(after)];
  return { added: pairsBeyond(now, old), removed: pairsBeyond(old, now) };
}

/** Stands for any customer or department that nobody names. */
const unnamed = "~";

/**
 * What a change means for each pair of an action and a place, `maxImpacts` at most. `pathOf` answers the ids from the
 * root down to a department.
 */
export function impactOf(
  change: PairChange,
  statements: { before: readonly PolicyStatement[]; after: readonly PolicyStatement[] },
  members: readonly Alike[],
  { pathOf, prefix }: { pathOf: (hierarchyId: string) => readonly string[]; prefix: string },
): Impact[] {
  const known = new Map<readonly PolicyStatement[], Grants>();
  const grantsOf = (part: readonly PolicyStatement[]) => {
    const found = known.get(part) ?? new Grants(part, prefix);
    known.set(part, found);
    return found;
  };
  const people = members.map(({ others, ...member }) => ({ ...member, others: others.map(grantsOf) }));
  const own = { before: grantsOf(statements.before), after: grantsOf(statements.after) };
  const pairs = [
    ...change.added.map((pair) => ({ ...pair, isAdded: true })),
    ...change.removed.map((pair) => ({ ...pair, isAdded: false })),
  ];
  return pairs.slice(0, maxImpacts).flatMap(({ action, scope, isAdded }) => {
    const named = (part: string) => (part === "*" ? unnamed : part);
    const target: Target = {
      awsRegion: named(scope.awsRegion),
      organizationId: scope.organizationId,
      customerId: named(scope.customerId),
      hierarchyPath: scope.hierarchyId === "*" ? [unnamed] : pathOf(scope.hierarchyId),
    };
    const may = mayDo(codesOf(action) ?? [], target);
    // The same right in other words, such as a customer's root for the customer, is no change.
    if (may([own.before]) && may([own.after])) return [];
    const touched = people.filter(
      ({ others }) => may([...others, own.after]) === isAdded && may([...others, own.before]) !== isAdded,
    );
    return [
      {
        action,
        scope,
        isAdded,
        people: touched.reduce((sum, { count }) => sum + count, 0),
        isCallerAmong: touched.some(({ isCallers }) => isCallers),
      },
    ];
  });
}

/** Whether who holds some grants may do all of the codes there; each grants is looked at once, however many hold it. */
function mayDo(codes: readonly string[], target: Target): (held: readonly Grants[]) => boolean {
  const known = new Map<Grants, readonly string[]>();
  const verdictsOf = (held: Grants) => {
    const found =
      known.get(held) ??
      codes.map((code) => (held.takes(code, target) ? "Deny" : held.allows(code, target) ? "Allow" : ""));
    known.set(held, found);
    return found;
  };
  return (held) =>
    codes.every((_code, at) => {
      const verdicts = held.map((one) => verdictsOf(one)[at]);
      return verdicts.includes("Allow") && !verdicts.includes("Deny");
    });
}
