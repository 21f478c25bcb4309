import { redirect } from "@remix-run/node";
import { permissions } from "~/i18n/permissions";
import { choicesFor, missingDepartmentsNotices } from "~/models/rules/rule-choices.server";
import { emptyRow, toDraftRules, withCoveredDepartments } from "~/models/rules/rule-draft";
import { changeQuestion, differencesOf } from "~/models/rules/rule-words.server";
import { getGlobalCustomers, type PermissionChange } from "~/models/rules/rules.server";
import { rulesForm } from "~/models/rules/rules-screen.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { getGroup, type Group } from "./group.server";
import { maxAdvancedRules, mistakesIn, readPermissions, stateOf, storedRules } from "./permission-draft";
import {
  type FormState,
  getPermissionChange,
  getPermissionTab,
  type PermissionTab,
  updateConsoleRules,
  updateTalentHubRules,
} from "./permission.server";

/** Loads a permission tab. Throws ApiError. */
export async function permissionTab(args: ConsoleArgs, group: Group, tab: PermissionTab) {
  const t = args.translate(permissions);
  const [stored, customers, held] = await Promise.all([
    loaded(getPermissionTab(args.api, group._id, tab), args, t("stateFailed")),
    loaded(getGlobalCustomers(args.api, args.scope.organizationId), args, t("customersFailed"), "side"),
    args.rights(),
  ]);
  if (!stored.data) return { tab, problem: stored.error, notices: [], form: null };
  const { state, isEditable, wideRules, policyId, ...rest } = stored.data;
  const draft = { rules: storedRules(state), isUnlocked: false };
  const wide = { rules: toDraftRules(wideRules) };
  const choices = await choicesFor(args, customers.data ?? [], [draft, wide]);
  return {
    tab,
    problem: null,
    notices: [
      ...(customers.error ? [customers.error] : []),
      ...missingDepartmentsNotices(args, draft, choices),
    ] satisfies Notice[],
    form: {
      ...rest,
      draft: { ...draft, rules: withCoveredDepartments(draft.rules, choices) },
      wide: wide.rules,
      policyHref: isGateOpen(screenGates["policies/:policyId"], { flags: args.flags, rights: held })
        ? `${args.base}/policies/${policyId}`
        : null,
      choices,
      isEditable,
      mayEdit: held.has("org:editUser") && isEditable && group.canChange && group.archivedAt === null,
    },
  };
}

const tabOf = ({ url }: FormArgs): PermissionTab =>
  url.searchParams.get("tab") === "talent-hub" ? "talent-hub" : "console";

const storedTab = (args: FormArgs) => getPermissionTab(args.api, args.param("groupId"), tabOf(args));

const rulesOf = ({ basic, advanced }: FormState) => [basic, ...advanced];

const { again, handlers } = rulesForm(
  {
    first: 0,
    read: readPermissions,
    more: () => ({}),
    words: ({ translate }) => {
      const t = translate(permissions);
      return {
        tooManyCustomers: (count) => t("errors.tooManyCustomers", { count }),
        lastCustomer: (number) => t("errors.lastCustomer", { number }),
        loadFailed: t("stateFailed"),
        failed: t("failed"),
      };
    },
    options: storedTab,
    find: async (args) => {
      // Ensures that the group in the URL is this customer's, before changing it.
      const [stored] = await Promise.all([storedTab(args), getGroup(args.api, args.param("groupId"))]);
      return { ...stored, rules: storedRules(stored.state) };
    },
    input: ({ scope }, draft, { state }, customers) => stateOf(draft, customers, state, scope.organizationId),
    mistakes: ({ translate }, { draft, stored, gone }) => {
      const mistakes = { ...gone, ...mistakesIn(draft) };
      const isWrong = Object.keys(mistakes).length > 0 || (stored.isWildcard && !draft.isUnlocked);
      return isWrong
        ? { more: { mistakes }, notice: { tone: "error", title: translate(permissions)("failed") } }
        : null;
    },
    change: (args, { input }) => getPermissionChange(args.api, args.param("groupId"), tabOf(args), input),
    question: (args, change, { sections }) => questionOf(args, change, sections, tabOf(args)),
    save: async (args, { stored, input: permissionTabState }, version) => {
      const { api, param, translate } = args;
      if (tabOf(args) === "console") {
        const filter = { policyId: stored.policyId };
        await updateConsoleRules(api, { filter, update: { permissionTabState }, version });
      } else {
        const update = { groupId: param("groupId"), permissionTabState };
        await updateTalentHubRules(api, { update, version });
      }
      return { done: translate(permissions)("success"), to: screenHref(args) };
    },
    differences: (args, { stored, input, choices }) =>
      differencesOf(args, rulesOf(input), rulesOf(stored.state), choices, stored.sections),
  },
  {
    addRule: (draft, { translate }) =>
      draft.rules.length > maxAdvancedRules
        ? translate(permissions)("errors.tooManyRules")
        : { ...draft, rules: [...draft.rules, { rows: [emptyRow], actions: [] }] },
    removeRule: (draft, _args, at) => ({
      ...draft,
      rules: draft.rules.filter((_rule, index) => index === 0 || index !== at),
    }),
  },
);

/** Replaces a policy that allows everything with the chosen rules, after confirmation (PERM-56). */
async function unlock(args: FormArgs) {
  if (args.step === "cancel") return redirect(screenHref(args), 303);
  const t = args.translate(permissions);
  const isUnlocked = args.step === "confirm";
  const draft = { rules: storedRules((await storedTab(args)).state), isUnlocked };
  const question = {
    title: t("replaceTitle"),
    text: [t("replaceText")],
    confirm: t("replace"),
    danger: true,
  };
  return again(args, draft, isUnlocked ? {} : { question });
}

const { save: update, ...edits } = handlers;

/** Handlers of a permission tab's buttons. */
export const permissionActions = { ...edits, unlock, update };

/** Confirmation for a change of a tab; null if it changes nothing (PERM-68). */
export async function questionOf(
  args: ConsoleArgs,
  change: PermissionChange,
  sections: Readonly<Record<string, readonly string[]>>,
  tab: PermissionTab,
) {
  const { impacts, members } = change;
  if (impacts.length === 0) return null;
  const t = args.translate(permissions);
  const isHub = tab === "talent-hub";
  return changeQuestion(args, change, sections, {
    title: t("question.title"),
    before: [
      ...(isHub ? [t("talentHub")] : []),
      members === 0 ? t("question.nobody") : t("question.members", { count: members }),
    ],
    confirm: t("question.confirm"),
    isHub,
  });
}
