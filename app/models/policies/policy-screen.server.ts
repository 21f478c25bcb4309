import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import {
  anyPlace,
  emptyRow,
  maxRows,
  type Mistakes,
  narrowedRule,
  shownRule,
  withTemplatesChosen,
} from "~/models/rules/rule-draft";
import {
  choicesAgain,
  choicesFor,
  type CustomerChoice,
  departmentsMissing,
} from "~/models/rules/rule-choices.server";
import { failedChange } from "~/models/groups/permission-screen.server";
import { changeInWords, type Difference } from "~/models/rules/rule-words.server";
import {
  getGlobalCustomers,
  type GlobalCustomer,
  type PermissionChange,
} from "~/models/groups/permission.server";
import { lastAdministrator } from "~/models/users/user-screen.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failureNotice, loaded } from "~/services/failure.server";
import { versionOf, versionSeen } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import { holdsRight } from "~/services/identity.server";
import { ApiError } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";
import {
  allStatementsOf,
  effects,
  maxStatements,
  mistakesInStatements,
  newPolicy,
  newStatement,
  type PolicyDraft,
  readStatement,
  type StatementDraft,
  withStatement,
  type Writing,
} from "./policy-form";
import { policyDifferences } from "./policy-words.server";
import { policySchema } from "./policy.schema";
import {
  createPolicy,
  getPolicy,
  getPolicyChange,
  getPolicyOptions,
  type Policy,
  updatePolicy,
} from "./policy.server";

const effectOf = (text: string) => (text === "Deny" ? "Deny" : "Allow");

/** A stored policy as its form shows it. */
export const draftOf = ({ name, description, statementForms }: Policy): PolicyDraft => {
  const rules = statementForms.map(
    ({ effect, isKept, rule, actions, customers, statements }): StatementDraft => ({
      effect: effectOf(effect),
      actions: [...actions],
      rows: customers.map(({ customerId, hierarchyIds }) => ({
        customer: customerId,
        departments: [...hierarchyIds],
      })),
      rule,
      kept: isKept
        ? statements.map((one) => ({
            effect: effectOf(one.effect),
            actions: [...one.actions],
            resources: [...one.resources],
            ...(rule !== null && { rule }),
          }))
        : [],
    }),
  );
  return { name, description: description ?? "", rules: rules.length > 0 ? rules : [newStatement()] };
};

/** What statements are written with. Customers that the person does not see stay where they are stored. */
function writingOf(
  { scope: { organizationId } }: ConsoleArgs,
  { codes, prefix }: Pick<Writing, "codes" | "prefix">,
  customers: readonly GlobalCustomer[],
  stored: Policy | null,
): Writing {
  const known = [...(stored?.statementForms ?? []).flatMap((form) => form.customers), ...customers];
  const regions = Object.fromEntries(known.map((one) => [one.customerId, one.awsRegion]));
  return { codes, prefix, organizationId, regions };
}

const shown = (draft: PolicyDraft, choices: readonly CustomerChoice[]): PolicyDraft => ({
  ...draft,
  rules: draft.rules.map((rule) => shownRule(rule, choices)),
});

const idOf = ({ paramIfAny }: ConsoleArgs) => paramIfAny("policyId");

/** The own policy of an archived group is nobody's to change. */
const isOfArchived = ({ groups }: Policy) =>
  groups.some(({ isOwn, archivedAt }) => isOwn && archivedAt !== null);

/** What the page that creates or edits a policy shows. Throws ApiError. */
export async function policyForm(args: ConsoleArgs) {
  const { api, scope, translate } = args;
  const id = idOf(args);
  const t = translate(permissions);
  const words = translate(policies)("detail.loadFailed");
  const [found, options, customers, isEditor] = await Promise.all([
    id === undefined ? { data: null, error: null } : loaded(getPolicy(api, scope, id), args, words),
    loaded(getPolicyOptions(api, scope.customerId), args, words),
    loaded(getGlobalCustomers(api, scope.organizationId), args, t("customersFailed"), "side"),
    holdsRight(args, "org:editUser"),
  ]);
  const stored = found.data;
  const problem = found.error ?? options.error;
  if (!options.data || problem) return { stored, problem, notices: [], form: null };
  const { codes, prefix, ...choosing } = options.data;
  const draft = stored ? draftOf(stored) : newPolicy();
  const choices = await choicesFor(args, customers.data ?? [], [draft]);
  const notices: Notice[] = [
    ...(customers.error ? [customers.error] : []),
    ...departmentsMissing(args, draft, choices),
  ];
  return {
    stored,
    problem: null,
    notices,
    form: {
      ...choosing,
      writing: writingOf(args, { codes, prefix }, customers.data ?? [], stored),
      draft: shown(draft, choices),
      choices,
      policyId: stored?.id ?? randomUUID(),
      version: stored?.version ?? null,
      isEditable: stored === null || (stored.isEditable && !isOfArchived(stored)),
      isOfArchived: stored !== null && isOfArchived(stored),
      mayEdit: isEditor && (stored === null || (stored.isEditable && !isOfArchived(stored))),
    },
  };
}

const storedStatements = z
  .array(
    z.object({
      actions: z.array(z.string()).min(1),
      resources: z.array(z.string()).min(1),
      effect: z.enum(effects),
      rule: z.int().min(0).max(200).optional(),
    }),
  )
  .min(1);

function readKept(form: FormData, number: number): StatementDraft["kept"] {
  const text = form.get(`kept.${number}`);
  if (typeof text !== "string" || text === "") return [];
  try {
    return storedStatements.parse(JSON.parse(text));
  } catch {
    // Nobody types it: a form that says otherwise was not drawn by the console.
    throw data({ screen: "failed" }, { status: 400 });
  }
}

function readPolicyDraft(form: FormData): PolicyDraft {
  const count = Math.min(Math.max(1, Number.parseInt(String(form.get("rules")), 10) || 0), 200);
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 10_000);
  return {
    name: text("name"),
    description: text("description"),
    rules: Array.from({ length: count }, (_, at): StatementDraft => {
      const kept = readKept(form, at + 1);
      if (kept.length > 0) return { effect: kept[0]?.effect ?? "Allow", rows: [], actions: [], kept };
      const statement = readStatement(form, at + 1);
      return { ...statement, rows: statement.rows.length > 0 ? statement.rows : [emptyRow] };
    }),
  };
}

/** What the form is answered with when its page comes again. */
export type PolicyAnswer = {
  draft: PolicyDraft;
  /** null when they could not be read: the page keeps those that it has. */
  choices: CustomerChoice[] | null;
  mistakes: Mistakes;
  errors: { name?: string[] | undefined; description?: string[] | undefined };
  notice: Notice | null;
  question: Question | null;
  policyId: string;
  version: number | null;
  /** Who saved the policy meanwhile, and where that is not what was chosen. */
  conflict: (Conflict & { differences: Difference[] }) | null;
};

/** The id that a new policy is sent with: made with its page, so that a save that is sent twice is one (POL-16). */
const newIdOf = (form: FormData) => z.uuid().safeParse(form.get("policyId")).data ?? randomUUID();

/** The page again with what was posted, changed by the pressed button. */
async function again(args: FormArgs, draft: PolicyDraft, answer: Partial<PolicyAnswer> = {}, status = 200) {
  const { choices, problem, notice } = answer.choices
    ? { choices: answer.choices, problem: null, notice: null }
    : await choicesAgain(args, draft);
  const whole: PolicyAnswer = {
    mistakes: {},
    errors: {},
    notice: notice ?? args.kept ?? null,
    question: null,
    policyId: idOf(args) ?? newIdOf(args.form),
    version: versionOf(args.form, "version"),
    conflict: null,
    ...answer,
    draft: choices ? shown(draft, choices) : draft,
    choices,
  };
  // Not as a success: the page would be read again, and everything typed lost with a region that fails.
  return data(whole, { status: problem && status === 200 ? 503 : status });
}

type Edit = (
  draft: PolicyDraft,
  args: FormArgs,
  at: number,
  part: string,
) => PolicyDraft | string | Promise<PolicyDraft>;

/** A change of the form that saves nothing, by a submit button: it works without scripts (POL-11). */
const edit = (change: Edit) => async (args: FormArgs) => {
  const draft = readPolicyDraft(args.form);
  const [number = "", part = ""] = args.detail.split(".", 2);
  try {
    const changed = await change(draft, args, (Number.parseInt(number, 10) || 0) - 1, part);
    if (typeof changed === "string")
      return await again(args, draft, { notice: { tone: "warning", title: changed } }, 400);
    return await again(args, changed);
  } catch (error) {
    const { notice, status } = failureNotice(error, args, {
      title: args.translate(policies)("detail.loadFailed"),
    });
    return again(args, draft, { notice }, status);
  }
};

const optionsOf = ({ api, scope }: FormArgs) => getPolicyOptions(api, scope.customerId);

const withActions = (draft: PolicyDraft, at: number, change: (actions: string[]) => readonly string[]) =>
  withStatement(draft, at, (one) => ({ ...one, actions: [...new Set(change(one.actions))] }));

/** The actions of a section, by its number. */
async function sectionOf(args: FormArgs, part: string): Promise<readonly string[]> {
  const { sections } = await optionsOf(args);
  return Object.values(sections)[Number.parseInt(part, 10)] ?? [];
}

/** What the buttons of the form do. */
export const policyFormActions = {
  show: edit((draft) => draft),
  /** What was typed when the session ended (SESS-16). */
  restored: edit((draft) => draft),
  addStatement: edit((draft, { translate }) =>
    draft.rules.length >= maxStatements
      ? translate(policies)("errors.tooMany")
      : { ...draft, rules: [...draft.rules, newStatement()] },
  ),
  removeStatement: edit((draft, { translate }, at) =>
    draft.rules.length <= 1
      ? translate(policies)("errors.lastStatement")
      : { ...draft, rules: draft.rules.filter((_rule, index) => index !== at) },
  ),
  addRow: edit((draft, { translate }, at) => {
    const rows = draft.rules[at]?.rows ?? [];
    if (rows[0]?.customer === anyPlace) return draft;
    return rows.length >= maxRows
      ? translate(policies)("errors.tooManyCustomers", { count: maxRows })
      : withStatement(draft, at, (one) => ({ ...one, rows: [...one.rows, emptyRow] }));
  }),
  removeRow: edit((draft, { translate }, at, part) =>
    (draft.rules[at]?.rows.length ?? 0) <= 1
      ? translate(policies)("errors.lastCustomer", { number: at + 1 })
      : withStatement(draft, at, (one) => ({
          ...one,
          rows: one.rows.filter((_row, index) => index !== Number.parseInt(part, 10)),
        })),
  ),
  template: edit(async (draft, args, at) => {
    const { templates } = await optionsOf(args);
    const key = String(args.form.get(`template.${at + 1}`));
    const actions = Object.hasOwn(templates, key) ? templates[key] : undefined;
    return actions ? withActions(draft, at, () => actions) : draft;
  }),
  selectAll: edit(async (draft, args, at, part) => {
    const labels = await sectionOf(args, part);
    return withActions(draft, at, (actions) => [...actions, ...labels]);
  }),
  clear: edit(async (draft, args, at, part) => {
    const labels = await sectionOf(args, part);
    return withActions(draft, at, (actions) => actions.filter((label) => !labels.includes(label)));
  }),
  save,
};

async function save(args: FormArgs) {
  const { api, base, form, scope, step, idempotencyKey, notify, translate } = args;
  const t = translate(policies);
  const typed = readPolicyDraft(form);
  if (step === "cancel") return again(args, typed);
  const id = idOf(args);
  const failed = { title: t(id === undefined ? "form.createFailed" : "form.updateFailed") };
  const policyId = id ?? newIdOf(form);
  // Saves over what another has stored, as far as the person was shown it.
  const version = versionSeen(args);
  const error = (description?: string): Notice => ({
    tone: "error",
    ...failed,
    ...(description && { description }),
  });
  try {
    const [stored, options, customers] = await Promise.all([
      id === undefined ? null : getPolicy(api, scope, id),
      getPolicyOptions(api, scope.customerId),
      getGlobalCustomers(api, scope.organizationId),
    ]);
    const choices = await choicesFor(args, customers, [typed, ...(stored ? [draftOf(stored)] : [])]);
    const rules = withTemplatesChosen(form, typed.rules, options.templates, 1);
    if (rules) {
      const notice: Notice = { tone: "warning", title: translate(permissions)("templateTaken") };
      return await again(args, { ...typed, rules }, { choices, notice }, 400);
    }
    const draft = { ...typed, rules: typed.rules.map((rule) => narrowedRule(rule, choices)) };
    const mistakes = mistakesInStatements(draft);
    const texts = policySchema(t).safeParse(draft);
    if (!texts.success || Object.keys(mistakes).length > 0) {
      const { name, description } = texts.error ? z.flattenError(texts.error).fieldErrors : {};
      return await again(
        args,
        typed,
        { choices, mistakes, errors: { name, description }, notice: error() },
        400,
      );
    }
    const writing = writingOf(args, options, customers, stored);
    const statements = allStatementsOf(draft, writing);
    const addPolicyDto = { id: policyId, ...texts.data, statements };
    if (id === undefined) {
      await createPolicy(api, { addPolicyDto, customerId: scope.customerId }, idempotencyKey);
    } else {
      if (step !== "confirm") {
        const change = await getPolicyChange(api, { policyId, statements });
        if (change.losesLastAdministrator) {
          const notice = error(lastAdministrator(args));
          return await again(args, typed, { choices, notice }, 403);
        }
        const question = await questionOf(args, change, options.sections);
        if (question) return await again(args, typed, { choices, question, version });
      }
      await updatePolicy(api, { addPolicyDto, version }, idempotencyKey);
    }
  } catch (thrown) {
    return refused(args, typed, thrown, failed);
  }
  notify({ tone: "success", title: t(id === undefined ? "form.created" : "form.updated") });
  return redirect(`${base}/policies/${policyId}`, 303);
}

/** The form with why it could not be saved, everything typed still in it. */
function refused(args: FormArgs, typed: PolicyDraft, thrown: unknown, failed: { title: string }) {
  if (!(thrown instanceof ApiError)) throw thrown;
  const t = args.translate(policies);
  const { conflict } = thrown;
  if (conflict) {
    return inConflict(args, typed, conflict).catch((unread: unknown) => {
      const { notice, status } = failureNotice(unread, args, failed);
      return again(args, typed, { notice }, status);
    });
  }
  const isNew = idOf(args) === undefined;
  if (isNew && thrown.kind === "CONFLICT") {
    const notice: Notice = { tone: "error", ...failed, description: t("form.idTaken") };
    return again(args, typed, { notice, policyId: randomUUID() }, 409);
  }
  const { notice, status } = failureNotice(thrown, args, failedChange(args, thrown, failed));
  return again(args, typed, { notice }, status);
}

/** The form with who saved meanwhile, and both values of all that is not the same (GEN-22). */
async function inConflict(args: FormArgs, typed: PolicyDraft, conflict: Conflict) {
  const { api, scope } = args;
  const [policy, { sections }, customers] = await Promise.all([
    getPolicy(api, scope, args.param("policyId")),
    optionsOf(args),
    getGlobalCustomers(api, scope.organizationId),
  ]);
  const stored = draftOf(policy);
  const choices = await choicesFor(args, customers, [typed, stored]);
  const mine = { ...typed, rules: typed.rules.map((rule) => narrowedRule(rule, choices)) };
  const differences = policyDifferences(args, mine, stored, choices, sections);
  // Not as an error: the page is to come with what is stored now.
  return again(args, typed, { choices, conflict: { ...conflict, differences } });
}

/** What saving the statements means, in words; null when it changes nothing for anyone. */
async function questionOf(
  args: ConsoleArgs,
  change: PermissionChange,
  sections: Readonly<Record<string, readonly string[]>>,
): Promise<Question | null> {
  const { impacts, members, unsaid, losesOwnAccess } = change;
  if (impacts.length === 0 && unsaid === 0) return null;
  const t = args.translate(policies);
  return {
    title: t("question.title"),
    text: [
      members === 0 ? t("question.nobody") : t("question.members", { count: members }),
      ...(await changeInWords(args, change, sections)),
      ...(unsaid > 0 ? [t("question.unsaid", { count: unsaid })] : []),
    ],
    confirm: t("form.update"),
    danger: losesOwnAccess,
    width: 552,
  };
}
