/**
 * The rule for every change of users, groups and policies: callers cannot grant or revoke more rights than
 * they hold (GRP-53, PERM-60). Each such operation calls `firstMissingRight`; there is no other check.
 */
import {
  matchesPart,
  serviceOf,
  type Grants,
  type PatternGroup,
  type Rule,
  type Target,
} from "../../core/policy";

/** Lookup of the customers and departments that rules name, in all regions, archived ones included. */
export interface Places {
  readonly customer: (
    id: string,
  ) => { awsRegion: string; organizationId: string; rootHierarchyId: string } | undefined;
  /** Returns the department's customer, and the path of ids from the root down to the department. */
  readonly department: (id: string) => { customerId: string; hierarchyPath: readonly string[] } | undefined;
}

/** A user's rights and the rules that grant them. */
export type HeldRights = Pick<Grants, "allows" | "denies" | "rules">;

/** A right on a department, in the form that `Grants.allows` takes. */
export interface Right {
  readonly code: string;
  readonly target: Target;
}

/**
 * Budget of one request, in lookups of a department or of one of the holder's rules; it takes about 150 ms.
 * Beyond it the result is "unknown", so that no policies, sent or stored, can block the server.
 */
const lookupBudget = 1_000_000;

/** Checks with fewer lookups than this are free: a list runs hundreds of them. */
const freeLookups = 1_000;

/** Lookups charged per request; each request has its own `Places`. */
const lookupsByPlaces = new WeakMap<Places, number>();

/** Cost of resolving one department, in lookups. */
const placeLooks = 10;

/** Maximum departments that policies may name; with more, the result is "unknown" before any is resolved. */
export const maxPlaces = lookupBudget / placeLooks;

const isNamed = (part: string) => part !== "*";

/** The values that patterns name, plus one placeholder for all other values, existing or future. */
class Named {
  readonly values: ReadonlySet<string>;
  readonly all: readonly string[];
  /** Placeholder for the values that no pattern names. */
  readonly other: string;

  constructor(values: Iterable<string>) {
    this.values = new Set(values);
    let longest = 0;
    for (const value of this.values) longest = Math.max(longest, value.length);
    this.other = "~".repeat(longest + 1);
    this.all = [...this.values, this.other];
  }

  /** Returns the values that a part of a pattern matches. */
  meantBy(part: string): readonly string[] {
    return isNamed(part) ? [part] : this.all;
  }
}

/**
 * Codes of one service that the same rules of the holder name: at any place, the holder has all or none of
 * them.
 */
interface CodeGroup {
  /** Number of the holder's rules that name them. */
  readonly rules: number;
  /** Targets where the holder is known to have the codes. */
  readonly held: Set<Target>;
}

/** The targets of one customer in one region and organisation. */
interface Place {
  /** Named departments by each department on their paths; the key "*" has all of them. */
  readonly below: ReadonlyMap<string, readonly Target[]>;
  readonly paths: ReadonlyMap<string, readonly string[]>;
  /** The target that represents all departments that are not named. */
  readonly top: Target | undefined;
}

/**
 * Everything that the policies of two users name. Rights that no statement distinguishes share one
 * representative.
 */
class Vocabulary {
  private readonly regions: Named;
  private readonly organizations: Named;
  private readonly customers: Named;
  private readonly hierarchies: Named;
  private readonly rules: readonly Rule[];
  private readonly actions: ReadonlySet<string>;
  private readonly services: Named;
  /** Named departments, by the customer in the same pattern. */
  private readonly namedWith = new Map<string, Set<string>>();
  private readonly knownPlaces = new Map<string, Place>();
  private readonly alike = new Map<string, CodeGroup>();
  private known: readonly string[] | undefined;

  constructor(
    private readonly holder: HeldRights,
    policies: Pick<Grants, "rules">,
    private readonly places: Places,
    private readonly look: (count: number) => void,
  ) {
    this.rules = [...holder.rules(), ...policies.rules()];
    const named = {
      service: new Set<string>(),
      awsRegion: new Set<string>(),
      organizationId: new Set<string>(),
      customerId: new Set<string>(),
      hierarchyId: new Set<string>(),
    };
    for (const group of this.rules.flatMap(({ groups }) => groups)) {
      const { service, awsRegion, organizationId, customerId, hierarchyIds } = group;
      look(1 + hierarchyIds.size);
      named.service.add(service);
      named.awsRegion.add(awsRegion);
      named.organizationId.add(organizationId);
      named.customerId.add(customerId);
      const namedWith = this.namedWith.get(customerId) ?? new Set();
      this.namedWith.set(customerId, namedWith);
      for (const id of hierarchyIds) {
        named.hierarchyId.add(id);
        namedWith.add(id);
      }
    }
    for (const values of [...Object.values(named), ...this.namedWith.values()]) values.delete("*");
    this.actions = new Set(this.rules.flatMap((rule) => rule.actions).filter(isNamed));
    this.services = new Named([...[...this.actions].map(serviceOf), ...named.service]);
    this.regions = new Named(named.awsRegion);
    this.organizations = new Named(named.organizationId);
    this.hierarchies = new Named(named.hierarchyId);
    look(named.hierarchyId.size * placeLooks);
    this.customers = new Named([
      ...named.customerId,
      ...[...named.hierarchyId].flatMap((id) => places.department(id)?.customerId ?? []),
    ]);
  }

  /** Returns all named codes, plus one placeholder code for each service, named or not. */
  private allCodes(): readonly string[] {
    const exact = [...this.actions].filter((action) => !action.endsWith(":*"));
    const { other } = new Named(exact.map((code) => code.slice(code.indexOf(":") + 1)));
    return [...new Set([...exact, ...this.services.all.map((service) => `${service}:${other}`)])];
  }

  /** Returns the codes of a service that an action matches. */
  private codesOf(action: string, service: string): readonly string[] {
    const isMeant = (code: string) => matchesPart(service, serviceOf(code));
    if (isNamed(action) && !action.endsWith(":*")) return [action].filter(isMeant);
    this.known ??= this.allCodes();
    this.look(this.known.length);
    return this.known.filter(
      (code) => isMeant(code) && (action === "*" || code.startsWith(action.slice(0, -1))),
    );
  }

  /** Returns the codes of a service that a rule's actions match, one representative per kind. */
  sortsOf(
    actions: readonly string[],
    service: string,
  ): readonly (readonly [code: string, sort: CodeGroup])[] {
    this.look(actions.length);
    const codes = new Set(actions.flatMap((action) => this.codesOf(action, service)));
    const sorts = new Map<CodeGroup, string>();
    for (const code of codes) {
      const alike = this.alikeTo(code);
      if (!sorts.has(alike)) sorts.set(alike, code);
    }
    return [...sorts].map(([alike, code]) => [code, alike]);
  }

  private alikeTo(code: string): CodeGroup {
    const known = this.alike.get(code);
    if (known) return known;
    const rules = this.holder.rules();
    this.look(rules.length);
    const speaking = rules.flatMap((rule, at) => (rule.hasAction(code) ? [at] : []));
    const key = `${serviceOf(code)} ${speaking.join()}`;
    const alike = this.alike.get(key) ?? { rules: speaking.length, held: new Set() };
    this.alike.set(key, alike);
    this.alike.set(code, alike);
    return alike;
  }

  /**
   * Yields the targets that patterns match. Departments below a named one are equivalent to it, unless named
   * themselves.
   */
  *targetsOf(group: PatternGroup): Generator<Target> {
    for (const customerId of this.customers.meantBy(group.customerId)) {
      this.look(1);
      const known = this.places.customer(customerId);
      const regions = known ? [known.awsRegion] : this.regions.meantBy(group.awsRegion);
      const organizations = known ? [known.organizationId] : this.organizations.meantBy(group.organizationId);
      for (const awsRegion of regions) {
        if (!matchesPart(group.awsRegion, awsRegion)) continue;
        for (const organizationId of organizations) {
          if (!matchesPart(group.organizationId, organizationId)) continue;
          const place = this.placeOf({ awsRegion, organizationId, customerId }, known?.rootHierarchyId);
          if (group.hierarchyIds.has("*")) {
            if (place.top) yield place.top;
            yield* place.below.get("*") ?? [];
          } else {
            for (const id of group.hierarchyIds) {
              // Skips departments below another one of the group, which are yielded with that one.
              const path = place.paths.get(id) ?? [];
              if (!path.some((above) => above !== id && group.hierarchyIds.has(above)))
                yield* place.below.get(id) ?? [];
            }
          }
        }
      }
    }
  }

  private placeOf(scope: Omit<Target, "hierarchyPath">, rootId: string | undefined): Place {
    const { awsRegion, organizationId, customerId } = scope;
    const key = `${awsRegion}:${organizationId}:${customerId}`;
    const known = this.knownPlaces.get(key);
    if (known) return known;
    const below = new Map<string, Target[]>();
    const paths = new Map<string, readonly string[]>();
    for (const id of this.namedOf(customerId)) {
      const hierarchyPath = this.pathOf(customerId, id);
      this.look(placeLooks);
      if (!hierarchyPath) continue;
      const target: Target = { awsRegion, organizationId, customerId, hierarchyPath };
      paths.set(id, hierarchyPath);
      for (const above of ["*", ...hierarchyPath]) {
        const some = below.get(above);
        if (some) some.push(target);
        else below.set(above, [target]);
      }
    }
    const path = this.pathOf(customerId, rootId ?? this.hierarchies.other);
    const top = path && { awsRegion, organizationId, customerId, hierarchyPath: path };
    const place = { below, paths, top };
    this.look(placeLooks);
    this.knownPlaces.set(key, place);
    return place;
  }

  /** Returns the named departments of a customer, without duplicates. */
  private namedOf(customerId: string): Iterable<string> {
    const [own, any] = [this.namedWith.get(customerId), this.namedWith.get("*")];
    return own && any ? new Set([...own, ...any]) : (own ?? any ?? []);
  }

  /**
   * Returns the path of a department; undefined if it belongs to another customer. An unknown department may
   * belong to any customer.
   */
  private pathOf(customerId: string, id: string): readonly string[] | undefined {
    const department = this.places.department(id);
    if (!department) return [id];
    return department.customerId === customerId ? department.hierarchyPath : undefined;
  }
}

class TooMuch extends Error {}

/**
 * Returns a right that `policies` grant or deny and `holder` lacks; undefined if there is none, so that the
 * holder may grant, revoke, change, archive and restore these policies. Denies count like grants, since
 * removing one grants rights and adding one revokes them. Returns "unknown" if this check, together with
 * earlier ones on the same `places` (one request), exceeds the budget. `holder.allows` must treat codes of
 * one service alike if the same `holder.rules` name them.
 */
export function firstMissingRight(
  holder: HeldRights,
  policies: Grants,
  places: Places,
): Right | "unknown" | undefined {
  if (isClearlyHeld(holder, policies, places)) return undefined;
  const before = lookupsByPlaces.get(places) ?? 0;
  let looks = 0;
  const look = (count: number) => {
    looks += count;
    if (looks > freeLookups && before + looks > lookupBudget) throw new TooMuch();
  };
  try {
    return findMissingRight(holder, policies, new Vocabulary(holder, policies, places, look), look);
  } catch (error) {
    if (error instanceof TooMuch) return "unknown";
    throw error;
  } finally {
    if (looks > freeLookups) lookupsByPlaces.set(places, before + looks);
  }
}

/** Returns the number of departments that rules name, counting duplicates. */
function countNamedDepartments(rules: readonly Rule[]): number {
  let sum = 0;
  for (const { groups } of rules) for (const { hierarchyIds } of groups) sum += hierarchyIds.size;
  return sum;
}

/**
 * Fast path: true if a holder without Denies has everything that a few rules grant on known departments,
 * checked code by code (which covers departments below). Succeeds for most groups of a list; false means "not
 * determined".
 */
function isClearlyHeld(holder: HeldRights, policies: Grants, places: Places): boolean {
  const rules = policies.rules();
  if (holder.denies() || countNamedDepartments(holder.rules()) + countNamedDepartments(rules) > maxPlaces)
    return false;
  let looks = 0;
  const isGroupHeld = (actions: readonly string[], group: PatternGroup) => {
    const { service, awsRegion, organizationId, customerId, hierarchyIds } = group;
    looks += actions.length * hierarchyIds.size;
    const customer = looks > freeLookups || !isNamed(customerId) ? undefined : places.customer(customerId);
    if (!customer || actions.some((action) => action.endsWith("*"))) return false;
    if (!matchesPart(awsRegion, customer.awsRegion) || !matchesPart(organizationId, customer.organizationId))
      return false;
    const codes = actions.filter((code) => matchesPart(service, serviceOf(code)));
    for (const id of hierarchyIds) {
      const department = isNamed(id) ? places.department(id) : undefined;
      if (department?.customerId !== customerId) return false;
      const target = { ...customer, customerId, hierarchyPath: department.hierarchyPath };
      if (!codes.every((code) => holder.allows(code, target))) return false;
    }
    return true;
  };
  return rules.every(({ actions, groups }) => groups.every((group) => isGroupHeld(actions, group)));
}

function findMissingRight(
  holder: HeldRights,
  policies: Grants,
  vocabulary: Vocabulary,
  look: (count: number) => void,
): Right | undefined {
  for (const { actions, groups } of policies.rules()) {
    for (const group of groups) {
      const sorts = vocabulary.sortsOf(actions, group.service);
      if (sorts.length === 0) continue;
      for (const target of vocabulary.targetsOf(group)) {
        look(sorts.length);
        for (const [code, { rules, held }] of sorts) {
          if (held.has(target)) continue;
          look(1 + rules);
          if (!holder.allows(code, target)) return { code, target };
          held.add(target);
        }
      }
    }
  }
  return undefined;
}
