/** Statements of an access policy as form fields, and as sent to the API (POL-09, POL-16). */
import {
  anyPlace,
  emptyRow,
  type RuleErrors,
  mistakesOf,
  readRule,
  type Rule,
} from "~/models/rules/rule-draft";

export const effects = ["Allow", "Deny"] as const;
export type Effect = (typeof effects)[number];

/** A statement in the API's shape; those with the same `rule` are one in the form. */
export type Statement = { actions: string[]; resources: string[]; effect: Effect; rule?: number };

/**
 * A statement in the form. One that the form cannot express is `kept` as stored (POL-25). `rule` is its stored number:
 * null if stored without one, undefined if not stored yet.
 */
export type StatementDraft = Rule & { effect: Effect; kept: Statement[]; rule?: number | null | undefined };

/** `rules` are its statements; their field names count from 1. */
export type PolicyDraft = { name: string; description: string; rules: StatementDraft[] };

export const maxStatements = 20;

/** An empty statement. */
export const newStatement = (): StatementDraft => ({
  effect: "Allow",
  rows: [emptyRow],
  actions: [],
  kept: [],
});

/** An empty policy (POL-08, POL-09). */
export const newPolicy = (): PolicyDraft => ({ name: "", description: "", rules: [newStatement()] });

/** The posted stored number of a statement; undefined for a new one. */
function readStoredRule(text: FormDataEntryValue | null): StatementDraft["rule"] {
  if (text === "") return null;
  return typeof text === "string" && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** The posted statement with this number, without `kept` statements. */
export const readStatement = (form: FormData, number: number): StatementDraft => ({
  ...readRule(form, number),
  effect: form.get(`effect.${number}`) === "Deny" ? "Deny" : "Allow",
  rule: readStoredRule(form.get(`stored.${number}`)),
  kept: [],
});

/** Validation errors of the statements, by field name (POL-15). */
export const mistakesInStatements = ({ rules }: PolicyDraft): RuleErrors =>
  Object.assign(
    {},
    ...rules.map((rule, at) => (rule.kept.length > 0 ? {} : mistakesOf(rule, at + 1))),
  ) as RuleErrors;

/** Context for building statements: codes per action, resource prefix, customers' regions. */
export type StatementContext = {
  codes: Readonly<Record<string, readonly string[]>>;
  prefix: string;
  organizationId: string;
  /** Region by customer id. */
  regions: Readonly<Record<string, string>>;
};

const serviceOf = (code: string) => code.slice(0, code.indexOf(":"));

/** A form statement as API statements: one per service of its actions (PERM-58), all with the same number. */
export function statementsOf(
  { effect, rows, actions, kept }: StatementDraft,
  rule: number | null,
  { codes, prefix, organizationId, regions }: StatementContext,
): Statement[] {
  if (kept.length > 0) return kept;
  const places = rows
    .filter(({ customer }) => customer === anyPlace || Object.hasOwn(regions, customer))
    .flatMap(({ customer, departments }) =>
      departments.map((department) =>
        [customer === anyPlace ? anyPlace : regions[customer], organizationId, customer, department].join(
          ":",
        ),
      ),
    );
  const chosen = [
    ...new Set(actions.flatMap((label) => (Object.hasOwn(codes, label) ? (codes[label] ?? []) : []))),
  ];
  return [...new Set(chosen.map(serviceOf))].map((service) => ({
    effect,
    ...(rule !== null && { rule }),
    actions: chosen.filter((code) => serviceOf(code) === service),
    resources: places.map((place) => `${prefix}:${service}:${place}`),
  }));
}

/**
 * All form statements in the API's shape. Stored ones keep their number, which the permission tabs identify their rules
 * by (POL-25, POL-28). New ones, and any that would be merged with another when read back, get the lowest free number.
 */
export function allStatementsOf(
  { rules }: Pick<PolicyDraft, "rules">,
  writing: StatementContext,
): Statement[] {
  // 0 is the number of the tabs' Basic rule. A statement without a number may be that rule if no other
  // statement has number 0.
  const taken = new Set(
    rules.flatMap(({ rule, kept }) => [rule === null ? 0 : rule, ...kept.map((one) => one.rule)]),
  );
  const found = new Set<string>();
  let lowest = 0;
  const numberOf = ({ effect, rows, rule }: StatementDraft): number | null => {
    const key = JSON.stringify([effect, rows, rule]);
    if (rule !== undefined && !found.has(key)) {
      found.add(key);
      return rule;
    }
    while (taken.has(lowest)) lowest += 1;
    return lowest++;
  };
  return rules.flatMap((one) => (one.kept.length > 0 ? one.kept : statementsOf(one, numberOf(one), writing)));
}
