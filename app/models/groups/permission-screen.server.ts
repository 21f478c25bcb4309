import { data, redirect } from "@remix-run/node";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { lastAdministrator, withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failureNotice, loaded } from "~/services/failure.server";
import { versionOf, versionSeen } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import { opens, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { getGroup, type Group } from "./group.server";
import {
  choicesAgain,
  choicesFor,
  type CustomerChoice,
  departmentsMissing,
  draftOf,
  narrowed,
  rulesDrawn,
  shown,
  stateOf,
} from "~/models/rules/rule-choices.server";
import {
  anyPlace,
  type Draft,
  emptyRow,
  maxAdvancedRules,
  maxRows,
  type Mistakes,
  mistakesIn,
  readDraft,
  withTemplatesChosen,
  withActions,
  withRule,
} from "~/models/rules/rule-draft";
import {
  type FormState,
  getGlobalCustomers,
  getPermissionChange,
  getPermissionTab,
  type PermissionTab,
  updateConsoleRules,
  updateTalentHubRules,
} from "./permission.server";
import { type Difference, differencesOf, questionOf } from "~/models/rules/rule-words.server";

/** What a permission tab shows of what is stored. Throws ApiError. */
export async function permissionTab(args: ConsoleArgs, group: Group, tab: PermissionTab) {
  const t = args.translate(permissions);
  const [stored, customers, held] = await Promise.all([
    loaded(getPermissionTab(args.api, group._id, tab), args, t("stateFailed")),
    loaded(getGlobalCustomers(args.api, args.scope.organizationId), args, t("customersFailed"), "side"),
    args.rights(),
  ]);
  if (!stored.data) return { tab, problem: stored.error, notices: [], form: null };
  const { state, isEditable, wideRules, policyId, ...rest } = stored.data;
  const draft = draftOf(state);
  const wide = { rules: rulesDrawn(wideRules) };
  const choices = await choicesFor(args, customers.data ?? [], [draft, wide]);
  return {
    tab,
    problem: null,
    notices: [
      ...(customers.error ? [customers.error] : []),
      ...departmentsMissing(args, draft, choices),
    ] satisfies Notice[],
    form: {
      ...rest,
      draft: shown(draft, choices),
      wide: wide.rules,
      policyHref: opens(screenGates["policies/:policyId"], { flags: args.flags, rights: held })
        ? `${args.base}/policies/${policyId}`
        : null,
      choices,
      isEditable,
      mayEdit: held.has("org:editUser") && isEditable && group.canChange && group.archivedAt === null,
    },
  };
}

type Answer = {
  draft: Draft;
  /** null when they could not be read: the page keeps those that it has. */
  choices: CustomerChoice[] | null;
  mistakes: Mistakes;
  notice: Notice | null;
  question: Question | null;
  version: number | null;
  /** Who saved the tab meanwhile, and where that is not what was chosen. */
  conflict: (Conflict & { differences: Difference[] }) | null;
};

/** The tab again with what was posted, changed by the pressed button. */
async function again(args: FormArgs, draft: Draft, answer: Partial<Answer> = {}, status = 200) {
  const { choices, problem, notice } = answer.choices
    ? { choices: answer.choices, problem: null, notice: null }
    : await choicesAgain(args, draft);
  const whole: Answer = {
    mistakes: {},
    notice: notice ?? args.kept ?? null,
    question: null,
    version: versionOf(args.form, "version"),
    conflict: null,
    ...answer,
    draft: choices ? shown(draft, choices) : draft,
    choices,
  };
  // Not as a success: the page would be read again, and everything chosen lost with a region that fails.
  return data(whole, { status: problem && status === 200 ? 503 : status });
}

const tabOf = ({ url }: FormArgs): PermissionTab =>
  url.searchParams.get("tab") === "talent-hub" ? "talent-hub" : "console";

/** Changes of the form that save nothing, by submit buttons: they work without scripts (PERM-31, PERM-32). */
const edit =
  (
    change: (
      draft: Draft,
      args: FormArgs,
      at: number,
      part: string,
    ) => Draft | string | Promise<Draft | string>,
  ) =>
  async (args: FormArgs) => {
    const draft = readDraft(args.form);
    const [rule = "", part = ""] = args.detail.split(".", 2);
    try {
      const changed = await change(draft, args, Number.parseInt(rule, 10) || 0, part);
      if (typeof changed === "string")
        return await again(args, draft, { notice: { tone: "warning", title: changed } }, 400);
      return await again(args, changed);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, {
        title: args.translate(permissions)("stateFailed"),
      });
      return again(args, draft, { notice }, status);
    }
  };

/** The actions of a section, by its number. */
async function sectionOf(args: FormArgs, part: string): Promise<readonly string[]> {
  const { sections } = await getPermissionTab(args.api, args.param("groupId"), tabOf(args));
  return Object.values(sections)[Number.parseInt(part, 10)] ?? [];
}

/** What the buttons of a permission tab do. */
export const permissionActions = {
  show: edit((draft) => draft),
  /** What was chosen when the session ended (SESS-16). */
  restored: edit((draft) => draft),
  addRule: edit((draft, { translate }) =>
    draft.rules.length > maxAdvancedRules
      ? translate(permissions)("errors.tooManyRules")
      : { ...draft, rules: [...draft.rules, { rows: [emptyRow], actions: [] }] },
  ),
  removeRule: edit((draft, _args, at) => ({
    ...draft,
    rules: draft.rules.filter((_rule, index) => index === 0 || index !== at),
  })),
  addRow: edit((draft, { translate }, at) => {
    const rows = draft.rules[at]?.rows ?? [];
    if (at === 0 || rows[0]?.customer === anyPlace) return draft;
    return rows.length >= maxRows
      ? translate(permissions)("errors.tooManyCustomers", { count: maxRows })
      : withRule(draft, at, (rule) => ({ ...rule, rows: [...rule.rows, emptyRow] }));
  }),
  removeRow: edit((draft, { translate }, at, part) =>
    (draft.rules[at]?.rows.length ?? 0) <= 1
      ? translate(permissions)("errors.lastCustomer", { number: at })
      : withRule(draft, at, (rule) => ({
          ...rule,
          rows: rule.rows.filter((_row, index) => index !== Number.parseInt(part, 10)),
        })),
  ),
  template: edit(async (draft, args, at) => {
    const { templates } = await getPermissionTab(args.api, args.param("groupId"), tabOf(args));
    const key = String(args.form.get(`template.${at}`));
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
  /** PERM-56 */
  unlock: async (args: FormArgs) => {
    const t = args.translate(permissions);
    const { state } = await getPermissionTab(args.api, args.param("groupId"), tabOf(args));
    const draft = draftOf(state);
    if (args.step === "cancel") return redirect(screenHref(args), 303);
    if (args.step === "confirm") return again(args, { ...draft, isUnlocked: true });
    const question = {
      title: t("replaceTitle"),
      text: [t("replaceText")],
      confirm: t("replace"),
      danger: true,
    };
    return again(args, draft, { question });
  },
  update: save,
};

const rulesOf = ({ basic, advanced }: FormState) => [basic, ...advanced];

async function save(args: FormArgs) {
  const { api, form, scope, step, idempotencyKey, notify, param, translate } = args;
  const t = translate(permissions);
  const typed = readDraft(form);
  if (step === "cancel") return again(args, typed);
  const tab = tabOf(args);
  const failed = { title: t("failed") };
  const groupId = param("groupId");
  // Saves over what another has stored, as far as the person was shown it.
  const version = versionSeen(args);
  const read = async () => {
    const [stored, customers] = await Promise.all([
      getPermissionTab(api, groupId, tab),
      getGlobalCustomers(api, scope.organizationId),
      getGroup(api, scope, groupId),
    ]);
    const choices = await choicesFor(args, customers, [typed, draftOf(stored.state)]);
    return { stored, customers, choices };
  };
  try {
    const { stored, customers, choices } = await read();
    const rules = withTemplatesChosen(form, typed.rules, stored.templates);
    if (rules) {
      const notice: Notice = { tone: "warning", title: t("templateTaken") };
      return await again(args, { ...typed, rules }, { choices, notice }, 400);
    }
    const draft = narrowed(typed, choices);
    const mistakes = mistakesIn(draft);
    if (Object.keys(mistakes).length > 0 || (stored.isWildcard && !draft.isUnlocked))
      return await again(args, typed, { choices, mistakes, notice: { tone: "error", ...failed } }, 400);
    const permissionTabState = stateOf(draft, customers, stored.state, args);
    if (step !== "confirm") {
      const change = await getPermissionChange(api, groupId, tab, permissionTabState);
      if (change.losesLastAdministrator) {
        const notice: Notice = { tone: "error", ...failed, description: lastAdministrator(args) };
        return await again(args, typed, { choices, notice }, 403);
      }
      const question = await questionOf(args, change, stored.sections, tab);
      if (question) return await again(args, typed, { choices, question, version });
    }
    if (tab === "console") {
      const filter = { policyId: stored.policyId };
      await updateConsoleRules(api, { filter, update: { permissionTabState }, version }, idempotencyKey);
    } else
      await updateTalentHubRules(api, { update: { groupId, permissionTabState }, version }, idempotencyKey);
  } catch (error) {
    const refuse = (thrown: unknown) => {
      const { notice, status } = failureNotice(thrown, args, failedChange(args, thrown, failed));
      return again(args, typed, { notice }, status);
    };
    if (!(error instanceof ApiError) || !error.conflict) return refuse(error);
    try {
      const { stored, customers, choices } = await read();
      const mine = stateOf(narrowed(typed, choices), customers, stored.state, args);
      const differences = differencesOf(args, rulesOf(mine), rulesOf(stored.state), choices, stored.sections);
      // Not as an error: the page is to come with what is stored now.
      return await again(args, typed, { choices, conflict: { ...error.conflict, differences } });
    } catch (unread) {
      return refuse(unread);
    }
  }
  notify({ tone: "success", title: t("success") });
  return redirect(screenHref(args), 303);
}

/** The notice's words for a change of rights that failed, with the reason where the API names one (PERM-60, PERM-69). */
export function failedChange(args: ConsoleArgs, error: unknown, failed: { title: string }) {
  const description = isApiMessage(error, "beyondOwnRights")
    ? `${failed.title}. ${args.translate(policies)("form.beyond")}`
    : withoutAdministrator(args, error);
  return description === undefined ? failed : { ...failed, description };
}
