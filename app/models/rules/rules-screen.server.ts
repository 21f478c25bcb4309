/** The form of rules, in the permission tabs of groups and in access policies. */
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { type Difference, draftForm, type Edit } from "~/models/form/draft-form.server";
import { lastAdministrator, withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Question } from "~/services/form-answer";
import type { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";
import { choicesAgain, choicesFor, type CustomerChoice, goneIn } from "./rule-choices.server";
import {
  anyPlace,
  emptyRow,
  hasTemplatesChosen,
  maxRows,
  type Mistakes,
  type Rule,
  rulesNarrowed,
  rulesShown,
  withTemplatesChosen,
} from "./rule-draft";
import {
  type Choosing,
  getGlobalCustomers,
  type GlobalCustomer,
  type PermissionChange,
} from "./rules.server";

/** The answer of a form of rules, beside the draft. */
export type RulesAnswer = {
  /** null when they could not be read: the page keeps those that it has. */
  choices: CustomerChoice[] | null;
  mistakes: Mistakes;
};

/**
 * A save: the stored record, the customers to choose from, the draft without covered departments, what it names anew that is
 * gone, and the API's input.
 */
type Found<Draft, Stored, Input> = {
  gone: Mistakes;
  stored: Stored;
  choices: CustomerChoice[];
  draft: Draft;
  input: Input;
};

type Options = Pick<Choosing, "sections" | "templates">;
type Wrong<More> = { more: Partial<RulesAnswer & More>; notice: Notice };

type RulesForm<Draft, Stored, Input, More> = {
  /** The number of the first rule in the names of its fields; number 0 is Basic, whose customer is fixed (PERM-16). */
  first: 0 | 1;
  read: (form: FormData) => Draft;
  /** The part of the answer beside the rules. */
  more: (args: FormArgs) => More;
  words: (args: FormArgs) => {
    tooManyCustomers: (count: number) => string;
    lastCustomer: (number: number) => string;
    loadFailed: string;
    failed: string;
  };
  options: (args: FormArgs) => Promise<Options>;
  /** Reads the record of `rules` and their choices. Throws ApiError. */
  find: (args: FormArgs) => Promise<Stored>;
  /** Makes the API's input of the draft. */
  input: (args: FormArgs, draft: Draft, stored: Stored, customers: readonly GlobalCustomer[]) => Input;
  mistakes: (args: FormArgs, found: Found<Draft, Stored, Input>) => Wrong<More> | null;
  /** The effect of saving; null for a record that applies to nobody yet. Throws ApiError. */
  change: (args: FormArgs, found: Found<Draft, Stored, Input>) => Promise<PermissionChange | null>;
  question: (args: FormArgs, change: PermissionChange, options: Options) => Promise<Question | null>;
  save: (
    args: FormArgs,
    found: Found<Draft, Stored, Input>,
    version: number,
  ) => Promise<{ done: string; to: string }>;
  differences: (args: FormArgs, found: Found<Draft, Stored, Input>) => Difference[];
  explain?: (
    args: FormArgs,
    error: ApiError,
  ) => { notice: Notice; more: Partial<RulesAnswer & More>; status: number } | undefined;
};

/**
 * `draftForm` for rules: it knows the buttons of a rule, shows and sends departments as they cover each other, takes over
 * templates chosen without scripts, and refuses what would leave nobody who can edit users.
 */
export function rulesForm<
  R extends Rule,
  Draft extends { rules: R[] },
  Stored extends Options & { rules: readonly Rule[] },
  Input,
  More extends object,
  Name extends string,
>(form: RulesForm<Draft, Stored, Input, More>, edits: Readonly<Record<Name, Edit<Draft>>>) {
  const { first, read, words, save, differences, explain } = form;
  return draftForm<
    Draft,
    Found<Draft, Stored, Input>,
    RulesAnswer & More,
    Name | "show" | "restored" | keyof ReturnType<typeof ruleEdits>
  >(
    {
      ...{ read, save, differences, explain },
      editFailed: (args) => ({ title: words(args).loadFailed }),
      drawn: async (args, draft, found) => {
        const { choices, problem, notice } = found
          ? { choices: found.choices, problem: null, notice: null }
          : await choicesAgain(args, draft);
        return {
          draft: choices ? { ...draft, rules: rulesShown(draft.rules, choices) } : draft,
          more: { choices, mistakes: {}, ...form.more(args) },
          notice,
          isWhole: problem === null,
        };
      },
      find: async (args, typed) => {
        const [stored, customers] = await Promise.all([
          form.find(args),
          getGlobalCustomers(args.api, args.scope.organizationId),
        ]);
        const choices = await choicesFor(args, customers, [typed, stored]);
        const draft = { ...typed, rules: rulesNarrowed(typed.rules, choices) };
        const gone = goneIn(draft, stored, choices, first);
        return { stored, choices, draft, gone, input: form.input(args, draft, stored, customers) };
      },
      mistakes: (args, found) => {
        const { draft, stored } = found;
        const rules = withTemplatesChosen(args.form, draft.rules, stored.templates, first);
        if (!rules) return form.mistakes(args, found);
        const title = args.translate(permissions)("templateTaken");
        return { draft: { ...draft, rules }, notice: { tone: "warning", title } };
      },
      question: async (args, found) => {
        const change = await form.change(args, found);
        if (!change?.losesLastAdministrator) return change && form.question(args, change, found.stored);
        const description = lastAdministrator(args);
        return { notice: { tone: "error", title: words(args).failed, description }, status: 403 };
      },
      failed: (args, error) => failedChange(args, error, { title: words(args).failed }),
    },
    takingTemplates<Draft, Name | "show" | "restored" | keyof ReturnType<typeof ruleEdits>>(form, {
      ...{ show: asItIs, restored: asItIs },
      ...edits,
      ...ruleEdits<R, Draft>(form),
    }),
  );
}

const asItIs = <Draft>(draft: Draft): Draft => draft;

/**
 * Each edit, of the rules with the templates that were chosen: without scripts the press of any button would drop a
 * choice that was not taken over by its own (PERM-78).
 */
function takingTemplates<Draft extends { rules: Rule[] }, Name extends string>(
  { first, options }: { first: 0 | 1; options: (args: FormArgs) => Promise<Options> },
  edits: Readonly<Record<Name, Edit<Draft>>>,
) {
  const taking =
    (edit: Edit<Draft>): Edit<Draft> =>
    async (draft, args, ...at) => {
      const chosen = hasTemplatesChosen(args.form) && (await options(args)).templates;
      const rules = chosen ? withTemplatesChosen(args.form, draft.rules, chosen, first) : undefined;
      return edit(rules ? { ...draft, rules } : draft, args, ...at);
    };
  const taken = Object.entries<Edit<Draft>>(edits).map(([name, edit]) => [name, taking(edit)]);
  return Object.fromEntries(taken) as Record<Name, Edit<Draft>>;
}

/** The edits of a rule's buttons, which name it by its number in the form. */
function ruleEdits<R extends Rule, Draft extends { rules: R[] }>({
  first,
  options,
  words,
}: Pick<RulesForm<Draft, never, never, never>, "first" | "options" | "words">) {
  const rowsOf = (draft: Draft, number: number) => draft.rules[number - first]?.rows ?? [];
  const withRule = (draft: Draft, number: number, change: (rule: R) => R): Draft => ({
    ...draft,
    rules: draft.rules.map((rule, at) => (at === number - first ? change(rule) : rule)),
  });
  const withActions = (
    draft: Draft,
    number: number,
    change: (actions: readonly string[]) => readonly string[],
  ) => withRule(draft, number, (rule) => ({ ...rule, actions: [...new Set(change(rule.actions))] }));
  const sectionOf = async (args: FormArgs, part: number) =>
    Object.values((await options(args)).sections)[part] ?? [];
  return {
    addRow: (draft, args, number) => {
      const rows = rowsOf(draft, number);
      if (number === 0 || rows[0]?.customer === anyPlace) return draft;
      return rows.length >= maxRows
        ? words(args).tooManyCustomers(maxRows)
        : withRule(draft, number, (rule) => ({ ...rule, rows: [...rule.rows, emptyRow] }));
    },
    removeRow: (draft, args, number, row) =>
      rowsOf(draft, number).length <= 1
        ? words(args).lastCustomer(number)
        : withRule(draft, number, (rule) => ({ ...rule, rows: rule.rows.toSpliced(row, 1) })),
    template: async (draft, args, number) => {
      const { templates } = await options(args);
      const key = String(args.form.get(`template.${number}`));
      const actions = Object.hasOwn(templates, key) ? templates[key] : undefined;
      return actions ? withActions(draft, number, () => actions) : draft;
    },
    selectAll: async (draft, args, number, part) => {
      const labels = await sectionOf(args, part);
      return withActions(draft, number, (actions) => [...actions, ...labels]);
    },
    clear: async (draft, args, number, part) => {
      const labels = await sectionOf(args, part);
      return withActions(draft, number, (actions) => actions.filter((label) => !labels.includes(label)));
    },
  } satisfies Record<string, Edit<Draft>>;
}

/** The notice's words for a change of rights that failed, with the reason where the API names one (PERM-60, PERM-69). */
export function failedChange(args: ConsoleArgs, error: unknown, failed: { title: string }) {
  const description = isApiMessage(error, "beyondOwnRights")
    ? `${failed.title}. ${args.translate(policies)("form.beyond")}`
    : withoutAdministrator(args, error);
  return description === undefined ? failed : { ...failed, description };
}
