/** The rules form of groups' permission tabs and of access policies. */
import { data, redirect } from "@remix-run/node";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { type Difference, type DraftAnswer, draftEdits, type Edit } from "~/models/form/draft-form.server";
import { lastAdministrator, withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { versionOf, versionSeen } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";
import { reloadChoices, choicesFor, type CustomerChoice, removedPlaceErrors } from "./rule-choices.server";
import {
  anyPlace,
  emptyRow,
  hasTemplatesChosen,
  maxRows,
  type RuleErrors,
  type Rule,
  narrowRules,
  withCoveredDepartments,
  withTemplatesChosen,
} from "./rule-draft";
import {
  type ActionChoices,
  getGlobalCustomers,
  type GlobalCustomer,
  type PermissionChange,
} from "./rules.server";

/** Answer fields of a rules form, in addition to the draft. */
export type RulesAnswer = {
  /** Null if they could not be loaded: the page keeps the ones it has. */
  choices: CustomerChoice[] | null;
  mistakes: RuleErrors;
};

/**
 * Data for a save: stored record, selectable customers, draft without covered departments, newly named places that are
 * gone, and the API input.
 */
type SaveData<Draft, Stored, Input> = {
  gone: RuleErrors;
  stored: Stored;
  choices: CustomerChoice[];
  draft: Draft;
  input: Input;
};

type Options = Pick<ActionChoices, "sections" | "templates">;
type FormError<More> = { more: Partial<RulesAnswer & More>; notice: Notice };

type RulesForm<Draft, Stored, Input, More> = {
  /** Number of the first rule in field names; number 0 is Basic, whose customer is fixed (PERM-16). */
  first: 0 | 1;
  read: (form: FormData) => Draft;
  /** Answer fields other than the rules. */
  more: (args: FormArgs) => More;
  words: (args: FormArgs) => {
    tooManyCustomers: (count: number) => string;
    lastCustomer: (number: number) => string;
    loadFailed: string;
    failed: string;
  };
  options: (args: FormArgs) => Promise<Options>;
  /** Loads the record and the options of its rules. Throws ApiError. */
  find: (args: FormArgs) => Promise<Stored>;
  /** Converts the draft to the API input. */
  input: (args: FormArgs, draft: Draft, stored: Stored, customers: readonly GlobalCustomer[]) => Input;
  mistakes: (args: FormArgs, found: SaveData<Draft, Stored, Input>) => FormError<More> | null;
  /** Effect of saving; null for a record that does not apply to anyone yet. Throws ApiError. */
  change: (args: FormArgs, found: SaveData<Draft, Stored, Input>) => Promise<PermissionChange | null>;
  question: (args: FormArgs, change: PermissionChange, options: Options) => Promise<Question | null>;
  save: (
    args: FormArgs,
    found: SaveData<Draft, Stored, Input>,
    version: number,
  ) => Promise<{ done: string; to: string }>;
  differences: (args: FormArgs, found: SaveData<Draft, Stored, Input>) => Difference[];
  explain?: (
    args: FormArgs,
    error: ApiError,
  ) => { notice: Notice; more: Partial<RulesAnswer & More>; status: number } | undefined;
};

/**
 * A rules form, whose buttons change a draft that is then saved as a whole: handlers for its buttons, its save and the
 * input kept when a session ended (SESS-16). Handles rule buttons, departments that cover each other, templates chosen
 * without JS, and refuses changes that would leave no one able to edit users. Its component is `<DraftForm>`.
 */
export function rulesForm<
  R extends Rule,
  Draft extends { rules: R[] },
  Stored extends Options & { rules: readonly Rule[] },
  Input,
  More extends object,
  Name extends string,
>(form: RulesForm<Draft, Stored, Input, More>, edits: Readonly<Record<Name, Edit<Draft>>>) {
  type FormSaveData = SaveData<Draft, Stored, Input>;
  /** Changes to a form shown again; `more` are the fields other than the draft, `status` defaults to 200. */
  type FormChanges = Partial<DraftAnswer<Draft>> & { more?: Partial<RulesAnswer & More>; status?: number };
  const { first, read, words } = form;

  /** Renders the form again with messages. */
  async function renderAgain(args: FormArgs, typed: Draft, back: FormChanges = {}, found?: FormSaveData) {
    const { more, status = 200, draft = typed, ...said } = back;
    const { choices, problem, notice } = found
      ? { choices: found.choices, problem: null, notice: null }
      : await reloadChoices(args, draft);
    const answer: DraftAnswer<Draft> & RulesAnswer & More = {
      notice: notice ?? args.kept ?? null,
      question: null,
      version: versionOf(args.form, "version"),
      conflict: null,
      choices,
      mistakes: {},
      ...form.more(args),
      ...said,
      ...more,
      draft: choices ? { ...draft, rules: withCoveredDepartments(draft.rules, choices) } : draft,
    };
    // Not a success status: the page would reload, and the input would be lost if the region fails.
    return data(answer, { status: problem && status === 200 ? 503 : status });
  }

  /** Loads everything a save needs and builds its input from the draft. Throws ApiError. */
  async function find(args: FormArgs, typed: Draft): Promise<FormSaveData> {
    const [stored, customers] = await Promise.all([
      form.find(args),
      getGlobalCustomers(args.api, args.scope.organizationId),
    ]);
    const choices = await choicesFor(args, customers, [typed, stored]);
    const draft = { ...typed, rules: narrowRules(typed.rules, choices) };
    const gone = removedPlaceErrors(draft, stored, choices, first);
    return { stored, choices, draft, gone, input: form.input(args, draft, stored, customers) };
  }

  /** Validation errors of the draft, before any confirmation; a template not applied yet is one. */
  function validationErrors(args: FormArgs, found: FormSaveData): FormChanges | null {
    const { draft, stored } = found;
    const rules = withTemplatesChosen(args.form, draft.rules, stored.templates, first);
    if (!rules) return form.mistakes(args, found);
    const title = args.translate(permissions)("templateTaken");
    return { draft: { ...draft, rules }, notice: { tone: "warning", title } };
  }

  /** Confirmation before the save, or the answer if it would be refused; null for neither. Throws ApiError. */
  async function confirmation(
    args: FormArgs,
    found: FormSaveData,
    version: number,
  ): Promise<FormChanges | null> {
    const change = await form.change(args, found);
    if (change?.losesLastAdministrator) {
      const description = lastAdministrator(args);
      return { notice: { tone: "error", title: words(args).failed, description }, status: 403 };
    }
    const effectQuestion = change && (await form.question(args, change, found.stored));
    return effectQuestion && { question: effectQuestion, version };
  }

  async function save(args: FormArgs) {
    const draft = read(args.form);
    if (args.step === "cancel") return renderAgain(args, draft);
    const version = versionSeen(args);
    try {
      const found = await find(args, draft);
      const wrong = validationErrors(args, found);
      if (wrong) return await renderAgain(args, draft, { status: 400, ...wrong }, found);
      const questionOrRefusal = args.step === "confirm" ? null : await confirmation(args, found, version);
      if (questionOrRefusal) return await renderAgain(args, draft, questionOrRefusal, found);
      const { done, to } = await form.save(args, found, version);
      args.notify({ tone: "success", title: done });
      return redirect(to, 303);
    } catch (error) {
      return refusalAnswer(args, draft, error);
    }
  }

  const failed = (args: FormArgs, error: unknown) =>
    failureNotice(error, args, failedChange(args, error, { title: words(args).failed }));

  /** The form with the reason it could not be saved; keeps the draft. */
  async function refusalAnswer(args: FormArgs, draft: Draft, error: unknown) {
    try {
      if (error instanceof ApiError && error.conflict)
        return await conflictAnswer(args, draft, error.conflict);
    } catch (unread) {
      return renderAgain(args, draft, failed(args, unread));
    }
    const known = error instanceof ApiError ? form.explain?.(args, error) : undefined;
    return renderAgain(args, draft, known ?? failed(args, error));
  }

  /** The form with the competing save's author, and both values of every difference (GEN-22). */
  async function conflictAnswer(args: FormArgs, draft: Draft, conflict: Conflict) {
    const found = await find(args, draft);
    const differences = form.differences(args, found);
    // Not an error status: the page must reload the stored values.
    return renderAgain(args, draft, { conflict: { ...conflict, differences } }, found);
  }

  const handlers = draftEdits(
    { read, again: renderAgain, editFailed: (args) => ({ title: words(args).loadFailed }) },
    withTemplatesApplied<Draft, Name | "show" | "restored" | keyof ReturnType<typeof ruleEdits>>(form, {
      ...{ show: identity, restored: identity },
      ...edits,
      ...ruleEdits<R, Draft>(form),
    }),
  );
  return { again: renderAgain, handlers: { ...handlers, save } };
}

const identity = <Draft>(draft: Draft): Draft => draft;

/**
 * Applies templates chosen in the form before each edit: without JS, any other button would drop a choice not applied
 * yet (PERM-78).
 */
function withTemplatesApplied<Draft extends { rules: Rule[] }, Name extends string>(
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

/** Edits of a rule's buttons, which name it by its number in the form. */
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

/** Notice texts for a failed change of rights, with the API's reason if known (PERM-60, PERM-68). */
export function failedChange(args: ConsoleArgs, error: unknown, failed: { title: string }) {
  const t = args.translate(policies);
  const reason = isApiMessage(error, "beyondOwnRights")
    ? t("form.beyond")
    : isApiMessage(error, "deniesOthers") && t("form.deniesOthers");
  const description = reason ? `${failed.title}. ${reason}` : withoutAdministrator(args, error);
  return description === undefined ? failed : { ...failed, description };
}
