/**
 * Computes the impact of a change of groups, policies or members on users: the differences between their
 * rights before and after, by the evaluation that also enforces them (`Grants`). Used in dialogs and for
 * refusals (PERM-68, GRP-53).
 */
import { yieldToOthers } from "../../store/event-loop";
import type { Places } from "./delegation";
import { codesOf, permissionCodes, sectionActions, wholeCustomerCodes } from "../../core/permissions";
import {
  matchesPart,
  Grants,
  serviceOf,
  type PatternGroup,
  type PolicyStatement,
  type ResourceScope,
  type Target,
} from "../../core/policy";

/**
 * The statements of one group or policy. The same object while unchanged, so results can be memoized by it.
 */
export type Part = readonly PolicyStatement[];

/** A user's rights from all of their groups, before and after a change. */
export interface Holding {
  readonly before: readonly Part[];
  readonly after: readonly Part[];
}

/** Users whom a change affects in the same way. */
export interface AffectedUsers extends Holding {
  readonly count: number;
  /** True if the caller is one of them. */
  readonly isCallers: boolean;
}

/** A department of a customer, or any with "*", minus the departments in `except`. */
interface Area {
  readonly scope: ResourceScope;
  readonly except: readonly ResourceScope[];
}

/** A right that a change adds or removes in an area. */
export interface Impact extends Area {
  /** A label; a code if no label changes as a whole; "*" for provider staff (ORG-44). */
  readonly action: string;
  readonly isAdded: boolean;
  /** Number of users who gain or lose the right; 0 if the rules differ but affect no user. */
  readonly people: number;
  readonly isCallerAmong: boolean;
  /** With no users affected: true if a Deny is added (`isAdded` false) or removed. */
  readonly isDenied: boolean;
}

/** Limits on computed verdicts and reported impacts, so that a confirmation stays fast and readable. */
const maxVerdicts = 400_000;
const maxImpacts = 2_000;

const labels = Object.values(sectionActions).flat();

/**
 * An area to which the same statements apply everywhere: the scope minus its `children` and the overlapping
 * `aside` places.
 */
interface Place {
  readonly scope: ResourceScope;
  readonly target: Target;
  /** The whole customer of a department: target for codes that apply only to whole customers (PERM-76). */
  readonly whole: Target;
  parent: Place | undefined;
  children: Place[];
  aside: readonly Place[];
}

const isNamed = (part: string) => part !== "*";

/** Departments named in one place, regardless of service. */
type NamedGroup = Omit<PatternGroup, "service">;

/** Merges patterns by place, in order of first occurrence. */
function mergePatterns(groups: readonly PatternGroup[]): NamedGroup[] {
  const found = new Map<string, NamedGroup & { readonly hierarchyIds: Set<string> }>();
  for (const { service: _service, hierarchyIds, ...place } of groups) {
    const key = Object.values(place).join(":");
    const same = found.get(key);
    if (!same) found.set(key, { ...place, hierarchyIds: new Set(hierarchyIds) });
    else for (const id of hierarchyIds) same.hierarchyIds.add(id);
  }
  return [...found.values()];
}

/** Returns the places that statements name, as a tree; the first is the root (everywhere). */
function placesNamed(groups: readonly NamedGroup[], { customer, department }: Places): Place[] {
  let longest = 0;
  for (const { hierarchyIds, ...parts } of groups)
    for (const part of [...Object.values(parts), ...hierarchyIds]) longest = Math.max(longest, part.length);
  // Represents every value that no statement names.
  const other = "~".repeat(longest + 1);
  const found = new Map<string, Place>();
  const add = (
    key: string,
    { awsRegion = "*", organizationId = "*", customerId = "*", hierarchyId = "*" }: Partial<ResourceScope>,
    path: readonly string[],
    parent?: Place,
    whole?: Target,
  ): Place => {
    const known = found.get(key);
    if (known) return known;
    const scope = { awsRegion, organizationId, customerId, hierarchyId };
    const target = {
      awsRegion: isNamed(awsRegion) ? awsRegion : other,
      organizationId: isNamed(organizationId) ? organizationId : other,
      customerId: isNamed(customerId) ? customerId : other,
      hierarchyPath: path.length > 0 ? path : [other],
    };
    const place: Place = { scope, target, whole: whole ?? target, parent, children: [], aside: [] };
    parent?.children.push(place);
    found.set(key, place);
    return place;
  };
  const everywhere = add("", {}, []);
  const ofOrganization = (organizationId: string) =>
    isNamed(organizationId) ? add(`o ${organizationId}`, { organizationId }, [], everywhere) : everywhere;
  const divided = new Set(
    groups
      .filter(({ awsRegion, customerId }) => isNamed(awsRegion) && !isNamed(customerId))
      .map(({ awsRegion }) => awsRegion),
  );
  const ofRegion = (organizationId: string, awsRegion: string) =>
    divided.has(awsRegion)
      ? add(
          `r ${organizationId} ${awsRegion}`,
          { organizationId, awsRegion },
          [],
          ofOrganization(organizationId),
        )
      : ofOrganization(organizationId);
  const ofCustomer = (customerId: string, { awsRegion, organizationId }: NamedGroup) => {
    const known = customer(customerId);
    const at = known ?? { awsRegion, organizationId };
    const path = known ? [known.rootHierarchyId] : [];
    const scope = {
      awsRegion: at.awsRegion,
      organizationId: at.organizationId,
      customerId,
      hierarchyId: known?.rootHierarchyId ?? "*",
    };
    const key = known ? "" : ` ${awsRegion} ${organizationId}`;
    return add(`c ${customerId}${key}`, scope, path, ofRegion(at.organizationId, at.awsRegion));
  };
  /**
   * The parent places of a group's departments by customer, memoized because a customer may have thousands.
   */
  let around = new Map<string, Place>();
  const placeOf = (owner: string, group: NamedGroup): Place => {
    const known = around.get(owner);
    if (known) return known;
    const place = isNamed(owner) ? ofCustomer(owner, group) : ofRegion(group.organizationId, group.awsRegion);
    around.set(owner, place);
    return place;
  };
  const ofDepartment = (hierarchyId: string, group: NamedGroup): Place | undefined => {
    const known = department(hierarchyId);
    const owner = known?.customerId ?? group.customerId;
    const place = placeOf(owner, group);
    const path = known?.hierarchyPath ?? [hierarchyId];
    const root = place.target.hierarchyPath[0];
    if (path.length === 1 && path[0] === root) return place;
    const above = path.findLast((id, at) => at < path.length - 1 && named.has(id) && id !== root);
    const parent = above === undefined ? place : ofDepartment(above, group);
    const key = `d ${hierarchyId} ${owner}`;
    return parent && add(key, { ...place.scope, hierarchyId }, path, parent, place.target);
  };
  const named = new Set<string>();
  for (const { hierarchyIds } of groups) for (const id of hierarchyIds) if (isNamed(id)) named.add(id);
  for (const group of groups) {
    const { organizationId, customerId, hierarchyIds } = group;
    around = new Map();
    ofOrganization(organizationId);
    if (isNamed(customerId)) ofCustomer(customerId, group);
    for (const id of hierarchyIds) if (isNamed(id)) ofDepartment(id, group);
  }
  if (divided.size > 0) {
    // Regions of all organisations and organisations of all regions overlap, so each region is reported per
    // organisation.
    const organizations = everywhere.children.filter(({ scope }) => isNamed(scope.organizationId));
    const isOrganization = new Set(organizations);
    everywhere.children = everywhere.children.filter((place) => !isOrganization.has(place));
    for (const place of organizations) place.parent = undefined;
    for (const region of divided) {
      for (const { scope } of organizations) ofRegion(scope.organizationId, region);
      ofRegion("*", region).aside = organizations;
    }
    everywhere.aside = organizations;
  }
  return [...found.values()];
}

/** Returns the statements that only one of two parts has. */
function difference(before: Part, after: Part): PolicyStatement[] {
  const said = (statements: Part) => {
    const byAction = new Map<string, Set<string>>();
    for (const { effect, actions, resources } of statements)
      for (const action of actions) {
        const key = `${effect} ${action}`;
        const known = byAction.get(key) ?? new Set();
        for (const resource of resources) known.add(resource);
        byAction.set(key, known);
      }
    return byAction;
  };
  const [old, now] = [said(before), said(after)];
  const byResources = new Map<string, { effect: "Allow" | "Deny"; actions: string[]; resources: string[] }>();
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? new Set<string>(), now.get(key) ?? new Set<string>()];
    const resources = [...is].filter((one) => !was.has(one)).concat([...was].filter((one) => !is.has(one)));
    if (resources.length === 0) continue;
    const effect = key.startsWith("Deny") ? "Deny" : "Allow";
    const action = key.slice(effect.length + 1);
    const text = `${effect} ${resources.join(" ")}`;
    const same = byResources.get(text);
    if (same) same.actions.push(action);
    else byResources.set(text, { effect, actions: [action], resources });
  }
  return [...byResources.values()];
}

type Verdict = "Allow" | "Deny" | "";

/** Evaluates parts for a code on a target, memoizing the verdict of each part. */
class Verdicts {
  private readonly grants = new Map<Part, Grants>();
  private readonly known = new Map<Part, Verdict>();
  private last: readonly [string, Target] | undefined;
  looked = 0;

  constructor(private readonly prefix: string) {}

  of(part: Part): Grants {
    const found = this.grants.get(part) ?? new Grants(part, this.prefix);
    this.grants.set(part, found);
    return found;
  }

  /** Deny overrides Allow. */
  say(parts: readonly Part[], code: string, target: Target): Verdict {
    if (this.last?.[0] !== code || this.last[1] !== target) this.known.clear();
    this.last = [code, target];
    let verdict: Verdict = "";
    for (const part of parts) {
      const found = this.known.get(part) ?? this.look(part, code, target);
      if (found === "Deny") return found;
      if (found === "Allow") verdict = found;
    }
    return verdict;
  }

  private look(part: Part, code: string, target: Target): Verdict {
    this.looked += 1;
    const grants = this.of(part);
    const verdict = grants.takes(code, target) ? "Deny" : grants.allows(code, target) ? "Allow" : "";
    this.known.set(part, verdict);
    return verdict;
  }
}

/** True if a code applies only to a whole customer, regardless of its departments (PERM-76). */
const appliesToWholeCustomer = (code: string) => (wholeCustomerCodes as ReadonlySet<string>).has(code);

/** Maps each code to a representative that no rule distinguishes from it. */
function representatives(codes: readonly string[], grants: readonly Grants[]): Map<string, string> {
  const rules = grants.flatMap((one) => one.rules());
  const standing = new Map<string, string>();
  return new Map(
    codes.map((code) => {
      const service = serviceOf(code);
      const profile = rules.map((rule) => {
        if (!rule.hasAction(code)) return "-";
        const services = new Set(rule.groups.map((group) => group.service));
        return services.size > 1
          ? service
          : [...services].some((one) => matchesPart(one, service))
            ? "+"
            : "-";
      });
      const key = `${appliesToWholeCustomer(code)} ${profile.join("")}`;
      const representative = standing.get(key) ?? code;
      standing.set(key, representative);
      return [code, representative];
    }),
  );
}

/**
 * Groups with at most this many departments are compared by value, since hundreds of statements name the same
 * few departments.
 */
const few = 8;

/**
 * Returns a function that maps places to keys: the patterns that match them. Places have equal keys if no
 * rule distinguishes them. Groups that name thousands of departments are scanned once; per place, only
 * patterns that name one of its ancestors are checked.
 */
function placeKeyBy(rules: readonly PatternGroup[]): (target: Target) => string {
  const groups = new Map<unknown, PatternGroup>();
  for (const group of new Set(rules)) {
    const { awsRegion, organizationId, customerId, hierarchyIds } = group;
    const isSmall = hierarchyIds.size <= few;
    const place = [awsRegion, organizationId, customerId];
    groups.set(isSmall ? [...place, ...[...hierarchyIds].sort()].join(":") : group, group);
  }
  const distinct = [...groups.values()];
  const naming = new Map<string, number[]>();
  for (const [at, { hierarchyIds }] of distinct.entries())
    for (const id of hierarchyIds) {
      const those = naming.get(id);
      if (those) those.push(at);
      else naming.set(id, [at]);
    }
  return ({ awsRegion, organizationId, customerId, hierarchyPath }) => {
    const meant = new Set<number>();
    for (const id of ["*", ...hierarchyPath])
      for (const at of naming.get(id) ?? []) {
        const group = distinct[at];
        const isMeant =
          group &&
          matchesPart(group.customerId, customerId) &&
          matchesPart(group.organizationId, organizationId) &&
          matchesPart(group.awsRegion, awsRegion);
        if (isMeant) meant.add(at);
      }
    return [...meant].sort((a, b) => a - b).join();
  };
}

/** Returns the areas that some of the places form. */
function areasOf(places: ReadonlySet<Place>): Area[] {
  const outside = (place: Place): ResourceScope[] =>
    place.children.flatMap((child) => (places.has(child) ? outside(child) : [child.scope]));
  return [...places]
    .filter(({ parent }) => !parent || !places.has(parent))
    .map((place) => ({
      scope: place.scope,
      except: [...outside(place), ...place.aside.map(({ scope }) => scope)],
    }));
}

interface RightChange {
  readonly action: string;
  readonly isAdded: boolean;
  readonly isDenied: boolean;
  readonly people: readonly number[];
  readonly places: Set<Place>;
}

export interface Effect {
  readonly impacts: readonly Impact[];
  /** False if a limit cut `impacts` short. */
  readonly isComplete: boolean;
  /** Indexes of the users who lose rights through a Deny. */
  readonly denied: readonly number[];
}

/**
 * Returns the rights that users gain and lose by a change, and where; with `rules`, also differences that
 * affect no user. Checks every code and place that a statement can distinguish, including future customers
 * and departments.
 */
export async function effectOf(
  people: readonly AffectedUsers[],
  { places: known, prefix, rules }: { places: Places; prefix: string; rules?: Holding | undefined },
): Promise<Effect> {
  const holdings: readonly Holding[] = rules ? [...people, rules] : people;
  const verdicts = new Verdicts(prefix);
  const changedOf = holdings.map(({ before, after }) => {
    const [gone, come] = [
      before.filter((part) => !after.includes(part)),
      after.filter((part) => !before.includes(part)),
    ];
    return { gone, come };
  });
  const differing = new Map<string, PolicyStatement[]>();
  const ids = new Map<Part, number>();
  const idOf = (part: Part) => ids.get(part) ?? (ids.set(part, ids.size), ids.size - 1);
  for (const { gone, come } of changedOf) {
    const key = `${gone.map(idOf).join()} ${come.map(idOf).join()}`;
    if (!differing.has(key)) differing.set(key, difference(gone.flat(), come.flat()));
  }
  const changed = [...differing.values()].flat();
  if (changed.length === 0) return { impacts: [], isComplete: true, denied: [] };
  const changing = new Grants(changed, prefix);
  const parts = new Set(holdings.flatMap(({ before, after }) => [...before, ...after]));
  const all = [...parts].map((part) => verdicts.of(part));
  const patterns = [...all, changing].flatMap((one) => one.rules()).flatMap(({ groups }) => groups);
  const touchedBy = (code: string) => changing.rules().some((rule) => rule.hasAction(code));
  const touched = new Set<string>(permissionCodes.filter(touchedBy));
  const touchedLabels = labels.filter((label) => codesOf(label)?.some((code) => touched.has(code)));
  const codes = [...new Set(touchedLabels.flatMap((label) => codesOf(label) ?? []))];
  const standing = representatives(codes, [...all, changing]);
  const distinctCodes = [...new Set(standing.values())];

  const moved = new Map<string, RightChange>();
  const tell = (
    action: string,
    isAdded: boolean,
    isDenied: boolean,
    who: readonly number[],
    place: Place,
  ) => {
    const key = [action, isAdded, isDenied, who.join()].join(" ");
    const found = moved.get(key) ?? { action, isAdded, isDenied, people: who, places: new Set() };
    found.places.add(place);
    moved.set(key, found);
    return found;
  };
  const denied = new Set<number>();
  let isComplete = true;
  await yieldToOthers();
  const named = placesNamed(mergePatterns(patterns), known);
  const alike = placeKeyBy(patterns);
  /** Results per place, reused for equivalent places. */
  const changesByKey = new Map<string, RightChange[]>();
  type VerdictChange = { readonly before: readonly Verdict[]; readonly after: readonly Verdict[] };
  const sayOn = (code: string, target: Target): VerdictChange => ({
    before: holdings.map(({ before }) => verdicts.say(before, code, target)),
    after: holdings.map(({ after }) => verdicts.say(after, code, target)),
  });
  const isSame = ({ before, after }: VerdictChange) => before.every((was, at) => was === after[at]);
  const isTouched = (target: Target) =>
    distinctCodes.some((code) => changing.allows(code, target) || changing.takes(code, target));
  const customerWideCodes = distinctCodes.filter(appliesToWholeCustomer);
  const onWhole = new Map<Target, ReadonlyMap<string, VerdictChange>>();
  const sayOnWhole = (whole: Target) => {
    const known = onWhole.get(whole) ?? new Map(customerWideCodes.map((code) => [code, sayOn(code, whole)]));
    onWhole.set(whole, known);
    return known;
  };
  for (const place of named) {
    await yieldToOthers();
    const { target, whole } = place;
    const key = `${alike(target)} ${whole === target ? "" : alike(whole)}`;
    const same = changesByKey.get(key);
    if (same) {
      for (const { places } of same) places.add(place);
      continue;
    }
    const here: RightChange[] = [];
    changesByKey.set(key, here);
    if (!isTouched(target) && !isTouched(whole)) continue;
    if (verdicts.looked > maxVerdicts) {
      isComplete = false;
      break;
    }
    const literally = new Map(distinctCodes.map((code) => [code, sayOn(code, target)]));
    const effectively = whole === target ? literally : new Map([...literally, ...sayOnWhole(whole)]);
    if ([...literally.values(), ...effectively.values()].every(isSame)) continue;
    for (const { before, after } of literally.values())
      for (const at of people.keys()) if (before[at] === "Allow" && after[at] === "Deny") denied.add(at);
    const said = (
      its: readonly string[],
      at: number,
      when: "before" | "after",
      shown = effectively,
    ): Verdict => {
      const each = its.map((code) => shown.get(standing.get(code) ?? code)?.[when][at] ?? "");
      return each.includes("Deny") ? "Deny" : each.includes("") ? "" : "Allow";
    };
    const covered = people.map(() => new Set<string>());
    const move = (action: string, its: readonly string[], isLeft: (at: number) => boolean): boolean => {
      const [gain, lose]: [number[], number[]] = [[], []];
      for (const at of people.keys()) {
        const [was, is] = [said(its, at, "before"), said(its, at, "after")];
        if ((was === "Allow") === (is === "Allow") || !isLeft(at)) continue;
        (is === "Allow" ? gain : lose).push(at);
        for (const code of its) covered[at]?.add(code);
      }
      if (gain.length > 0) here.push(tell(action, true, false, gain, place));
      if (lose.length > 0) here.push(tell(action, false, false, lose, place));
      return gain.length + lose.length > 0;
    };
    for (const label of touchedLabels) {
      const its = codesOf(label) ?? [];
      if (move(label, its, () => true) || !rules) continue;
      const [was, is] = (["before", "after"] as const).map((when) =>
        said(its, people.length, when, literally),
      );
      if (was === is) continue;
      const isDenied = was === "Deny" || is === "Deny";
      here.push(tell(label, is === "Allow" || (was === "Deny" && is === ""), isDenied, [], place));
    }
    for (const code of touched) move(code, [code], (at) => !covered[at]?.has(code));
  }
  if (changed.some(({ actions }) => actions.includes("*"))) {
    const whole = (held: readonly Part[]) => new Grants(held.flat(), prefix);
    const staff = people.map(({ before, after }) => ({ was: whole(before), is: whole(after) }));
    for (const place of named.filter(({ scope: { awsRegion, customerId, hierarchyId } }) =>
      [awsRegion, customerId, hierarchyId].every((part) => !isNamed(part)),
    )) {
      const { organizationId } = place.target;
      const [gain, lose]: [number[], number[]] = [[], []];
      staff.forEach(({ was, is }, at) => {
        const [held, holds] = [was.hasWildcard(organizationId), is.hasWildcard(organizationId)];
        if (held !== holds) (holds ? gain : lose).push(at);
        if (held && !holds && is.denies()) denied.add(at);
      });
      if (gain.length > 0) tell("*", true, false, gain, place);
      if (lose.length > 0) tell("*", false, false, lose, place);
    }
  }
  const isDivided = ({ awsRegion, customerId }: ResourceScope) => isNamed(awsRegion) || isNamed(customerId);
  const impacts = [...moved.values()].flatMap(({ action, isAdded, isDenied, people: who, places }) => {
    // Counted once, since the change may affect thousands of users in thousands of places.
    const them = who.flatMap((at) => people[at] ?? []);
    const counted = {
      people: them.reduce((sum, { count }) => sum + count, 0),
      isCallerAmong: them.some(({ isCallers }) => isCallers),
    };
    return areasOf(places).map((area): Impact => ({
      scope: area.scope,
      except: action === "*" ? area.except.filter((scope) => !isDivided(scope)) : area.except,
      ...{ action, isAdded, isDenied },
      ...counted,
    }));
  });
  return {
    impacts: impacts.slice(0, maxImpacts),
    isComplete: isComplete && impacts.length <= maxImpacts,
    denied: [...denied],
  };
}

/** Returns the number of users who lose a right by a change, and whether the caller is one of them. */
export function countLosing(
  people: readonly AffectedUsers[],
  prefix: string,
  code: string,
  target: Target,
): { readonly people: number; readonly isCallerAmong: boolean } {
  const verdicts = new Verdicts(prefix);
  const them = people.filter(
    ({ before, after }) =>
      verdicts.say(before, code, target) === "Allow" && verdicts.say(after, code, target) !== "Allow",
  );
  return {
    people: them.reduce((sum, { count }) => sum + count, 0),
    isCallerAmong: them.some(({ isCallers }) => isCallers),
  };
}
