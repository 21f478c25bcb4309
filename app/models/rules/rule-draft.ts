/** Rules in the forms of groups and policies, with and without JS (PERM-04, PERM-15, PERM-31, PERM-32). */

/** A customer of a rule: its id, "*" for any or "" if not chosen; and its chosen departments. */
export type Row = { customer: string; departments: string[] };
export type Rule = { rows: Row[]; actions: string[] };
/** Maximum customers that can be added to a rule. A rule stored with more by another client keeps them. */
export const maxRows = 50;
/** Maximum rules, and rows per rule, that are read. Higher numbers are already refused (formLimits). */
const maxReadRows = 201;
export const anyPlace = "*";

/** Number of posted rules or rows. */
export const postedCount = (form: FormData, name: string) =>
  Math.min(Math.max(0, Number.parseInt(String(form.get(name)), 10) || 0), maxReadRows);

const texts = (form: FormData, name: string) => [...new Set(form.getAll(name).map(String))];

/** Rules in the form's shape. */
export const toDraftRules = (
  rules: readonly {
    actions: readonly string[];
    customers: readonly { customerId: string; hierarchyIds: readonly string[] }[];
  }[],
): Rule[] =>
  rules.map(({ customers, actions }) => ({
    actions: [...actions],
    rows: customers.map(({ customerId, hierarchyIds }) => ({
      customer: customerId,
      departments: [...hierarchyIds],
    })),
  }));

/** One posted rule. If a row's customer was changed, its departments belong to the old one and are dropped. */
export function readRule(form: FormData, rule: number): Rule {
  const rows = Array.from({ length: postedCount(form, `rows.${rule}`) }, (_row, row): Row => {
    const customer = String(form.get(`customer.${rule}.${row}`) ?? "").slice(0, 100);
    const isSame = customer === form.get(`was.${rule}.${row}`);
    const departments = isSame ? texts(form, `department.${rule}.${row}`) : [];
    return { customer, departments: customer === anyPlace ? [anyPlace] : departments };
  });
  return { rows, actions: texts(form, `action.${rule}`) };
}

export const emptyRow: Row = { customer: "", departments: [] };

/** The template with exactly these actions, if any (PERM-42). */
export function templateOf(
  actions: readonly string[],
  templates: Readonly<Record<string, readonly string[]>>,
): string {
  const chosen = new Set(actions);
  const isSame = (of: readonly string[]) =>
    of.length === chosen.size && of.every((label) => chosen.has(label));
  return Object.entries(templates).find(([, of]) => isSame(of))?.[0] ?? "";
}

/** True if a template was chosen but not applied yet. */
export const hasTemplatesChosen = (form: FormData): boolean =>
  [...form].some(([name, key]) => {
    const shown = form.get(name.replace(/^template\./, "templateWas."));
    return name.startsWith("template.") && key !== "" && shown !== null && shown !== key;
  });

/**
 * Applies templates that were chosen but not applied yet: without JS, choosing one has no immediate effect. `first` is
 * the number of the form's first rule. Undefined if there are none.
 */
export function withTemplatesChosen<R extends Rule>(
  form: FormData,
  rules: readonly R[],
  templates: Readonly<Record<string, readonly string[]>>,
  first = 0,
): R[] | undefined {
  let isChosen = false;
  const changed = rules.map((rule, at): R => {
    const key = String(form.get(`template.${at + first}`) ?? "");
    const shown = form.get(`templateWas.${at + first}`) ?? key;
    const actions = Object.hasOwn(templates, key) ? templates[key] : undefined;
    if (!actions || key === shown || templateOf(rule.actions, templates) === key) return rule;
    isChosen = true;
    return { ...rule, actions: [...actions] };
  });
  return isChosen ? changed : undefined;
}

/** Validation errors by field name. */
export type RuleErrors = Record<
  string,
  "customer" | "twice" | "archived" | "department" | "removed" | "action"
>;

/** Validation errors of the rule with this number. Basic (number 0) needs no action (PERM-18, PERM-21..PERM-23). */
export function mistakesOf({ rows, actions }: Rule, rule: number): RuleErrors {
  const mistakes: RuleErrors = {};
  rows.forEach(({ customer, departments }, row) => {
    const at = `${rule}.${row}`;
    if (customer === "") mistakes[`customer.${at}`] = "customer";
    else if (rows.slice(0, row).some((other) => other.customer === customer))
      mistakes[`customer.${at}`] = "twice";
    else if (departments.length === 0) mistakes[`department.${at}`] = "department";
  });
  if (rule > 0 && actions.length === 0) mistakes[`action.${rule}`] = "action";
  return mistakes;
}

type Department = { _id: string; level: number };
type Choice = { id: string; departments: readonly Department[] | null };

const withDepartments = <R extends Rule>(
  rules: readonly R[],
  choices: readonly Choice[],
  change: (chosen: readonly string[], tree: readonly Department[]) => string[],
): R[] =>
  rules.map((rule) => ({
    ...rule,
    rows: rule.rows.map((row) => ({
      ...row,
      departments: change(row.departments, choices.find(({ id }) => id === row.customer)?.departments ?? []),
    })),
  }));

/** Rules with all boxes they tick: departments including descendants. */
export const withCoveredDepartments = <R extends Rule>(
  rules: readonly R[],
  choices: readonly Choice[],
): R[] => withDepartments(rules, choices, withDescendants);

/** Rules with only their topmost departments (PERM-63). */
export const narrowRules = <R extends Rule>(rules: readonly R[], choices: readonly Choice[]): R[] =>
  withDepartments(rules, choices, topDepartments);

/** Chosen departments not covered by a chosen ancestor (PERM-63); the tree must list parents before children. */
export function topDepartments(chosen: readonly string[], tree: readonly Department[]): string[] {
  let coveredBelow = Infinity;
  const top = tree.filter(({ _id, level }) => {
    if (level > coveredBelow) return false;
    coveredBelow = chosen.includes(_id) ? level : Infinity;
    return chosen.includes(_id);
  });
  const known = new Set(tree.map(({ _id }) => _id));
  return [...top.map(({ _id }) => _id), ...chosen.filter((id) => !known.has(id))];
}

/** Chosen departments with all descendants, as the boxes show them (PERM-13). */
export function withDescendants(chosen: readonly string[], tree: readonly Department[]): string[] {
  let coveredBelow = Infinity;
  const covered = tree.filter(({ _id, level }) => {
    if (level > coveredBelow) return true;
    coveredBelow = chosen.includes(_id) ? level : Infinity;
    return chosen.includes(_id);
  });
  return [...new Set([...covered.map(({ _id }) => _id), ...chosen])];
}
