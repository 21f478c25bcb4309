/** The form of a permission tab as it is posted and drawn, with scripts and without (PERM-04, PERM-15, PERM-31, PERM-32). */

/** A customer of a rule: its id, "*" for any, "" while none is chosen; and the departments that are chosen. */
export type Row = { customer: string; departments: string[] };
export type Rule = { rows: Row[]; actions: string[] };
/** Basic first, then the advanced rules. `isUnlocked`: a policy that allows everything is to be replaced. */
export type Draft = { rules: Rule[]; isUnlocked: boolean };

export const maxAdvancedRules = 20;
/** So many customers a rule is given here; one that another client stored with more keeps them. */
export const maxRows = 50;
/** So many rules and rows of one are read: a post with a field of a higher number is refused as a whole (formLimits). */
const mostRead = 201;
export const anyPlace = "*";

const count = (form: FormData, name: string, most: number) =>
  Math.min(Math.max(0, Number.parseInt(String(form.get(name)), 10) || 0), most);

const texts = (form: FormData, name: string) => [...new Set(form.getAll(name).map(String))];

/** One rule as it was posted. Departments of a customer that has just been changed are those of the former one, and go. */
export function readRule(form: FormData, rule: number): Rule {
  const rows = Array.from({ length: count(form, `rows.${rule}`, mostRead) }, (_row, row): Row => {
    const customer = String(form.get(`customer.${rule}.${row}`) ?? "").slice(0, 100);
    const isSame = customer === form.get(`was.${rule}.${row}`);
    const departments = isSame ? texts(form, `department.${rule}.${row}`) : [];
    return { customer, departments: customer === anyPlace ? [anyPlace] : departments };
  });
  return { rows, actions: texts(form, `action.${rule}`) };
}

/** What was posted. */
export function readDraft(form: FormData): Draft {
  const rules = Array.from({ length: count(form, "rules", mostRead) }, (_, rule) => readRule(form, rule));
  return { rules, isUnlocked: form.get("unlocked") === "1" };
}

const replaced = <T>(list: readonly T[], at: number, change: (one: T) => T): T[] =>
  list.map((one, index) => (index === at ? change(one) : one));

/** The draft with one rule changed. */
export const withRule = (draft: Draft, at: number, change: (rule: Rule) => Rule): Draft => ({
  ...draft,
  rules: replaced(draft.rules, at, change),
});

/** The draft with other actions in a rule. */
export const withActions = (
  draft: Draft,
  at: number,
  change: (actions: string[]) => readonly string[],
): Draft => withRule(draft, at, (rule) => ({ ...rule, actions: [...new Set(change(rule.actions))] }));

export const emptyRow: Row = { customer: "", departments: [] };

/** The template whose actions are just these, if there is one (PERM-42). */
export function templateOf(
  actions: readonly string[],
  templates: Readonly<Record<string, readonly string[]>>,
): string {
  const chosen = new Set(actions);
  const isSame = (of: readonly string[]) =>
    of.length === chosen.size && of.every((label) => chosen.has(label));
  return Object.entries(templates).find(([, of]) => isSame(of))?.[0] ?? "";
}

/**
 * The rules with the actions of the templates that were chosen and not taken over: without scripts choosing one changes
 * nothing by itself. `first` is the number of the first rule in the form. Undefined when there is none.
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

/** What is wrong in a form, by the name of its field. */
export type Mistakes = Record<string, "customer" | "twice" | "department" | "action">;

/** What is wrong in the rule of this number; Basic, which is 0, may have no action (PERM-18, PERM-21..PERM-23). */
export function mistakesOf({ rows, actions }: Rule, rule: number): Mistakes {
  const mistakes: Mistakes = {};
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

/** What is wrong in all of them. */
export const mistakesIn = ({ rules }: Draft): Mistakes =>
  Object.assign({}, ...rules.map(mistakesOf)) as Mistakes;

type Department = { _id: string; level: number };
type Choice = { id: string; departments: readonly Department[] | null };

const inRows = <R extends Rule>(
  rule: R,
  choices: readonly Choice[],
  change: (chosen: readonly string[], tree: readonly Department[]) => string[],
): R => ({
  ...rule,
  rows: rule.rows.map((row) => ({
    ...row,
    departments: change(row.departments, choices.find(({ id }) => id === row.customer)?.departments ?? []),
  })),
});

/** A rule with all boxes that it ticks: departments with those below them. */
export const shownRule = <R extends Rule>(rule: R, choices: readonly Choice[]): R =>
  inRows(rule, choices, withBelow);

/** A rule with the top departments alone (PERM-63). */
export const narrowedRule = <R extends Rule>(rule: R, choices: readonly Choice[]): R =>
  inRows(rule, choices, topDepartments);

/** The chosen departments without those that another chosen one covers (PERM-63); parents come before their children. */
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

/** The chosen departments with all below them, as the boxes show them (PERM-13). */
export function withBelow(chosen: readonly string[], tree: readonly Department[]): string[] {
  let coveredBelow = Infinity;
  const covered = tree.filter(({ _id, level }) => {
    if (level > coveredBelow) return true;
    coveredBelow = chosen.includes(_id) ? level : Infinity;
    return chosen.includes(_id);
  });
  return [...new Set([...covered.map(({ _id }) => _id), ...chosen])];
}
