/**
 * Policy statements and what they grant. Resources have the form
 * "{prefix}:{service}:{region}:{organization}:{customer}:{hierarchy}" (PERM-58); any part may be "*", and a single "*"
 * means everything. A granted hierarchy includes its descendants (PERM-13). Deny overrides Allow (POL-27).
 */
import { z } from "zod/v4";
import { BoundedCache } from "../../shared/bounded-cache";

export interface PolicyStatement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly effect: "Allow" | "Deny";
}

const policyStatement = z.object({
  actions: z.array(z.string()),
  resources: z.array(z.string()),
  effect: z.enum(["Allow", "Deny"]),
  /**
   * Number of the rule in the permission tabs that this statement was created for; see permission-form.ts.
   */
  rule: z.int().optional(),
});

const statementList = z.array(policyStatement);

/** A stored statement. `rule` is 0 for the Basic part of the permission tabs, and n for Advanced Rule n. */
export type StoredStatement = PolicyStatement & { readonly rule?: number | undefined };

/**
 * Cache size in characters, with 2,000 added per text. It has room for 4,000 short texts, more than a
 * customer has groups, since a list of groups reads all of them. It bounds memory if a few policies name
 * thousands of departments.
 */
const maxParsedLength = 16_000_000;
// Keyed by the stored text, so an entry can never be stale.
const parsed = new BoundedCache<string, StoredStatement[]>(maxParsedLength, ({ length }) => 2_000 + length);

/** Parses the stored JSON of a policy. */
export function parseStatements(text: string): StoredStatement[] {
  return parsed.get(text) ?? parsed.set(text, statementList.parse(JSON.parse(text)));
}

/** Region, organisation, customer and hierarchy of a resource; "*" stands for any. */
export interface ResourceScope {
  readonly awsRegion: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly hierarchyId: string;
}

/** A hierarchy node of a customer, with the ids from the root down to it. */
export interface Target {
  readonly awsRegion: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly hierarchyPath: readonly string[];
}

/** Returns the resource string of a service on a scope. */
export function resource(prefix: string, service: string, scope: ResourceScope): string {
  const { awsRegion, organizationId, customerId, hierarchyId } = scope;
  return `${prefix}:${service}:${awsRegion}:${organizationId}:${customerId}:${hierarchyId}`;
}

/** A parsed resource of a statement. */
export interface Pattern extends ResourceScope {
  readonly service: string;
}

/**
 * Departments that a rule names for one service, region, organisation and customer; each part and each
 * department may be "*".
 */
export interface PatternGroup extends Omit<Pattern, "hierarchyId"> {
  readonly hierarchyIds: ReadonlySet<string>;
}

/**
 * A statement's actions, and its resources in groups: thousands of departments of one customer form one
 * group.
 */
export interface Rule {
  readonly actions: readonly string[];
  readonly groups: readonly PatternGroup[];
  /** True if one of the statement's actions matches the code. */
  readonly hasAction: (code: string) => boolean;
}

const everything: Pattern = {
  service: "*",
  awsRegion: "*",
  organizationId: "*",
  customerId: "*",
  hierarchyId: "*",
};

/** Parses a resource string; undefined if it is malformed or belongs to another product. */
export function parsePattern(text: string, prefix: string): Pattern | undefined {
  if (text === "*") return everything;
  const [head, service, awsRegion, organizationId, customerId, hierarchyId, ...rest] = text.split(":");
  const matchesPrefix = head === prefix || head === "*";
  if (!matchesPrefix || !service || !awsRegion || !organizationId || !customerId || !hierarchyId)
    return undefined;
  return rest.length > 0 ? undefined : { service, awsRegion, organizationId, customerId, hierarchyId };
}

/**
 * Returns statements reduced to one customer: drops resources of other customers and narrows wildcards to
 * this one.
 */
export const narrowToCustomer = (
  statements: readonly PolicyStatement[],
  customerId: string,
  prefix: string,
): PolicyStatement[] =>
  statements.map(({ resources, ...statement }) => ({
    ...statement,
    resources: resources.flatMap((text) => {
      const pattern = parsePattern(text, prefix);
      if (!pattern || !matchesPart(pattern.customerId, customerId)) return [];
      return [resource(prefix, pattern.service, { ...pattern, customerId })];
    }),
  }));

/** Returns the service of a code or an action, i.e. the part before the colon. */
export const serviceOf = (code: string): string => code.slice(0, code.indexOf(":"));

/** True if a part of a pattern matches a value. */
export const matchesPart = (pattern: string, value: string): boolean => pattern === "*" || pattern === value;

/** True if an action of a statement, which may be a wildcard, matches a code. */
export function actionFits(action: string, code: string): boolean {
  if (action === "*" || action === code) return true;
  return action.endsWith(":*") && code.startsWith(action.slice(0, -1));
}

type Ids = Set<string>;
/** Departments by customer, organisation, region and service; "*" is an ordinary key. */
type Tree = Map<string, Map<string, Map<string, Map<string, Ids>>>>;

function getOrCreate<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** True if `test` holds for the branch of the value or of "*". */
const onBranch = <Value>(
  map: ReadonlyMap<string, Value>,
  value: string,
  test: (found: Value) => boolean,
): boolean => {
  const [own, any] = [map.get(value), map.get("*")];
  return (own !== undefined && test(own)) || (any !== undefined && test(any));
};

/**
 * A parsed statement. Matching a target takes as long for thousands of patterns as for a few: it visits at
 * most 16 branches, with one lookup in each per department of the target's path.
 */
class StatementRule implements Rule {
  readonly actions: readonly string[];
  readonly groups: PatternGroup[] = [];
  private readonly exact: ReadonlySet<string>;
  private readonly wide: readonly string[];
  private readonly tree: Tree = new Map();

  constructor({ actions, resources }: PolicyStatement, prefix: string) {
    this.exact = new Set(actions);
    this.actions = [...this.exact];
    this.wide = this.actions.filter((action) => action.endsWith("*"));
    // Parses each distinct prefix once: resources of one customer differ only in their last part.
    const known = new Map<string, Ids | null>();
    for (const text of resources) {
      const end = text.lastIndexOf(":") + 1;
      const id = text.slice(end);
      if (id === "") continue;
      const head = end === 0 ? text : text.slice(0, end);
      const ids = getOrCreate(known, head, () => {
        const pattern = parsePattern(end === 0 ? text : `${head}*`, prefix);
        return pattern ? this.idsOf(pattern) : null;
      });
      ids?.add(id);
    }
  }

  private idsOf({ service, awsRegion, organizationId, customerId }: Pattern): Ids {
    const organizations = getOrCreate(this.tree, customerId, () => new Map());
    const regions = getOrCreate(organizations, organizationId, () => new Map());
    const services = getOrCreate(regions, awsRegion, () => new Map());
    return getOrCreate(services, service, () => {
      const hierarchyIds: Ids = new Set();
      this.groups.push({ service, awsRegion, organizationId, customerId, hierarchyIds });
      return hierarchyIds;
    });
  }

  hasAction(code: string): boolean {
    return this.exact.has(code) || this.wide.some((action) => actionFits(action, code));
  }

  /** True if a resource of the statement covers the last node of the target's path. */
  hasTarget(service: string, { customerId, organizationId, awsRegion, hierarchyPath }: Target): boolean {
    return onBranch(this.tree, customerId, (organizations) =>
      onBranch(organizations, organizationId, (regions) =>
        onBranch(regions, awsRegion, (services) =>
          onBranch(services, service, (ids) => ids.has("*") || hierarchyPath.some((id) => ids.has(id))),
        ),
      ),
    );
  }
}

/** Rules cached by statement; `parseStatements` returns the same objects while they are cached. */
const ruleCache = new WeakMap<PolicyStatement, { prefix: string; rule: StatementRule }>();

function ruleOf(statement: PolicyStatement, prefix: string): StatementRule {
  const known = ruleCache.get(statement);
  if (known?.prefix === prefix) return known.rule;
  const rule = new StatementRule(statement, prefix);
  ruleCache.set(statement, { prefix, rule });
  return rule;
}

/** True if a rule covers the code on the last node of the target's path. */
function covers(rules: readonly StatementRule[], code: string, target: Target): boolean {
  const service = serviceOf(code);
  return rules.some((rule) => rule.hasAction(code) && rule.hasTarget(service, target));
}

/** Everything that a user's policies grant and deny. */
export class Grants {
  private readonly allow: StatementRule[] = [];
  private readonly deny: StatementRule[] = [];
  private all: readonly Rule[] | undefined;

  /** Malformed resources neither grant nor deny anything. */
  constructor(statements: readonly PolicyStatement[], prefix: string) {
    for (const statement of statements) {
      (statement.effect === "Deny" ? this.deny : this.allow).push(ruleOf(statement, prefix));
    }
  }

  /** Returns all statements, Allow and Deny. */
  rules(): readonly Rule[] {
    this.all ??= [...this.allow, ...this.deny];
    return this.all;
  }

  /** True if any statement denies something. */
  denies(): boolean {
    return this.deny.length > 0;
  }

  /** True if `code` is granted on the last node of the target's path, and not denied. */
  allows(code: string, target: Target): boolean {
    return covers(this.allow, code, target) && !this.takes(code, target);
  }

  /** True if a statement denies `code` on the target; this overrides grants. */
  takes(code: string, target: Target): boolean {
    return covers(this.deny, code, target);
  }

  /**
   * True if anything is granted on some part of the organisation or customer, so that the user may know that
   * it exists.
   */
  reaches(place: { organizationId: string; awsRegion?: string; customerId?: string }): boolean {
    return this.allow.some((rule) =>
      rule.groups.some(
        (pattern) =>
          matchesPart(pattern.organizationId, place.organizationId) &&
          (place.awsRegion === undefined || matchesPart(pattern.awsRegion, place.awsRegion)) &&
          (place.customerId === undefined || matchesPart(pattern.customerId, place.customerId)),
      ),
    );
  }

  /** True if nothing is granted outside the customer. */
  staysWithin(customerId: string): boolean {
    return this.allow.every((rule) => rule.groups.every((pattern) => pattern.customerId === customerId));
  }

  /** True if `code` may be granted on some customer of the organisation; `allows` decides for each customer. */
  allowsWithin(code: string, organizationId: string): boolean {
    return this.allow.some(
      (rule) =>
        rule.hasAction(code) &&
        rule.groups.some((pattern) => matchesPart(pattern.organizationId, organizationId)),
    );
  }

  /** Returns the organisations named by the grants; undefined means all. */
  organizationIds(): Set<string> | undefined {
    const ids = new Set(this.allow.flatMap((rule) => rule.groups.map((pattern) => pattern.organizationId)));
    return ids.has("*") ? undefined : ids;
  }

  /** True if the user has the organisation's wildcard ("*": that of all organisations) and no denies. */
  holdsAll(organizationId: string): boolean {
    return this.deny.length === 0 && this.hasWildcard(organizationId);
  }

  /**
   * True if the policies hold a wildcard on an organisation, i.e. every action on all of it (ORG-44). Without
   * an id: on any organisation; with "*": on all of them, including future ones.
   */
  hasWildcard(organizationId?: string): boolean {
    const organizationsOf = (rules: readonly Rule[]) =>
      rules
        .filter((rule) => rule.actions.includes("*"))
        .flatMap((rule) => rule.groups)
        .filter(
          ({ service, awsRegion, customerId, hierarchyIds }) =>
            hierarchyIds.has("*") && [service, awsRegion, customerId].every((part) => part === "*"),
        )
        .map((pattern) => pattern.organizationId);
    const denied = organizationsOf(this.deny);
    return organizationsOf(this.allow).some((granted) => {
      if (organizationId === "*") return granted === "*" && denied.length === 0;
      if (organizationId !== undefined)
        return (
          matchesPart(granted, organizationId) && !denied.some((one) => matchesPart(one, organizationId))
        );
      return !denied.includes("*") && !denied.includes(granted);
    });
  }
}
