/** The statements of an access policy as its form draws and posts them, and what they are sent as (POL-09, POL-16). */
import {
  anyPlace,
  emptyRow,
  type Mistakes,
  mistakesOf,
  readRule,
  type Rule,
} from "~/models/rules/rule-draft";

export const effects = ["Allow", "Deny"] as const;
export type Effect = (typeof effects)[number];

/** A statement as the API takes it: those of the same `rule` are one in the form. */
export type Statement = { actions: string[]; resources: string[]; effect: Effect; rule?: number };

/**
 * A statement of the form. One that the form has no words for is `kept` as it is stored (POL-25). `rule` is the number
 * that it is stored with: null without one, undefined for a statement that is not stored yet.
 */
export type StatementDraft = Rule & { effect: Effect; kept: Statement[]; rule?: number | null | undefined };

/** `rules` are its statements; in the names of their fields they are counted from 1, as people count them. */
export type PolicyDraft = { name: string; description: string; rules: StatementDraft[] };

export const maxStatements = 20;

/** A statement that nobody has chosen anything for yet. */
export const newStatement = (): StatementDraft => ({
  effect: "Allow",
  rows: [emptyRow],
  actions: [],
  kept: [],
});

/** A policy that nobody has typed anything into yet (POL-08, POL-09). */
export const newPolicy = (): PolicyDraft => ({ name: "", description: "", rules: [newStatement()] });

/** The number that a statement is stored with, as it was posted; without a field it is a new one. */
function readStoredRule(text: FormDataEntryValue | null): StatementDraft["rule"] {
  if (text === "") return null;
  return typeof text === "string" && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}

/** The statement of this number as it was posted, kept ones left out. */
export const readStatement = (form: FormData, number: number): StatementDraft => ({
  ...readRule(form, number),
  effect: form.get(`effect.${number}`) === "Deny" ? "Deny" : "Allow",
  rule: readStoredRule(form.get(`stored.${number}`)),
  kept: [],
});

/** The mistakes in the statements, by field name (POL-15). */
export const mistakesInStatements = ({ rules }: PolicyDraft): Mistakes =>
  Object.assign(
    {},
    ...rules.map((rule, at) => (rule.kept.length > 0 ? {} : mistakesOf(rule, at + 1))),
  ) as Mistakes;

/** The parts that statements are made of: the codes of each action, the prefix of resources, the customers' regions. */
export type Writing = {
  codes: Readonly<Record<string, readonly string[]>>;
  prefix: string;
  organizationId: string;
  /** The region of each customer, by its id. */
  regions: Readonly<Record<string, string>>;
};

const serviceOf = (code: string) => code.slice(0, code.indexOf(":"));

/** A statement of the form as the API takes it: one for each service of its actions (PERM-58), all with this number. */
export function statementsOf(
  { effect, rows, actions, kept }: StatementDraft,
  rule: number | null,
  { codes, prefix, organizationId, regions }: Writing,
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
 * All statements of the form as the API takes them. A stored one keeps its number, by which the permission tabs know their
 * rules (POL-25, POL-28); a new one gets the lowest that nothing has, and so does one that would be read as one with another.
 */
export function allStatementsOf({ rules }: Pick<PolicyDraft, "rules">, writing: Writing): Statement[] {
  // 0 is Basic of the permission tabs, which one without a number may be as long as no other has it.
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
