/**
 * Policy statements and what they grant. Resources read
 * "{prefix}:{service}:{region}:{organization}:{customer}:{hierarchy}" (PERM-58), any part may be "*",
 * and a lone "*" is everything. A granted hierarchy covers its descendants (PERM-13).
 * Deny beats Allow (POL-27).
 */
import { z } from "zod/v4";

export interface PolicyStatement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly effect: "Allow" | "Deny";
}

const policyStatement = z.object({
  actions: z.array(z.string()),
  resources: z.array(z.string()),
  effect: z.enum(["Allow", "Deny"]),
  /** Which rule of the permission tabs it was made for; see permission-form.ts. */
  rule: z.int().optional(),
});

const statementList = z.array(policyStatement);

/** A statement as it is stored: `rule` is 0 for Basic of the permission tabs and n for Advanced Rule n. */
export type StoredStatement = PolicyStatement & { readonly rule?: number | undefined };

// Keyed by the stored text itself, so an entry can never be stale.
const parsedStatements = new Map<string, StoredStatement[]>();
const maxParsed = 2_000;

/** The statements of a policy, from their stored JSON. */
export function parseStatements(text: string): StoredStatement[] {
  let statements = parsedStatements.get(text);
  if (!statements) {
    statements = statementList.parse(JSON.parse(text));
    if (parsedStatements.size >= maxParsed) parsedStatements.clear();
    parsedStatements.set(text, statements);
  }
  return statements;
}

/** Region, organisation, customer and hierarchy of a resource; "*" stands for any. */
export interface ResourceScope {
  readonly awsRegion: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly hierarchyId: string;
}

/** A hierarchy node of one customer, with the ids from the root down to it. */
export interface Target {
  readonly awsRegion: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly hierarchyPath: readonly string[];
}

/** The resource string of a service on a scope. */
export function resource(prefix: string, service: string, scope: ResourceScope): string {
  return [prefix, service, scope.awsRegion, scope.organizationId, scope.customerId, scope.hierarchyId].join(
    ":",
  );
}

/** A resource of a statement, taken apart. */
export interface Pattern extends ResourceScope {
  readonly service: string;
}

/** A statement's actions on its resources. */
export interface Rule {
  readonly actions: readonly string[];
  readonly patterns: readonly Pattern[];
}

const everything: Pattern = {
  service: "*",
  awsRegion: "*",
  organizationId: "*",
  customerId: "*",
  hierarchyId: "*",
};

/** A resource string taken apart; undefined when it cannot be read or is another product's. */
export function parsePattern(text: string, prefix: string): Pattern | undefined {
  if (text === "*") return everything;
  const [head, service, awsRegion, organizationId, customerId, hierarchyId, ...rest] = text.split(":");
  const matchesPrefix = head === prefix || head === "*";
  if (!matchesPrefix || !service || !awsRegion || !organizationId || !customerId || !hierarchyId)
    return undefined;
  return rest.length > 0 ? undefined : { service, awsRegion, organizationId, customerId, hierarchyId };
}

/** The service of a code or an action: what is before the colon. */
export const serviceOf = (code: string): string => code.slice(0, code.indexOf(":"));

/** Whether a part of a pattern stands for a value. */
export const fits = (pattern: string, value: string): boolean => pattern === "*" || pattern === value;

function actionFits(action: string, code: string): boolean {
  if (action === "*" || action === code) return true;
  return action.endsWith(":*") && code.startsWith(action.slice(0, -1));
}

/** Whether a rule has the action on the last node of the target's hierarchy path. */
function covers(rules: readonly Rule[], code: string, target: Target): boolean {
  const service = serviceOf(code);
  return rules.some(
    (rule) =>
      rule.actions.some((action) => actionFits(action, code)) &&
      rule.patterns.some(
        (pattern) =>
          fits(pattern.service, service) &&
          fits(pattern.awsRegion, target.awsRegion) &&
          fits(pattern.organizationId, target.organizationId) &&
          fits(pattern.customerId, target.customerId) &&
          (pattern.hierarchyId === "*" || target.hierarchyPath.includes(pattern.hierarchyId)),
      ),
  );
}

/** All that one person's policies grant and deny. */
export class Grants {
  private readonly allow: Rule[] = [];
  private readonly deny: Rule[] = [];

  /** Statements whose resources cannot be read grant and deny nothing. */
  constructor(statements: readonly PolicyStatement[], prefix: string) {
    for (const statement of statements) {
      const patterns = statement.resources
        .map((text) => parsePattern(text, prefix))
        .filter((pattern) => pattern !== undefined);
      (statement.effect === "Deny" ? this.deny : this.allow).push({ actions: statement.actions, patterns });
    }
  }

  /** Every statement that can be read, whether it allows or denies. */
  rules(): readonly Rule[] {
    return [...this.allow, ...this.deny];
  }

  /** Whether anything is taken away. */
  denies(): boolean {
    return this.deny.length > 0;
  }

  /** Whether `code` is granted on the last node of the target's hierarchy path. */
  allows(code: string, target: Target): boolean {
    return covers(this.allow, code, target) && !this.takes(code, target);
  }

  /** Whether a statement takes `code` away there, whatever others grant. */
  takes(code: string, target: Target): boolean {
    return covers(this.deny, code, target);
  }

  /** Whether anything is granted on some part of the organisation or customer: then its existence is no secret. */
  reaches(place: { organizationId: string; awsRegion?: string; customerId?: string }): boolean {
    return this.allow.some((rule) =>
      rule.patterns.some(
        (pattern) =>
          fits(pattern.organizationId, place.organizationId) &&
          (place.awsRegion === undefined || fits(pattern.awsRegion, place.awsRegion)) &&
          (place.customerId === undefined || fits(pattern.customerId, place.customerId)),
      ),
    );
  }

  /** Whether nothing is granted outside of the customer. */
  staysWithin(customerId: string): boolean {
    return this.allow.every((rule) => rule.patterns.every((pattern) => pattern.customerId === customerId));
  }

  /** Whether `code` may be granted on some customer of the organisation; which ones, `allows` tells. */
  allowsWithin(code: string, organizationId: string): boolean {
    return this.allow.some(
      (rule) =>
        rule.actions.some((action) => actionFits(action, code)) &&
        rule.patterns.some((pattern) => fits(pattern.organizationId, organizationId)),
    );
  }

  /** The organisations named by what is granted; undefined when it is every one. */
  organizationIds(): Set<string> | undefined {
    const ids = new Set(this.allow.flatMap((rule) => rule.patterns.map((pattern) => pattern.organizationId)));
    return ids.has("*") ? undefined : ids;
  }

  /**
   * Whether the policies are a wildcard on an organisation: every action, on all of it (ORG-44). Without an id, on
   * some organisation; with "*", on every one, those to come included.
   */
  hasWildcard(organizationId?: string): boolean {
    const organizationsOf = (rules: readonly Rule[]) =>
      rules
        .filter((rule) => rule.actions.includes("*"))
        .flatMap((rule) => rule.patterns)
        .filter((pattern) =>
          [pattern.service, pattern.awsRegion, pattern.customerId, pattern.hierarchyId].every(
            (part) => part === "*",
          ),
        )
        .map((pattern) => pattern.organizationId);
    const denied = organizationsOf(this.deny);
    return organizationsOf(this.allow).some((granted) => {
      if (organizationId === "*") return granted === "*" && denied.length === 0;
      if (organizationId !== undefined)
        return fits(granted, organizationId) && !denied.some((one) => fits(one, organizationId));
      return !denied.includes("*") && !denied.includes(granted);
    });
  }
}
