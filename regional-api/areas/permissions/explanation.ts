/** Explains what policies allow at a customer, and which of them do (USER-88). */
import { codesOf, sectionActions, wholeCustomerCodes } from "../../core/permissions";
import { Grants, parsePattern, type Pattern, type PolicyStatement, type Target } from "../../core/policy";

export const verdicts = ["ALLOWED", "PARTLY", "INEFFECTIVE", "DENIED", "NOT_GIVEN"] as const;

/** A policy with its origin. */
export interface Source<Origin> {
  readonly origin: Origin;
  readonly statements: readonly PolicyStatement[];
}

/** A policy that grants or denies an action at the customer. */
interface Reason<Origin> {
  readonly origin: Origin;
  readonly effect: PolicyStatement["effect"];
  /** The policy's resource patterns that lie within the customer. */
  readonly patterns: readonly Pattern[];
}

export interface ActionExplanation<Origin> {
  /** "Section - Action name". */
  readonly action: string;
  /**
   * Allowed on all, some or no departments; "INEFFECTIVE" if allowed on some where only the whole customer
   * counts (PERM-76); "NOT_GIVEN" if no policy names it.
   */
  readonly verdict: (typeof verdicts)[number];
  readonly reasons: readonly Reason<Origin>[];
}

/**
 * Resources of a statement that differ only in their departments, so that an action matches all of them or
 * none.
 */
interface Unit<Origin> {
  readonly origin: Origin;
  readonly effect: PolicyStatement["effect"];
  readonly patterns: Pattern[];
  readonly grants: Grants;
  readonly target: Target;
}

/**
 * Returns what the policies grant and deny in any part of the customer, by action. `root` is the customer's root department; `departments` are all active ones including
 * the root. An action with several codes is granted only if all of them are, and denied if any is.
 */
export function explain<Origin>(
  sources: readonly Source<Origin>[],
  root: Target,
  departments: readonly Target[],
  prefix: string,
  actions: readonly string[] = Object.values(sectionActions).flat(),
): ActionExplanation<Origin>[] {
  const paths = new Map(departments.map((one) => [one.hierarchyPath.at(-1) ?? "", one]));
  const units = sources.flatMap(({ origin, statements }) =>
    statements.flatMap(({ actions, resources, effect }) => {
      const found = new Map<string, Unit<Origin>>();
      for (const text of new Set(resources)) {
        const pattern = parsePattern(text, prefix);
        const target = pattern?.hierarchyId === "*" ? root : paths.get(pattern?.hierarchyId ?? "");
        if (!pattern || !target) continue;
        const key = `${pattern.service}:${placeOf({ ...pattern, hierarchyId: "" })}`;
        const known = found.get(key);
        if (known) known.patterns.push(pattern);
        else {
          // Evaluates each resource separately, as an Allow, with the evaluation that decides every call.
          const grants = new Grants([{ actions, resources: [text], effect: "Allow" }], prefix);
          found.set(key, { origin, effect, patterns: [pattern], grants, target });
        }
      }
      return [...found.values()];
    }),
  );
  const all = new Grants(
    sources.flatMap(({ statements }) => statements),
    prefix,
  );

  const heldByCode = new Map<string, readonly boolean[]>();
  const heldOf = (code: string) => {
    const held = heldByCode.get(code) ?? departments.map((target) => all.allows(code, target));
    heldByCode.set(code, held);
    return held;
  };

  const explainOne = (action: string): ActionExplanation<Origin> => {
    const notGiven = { action, verdict: "NOT_GIVEN", reasons: [] } as const;
    const codes = codesOf(action) ?? [];
    const meets = (code: string) => units.filter(({ grants, target }) => grants.allows(code, target));
    const met = new Set(codes.flatMap(meets));
    const given = [...met].filter(({ effect }) => effect === "Allow");
    const denied = [...met].filter(({ effect }) => effect === "Deny");
    const isGiven = codes.every((code) => given.some(({ grants, target }) => grants.allows(code, target)));
    if (!isGiven && denied.length === 0) return notGiven;
    const held = departments.filter((_target, at) => codes.every((code) => heldOf(code)[at])).length;
    const isOfWhole = codes.some((code) => wholeCustomerCodes.has(code));
    const isHeldByAll = isOfWhole
      ? codes.every((code) => all.allows(code, root))
      : held === departments.length;
    const partly = isOfWhole ? "INEFFECTIVE" : "PARTLY";
    const verdict = isHeldByAll ? "ALLOWED" : held > 0 ? partly : "DENIED";
    // Codes granted on different departments do not make up an action on any of them.
    if (verdict === "DENIED" && denied.length === 0) return notGiven;
    return { action, verdict, reasons: merged([...given, ...denied]) };
  };
  return actions.map(explainOne);
}

/** Merges units into one reason per policy and effect. */
function merged<Origin>(units: readonly Unit<Origin>[]): Reason<Origin>[] {
  const reasons: { origin: Origin; effect: PolicyStatement["effect"]; places: Map<string, Pattern> }[] = [];
  for (const { origin, effect, patterns } of units) {
    let reason = reasons.find((one) => one.origin === origin && one.effect === effect);
    if (!reason) reasons.push((reason = { origin, effect, places: new Map() }));
    for (const pattern of patterns) {
      const place = placeOf(pattern);
      if (!reason.places.has(place)) reason.places.set(place, pattern);
    }
  }
  return reasons.map(({ places, ...reason }) => ({ ...reason, patterns: [...places.values()] }));
}

const placeOf = ({ awsRegion, organizationId, customerId, hierarchyId }: Pattern) =>
  [awsRegion, organizationId, customerId, hierarchyId].join(":");
