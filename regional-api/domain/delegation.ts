/**
 * The rule behind every change of people, groups and policies: nobody gives, or takes away, more rights than they hold
 * (GRP-53, PERM-60, POL-29). Every operation that touches one of these asks `firstBeyond`; there is no second way.
 */
import { fits, serviceOf, type Grants, type Pattern, type Rule, type Target } from "./policy";

/** What is known of customers and departments, of every region, archived ones included. */
export interface Places {
  readonly customer: (
    id: string,
  ) => { awsRegion: string; organizationId: string; rootHierarchyId: string } | undefined;
  /** The department's customer, and the ids from the root down to it. */
  readonly department: (id: string) => { customerId: string; hierarchyPath: readonly string[] } | undefined;
}

/** Somebody's rights, and the rules that they come from. */
export type Holder = Pick<Grants, "allows" | "rules">;

/** A right on a department, as `Grants.allows` takes it. */
export interface Right {
  readonly code: string;
  readonly target: Target;
}

/** Policies that need more comparisons than this are refused, so that no policy can stop the server. */
const maxRights = 100_000;

const isNamed = (part: string) => part !== "*";

/** The values that patterns name, and one that none of them names: it stands for everything else, now or to come. */
class Named {
  readonly values: ReadonlySet<string>;
  readonly all: readonly string[];

  constructor(values: Iterable<string>) {
    this.values = new Set(values);
    const longest = Math.max(0, ...[...this.values].map((value) => value.length));
    this.all = [...this.values, "~".repeat(longest + 1)];
  }

  /** The values that a part of a pattern stands for. */
  meantBy(part: string): readonly string[] {
    return isNamed(part) ? [part] : this.all;
  }
}

/** All that two people's policies name. Rights which no statement tells apart are represented by one of them. */
class Vocabulary {
  private readonly patterns: readonly Pattern[];
  private readonly regions: Named;
  private readonly organizations: Named;
  private readonly customers: Named;
  private readonly hierarchies: Named;
  private readonly rules: readonly Rule[];
  private known: readonly string[] | undefined;

  constructor(
    grants: readonly Pick<Grants, "rules">[],
    private readonly places: Places,
  ) {
    this.rules = grants.flatMap((one) => one.rules());
    this.patterns = this.rules.flatMap((rule) => rule.patterns);
    const named = (part: keyof Pattern) =>
      new Named(this.patterns.map((pattern) => pattern[part]).filter(isNamed));
    this.regions = named("awsRegion");
    this.organizations = named("organizationId");
    this.hierarchies = named("hierarchyId");
    this.customers = new Named([
      ...named("customerId").values,
      ...[...this.hierarchies.values].flatMap((id) => places.department(id)?.customerId ?? []),
    ]);
  }

  /** Every code that is named, and one of each service, named or not, that is not. */
  private allCodes(): readonly string[] {
    const actions = this.rules.flatMap((rule) => rule.actions).filter(isNamed);
    const exact = actions.filter((action) => !action.endsWith(":*"));
    const services = new Named([
      ...actions.map(serviceOf),
      ...this.patterns.map((pattern) => pattern.service).filter(isNamed),
    ]);
    const other = new Named(exact.map((code) => code.slice(code.indexOf(":") + 1))).all.at(-1) ?? "~";
    return [...new Set([...exact, ...services.all.map((service) => `${service}:${other}`)])];
  }

  /** The codes an action stands for on a service. */
  codesOf(action: string, service: string): readonly string[] {
    const isMeant = (code: string) => fits(service, serviceOf(code));
    if (isNamed(action) && !action.endsWith(":*")) return [action].filter(isMeant);
    this.known ??= this.allCodes();
    return this.known.filter(
      (code) => isMeant(code) && (action === "*" || code.startsWith(action.slice(0, -1))),
    );
  }

  /** The departments a pattern stands for. Those below one that is named are like it, unless named themselves. */
  *targetsOf(pattern: Pattern): Generator<Target> {
    for (const customerId of this.customers.meantBy(pattern.customerId)) {
      const known = this.places.customer(customerId);
      const regions = known ? [known.awsRegion] : this.regions.meantBy(pattern.awsRegion);
      const organizations = known
        ? [known.organizationId]
        : this.organizations.meantBy(pattern.organizationId);
      const paths = this.pathsOf(customerId, pattern.hierarchyId, known?.rootHierarchyId);
      for (const awsRegion of regions.filter((region) => fits(pattern.awsRegion, region))) {
        for (const organizationId of organizations.filter((id) => fits(pattern.organizationId, id))) {
          for (const hierarchyPath of paths) {
            yield { awsRegion, organizationId, customerId, hierarchyPath };
          }
        }
      }
    }
  }

  private pathsOf(customerId: string, hierarchyId: string, rootId: string | undefined) {
    const top = isNamed(hierarchyId) ? hierarchyId : (rootId ?? this.hierarchies.all.at(-1) ?? "~");
    const named = this.patterns
      .filter((pattern) => fits(pattern.customerId, customerId) && isNamed(pattern.hierarchyId))
      .map((pattern) => pattern.hierarchyId);
    return [...new Set([top, ...named])]
      .map((id) => this.places.department(id) ?? { customerId, hierarchyPath: [id] })
      .filter((department) => department.customerId === customerId)
      .map((department) => department.hierarchyPath)
      .filter((path) => !isNamed(hierarchyId) || path.includes(hierarchyId));
  }
}

/**
 * A right that `policies` grant or deny and `holder` lacks; undefined when there is none, which means: the holder may
 * give these policies to others, take them away, change, archive and restore what has them. What is denied counts like
 * what is granted, since lifting a Deny gives and imposing one takes away. "unknown" when it would take too long to tell.
 */
export function firstBeyond(holder: Holder, policies: Grants, places: Places): Right | "unknown" | undefined {
  const vocabulary = new Vocabulary([holder, policies], places);
  let compared = 0;
  for (const rule of policies.rules()) {
    for (const pattern of rule.patterns) {
      const codes = new Set(rule.actions.flatMap((action) => vocabulary.codesOf(action, pattern.service)));
      if (codes.size === 0) continue;
      for (const target of vocabulary.targetsOf(pattern)) {
        for (const code of codes) {
          compared += 1;
          if (compared > maxRights) return "unknown";
          if (!holder.allows(code, target)) return { code, target };
        }
      }
    }
  }
  return undefined;
}
