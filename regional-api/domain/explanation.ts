/** What somebody may do at a customer, and which policies say so (USER-88). */
import { codesOf, sectionActions } from "./permissions";
import { Grants, type Pattern, type PolicyStatement, type Target } from "./policy";

/** A policy that counts for somebody, with whatever tells where it comes from. */
export interface Source<Origin> {
  readonly origin: Origin;
  readonly statements: readonly PolicyStatement[];
}

/** A policy that gives or denies an action at the customer. */
interface Reason<Origin> {
  readonly origin: Origin;
  readonly effect: PolicyStatement["effect"];
  /** The parts of its resources that lie at the customer. */
  readonly patterns: readonly Pattern[];
}

export interface Explained<Origin> {
  /** "Section - Action name". */
  readonly action: string;
  readonly verdict: "ALLOWED" | "PARTLY" | "DENIED";
  readonly reasons: readonly Reason<Origin>[];
}

interface Unit<Origin> {
  readonly origin: Origin;
  readonly effect: PolicyStatement["effect"];
  readonly pattern: Pattern;
  readonly grants: Grants;
  readonly target: Target;
}

/**
 * Every action that the policies grant or deny on a part of the customer, in the order of the table of permissions. `root`
 * is the customer's root department and `departments` are all of its active ones, the root among them. An action that
 * needs several codes is held with all of them, and denied with one.
 */
export function explain<Origin>(
  sources: readonly Source<Origin>[],
  root: Target,
  departments: readonly Target[],
  prefix: string,
): Explained<Origin>[] {
  const paths = new Map(departments.map((one) => [one.hierarchyPath.at(-1) ?? "", one]));
  const units = sources.flatMap(({ origin, statements }) =>
    statements.flatMap(({ actions, resources, effect }) =>
      resources.flatMap((text): Unit<Origin>[] => {
        // One resource at a time, as if it allowed: whether it is met is asked by the rule that decides every call.
        const grants = new Grants([{ actions, resources: [text], effect: "Allow" }], prefix);
        const pattern = grants.rules()[0]?.patterns[0];
        const target = pattern?.hierarchyId === "*" ? root : paths.get(pattern?.hierarchyId ?? "");
        return pattern && target ? [{ origin, effect, pattern, grants, target }] : [];
      }),
    ),
  );
  const all = new Grants(
    sources.flatMap(({ statements }) => statements),
    prefix,
  );

  const explainOne = (action: string): Explained<Origin>[] => {
    const codes = codesOf(action) ?? [];
    const meets = (code: string) => units.filter(({ grants, target }) => grants.allows(code, target));
    const met = new Set(codes.flatMap(meets));
    const given = [...met].filter(({ effect }) => effect === "Allow");
    const denied = [...met].filter(({ effect }) => effect === "Deny");
    const isGiven = codes.every((code) => given.some(({ grants, target }) => grants.allows(code, target)));
    if (!isGiven && denied.length === 0) return [];
    const holdsOn = (target: Target) => codes.every((code) => all.allows(code, target));
    const held = departments.filter(holdsOn).length;
    const verdict = held === departments.length ? "ALLOWED" : held > 0 ? "PARTLY" : "DENIED";
    // Codes that lie on different departments make no action anywhere.
    if (verdict === "DENIED" && denied.length === 0) return [];
    return [{ action, verdict, reasons: merged([...given, ...denied]) }];
  };
  return Object.values(sectionActions).flat().flatMap(explainOne);
}

/** One reason for each policy and effect, whatever number of statements and resources it has. */
function merged<Origin>(units: readonly Unit<Origin>[]): Reason<Origin>[] {
  const reasons: { origin: Origin; effect: PolicyStatement["effect"]; patterns: Pattern[] }[] = [];
  for (const { origin, effect, pattern } of units) {
    const known = reasons.find((one) => one.origin === origin && one.effect === effect);
    if (!known) reasons.push({ origin, effect, patterns: [pattern] });
    else if (!known.patterns.some((one) => placeOf(one) === placeOf(pattern))) known.patterns.push(pattern);
  }
  return reasons;
}

const placeOf = ({ awsRegion, organizationId, customerId, hierarchyId }: Pattern) =>
  [awsRegion, organizationId, customerId, hierarchyId].join(":");
