import { randomUUID } from "node:crypto";
import { z } from "zod/v4";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { choicesFor, missingDepartmentsNotices } from "~/models/rules/rule-choices.server";
import { withCoveredDepartments } from "~/models/rules/rule-draft";
import { changeQuestion } from "~/models/rules/rule-words.server";
import { getGlobalCustomers } from "~/models/rules/rules.server";
import { rulesForm } from "~/models/rules/rules-screen.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { holdsRight } from "~/services/identity.server";
import { policyDraft, readPolicyDraft, writingOf } from "./policy-draft.server";
import { allStatementsOf, maxStatements, mistakesInStatements, newPolicy, newStatement } from "./policy-form";
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

const idOf = ({ paramIfAny }: ConsoleArgs) => paramIfAny("policyId");

/** An archived group's own policy is read-only. */
const isOfArchived = ({ groups }: Policy) =>
  groups.some(({ isOwn, archivedAt }) => isOwn && archivedAt !== null);

/** Loads a policy's create or edit page. Throws ApiError. */
export async function policyForm(args: ConsoleArgs) {
  const { api, scope, translate } = args;
  const id = idOf(args);
  const words = translate(policies)("detail.loadFailed");
  const [found, options, customers, isEditor] = await Promise.all([
    id === undefined ? { data: null, error: null } : loaded(getPolicy(api, id), args, words),
    loaded(getPolicyOptions(api), args, words),
    loaded(
      getGlobalCustomers(api, scope.organizationId),
      args,
      translate(permissions)("customersFailed"),
      "side",
    ),
    holdsRight(args, "org:editUser"),
  ]);
  const stored = found.data;
  const problem = found.error ?? options.error;
  if (!options.data || problem) return { stored, problem, notices: [], form: null };
  const { codes, prefix, ...choosing } = options.data;
  const draft = stored ? policyDraft(stored) : newPolicy();
  const choices = await choicesFor(args, customers.data ?? [], [draft]);
  const isEditable = stored === null || (stored.isEditable && !isOfArchived(stored));
  return {
    stored,
    problem: null,
    notices: [
      ...(customers.error ? [customers.error] : []),
      ...missingDepartmentsNotices(args, draft, choices),
    ],
    form: {
      ...choosing,
      writing: writingOf(scope.organizationId, { codes, prefix }, customers.data ?? [], stored),
      draft: { ...draft, rules: withCoveredDepartments(draft.rules, choices) },
      choices,
      policyId: stored?.id ?? randomUUID(),
      version: stored?.version ?? null,
      isEditable,
      isOfArchived: stored !== null && isOfArchived(stored),
      mayEdit: isEditor && isEditable,
    },
  };
}

/** Answer fields that other rules forms do not have. */
export type PolicyAnswer = {
  errors: { name?: string[] | undefined; description?: string[] | undefined };
  policyId: string;
};

/** Id of a new policy, generated with its page so that a repeated post creates only one (POL-16). */
const newIdOf = (form: FormData) => z.uuid().safeParse(form.get("policyId")).data ?? randomUUID();

const failureText = (args: FormArgs) =>
  args.translate(policies)(idOf(args) === undefined ? "form.createFailed" : "form.updateFailed");

/** Handlers of the form's buttons. */
export const { handlers: policyFormActions } = rulesForm(
  {
    first: 1,
    read: readPolicyDraft,
    more: (args): PolicyAnswer => ({ errors: {}, policyId: idOf(args) ?? newIdOf(args.form) }),
    words: (args) => {
      const t = args.translate(policies);
      return {
        tooManyCustomers: (count) => t("errors.tooManyCustomers", { count }),
        lastCustomer: (number) => t("errors.lastCustomer", { number }),
        loadFailed: t("detail.loadFailed"),
        failed: failureText(args),
      };
    },
    options: ({ api }) => getPolicyOptions(api),
    find: async (args) => {
      const { api } = args;
      const id = idOf(args);
      const [policy, options] = await Promise.all([
        id === undefined ? null : getPolicy(api, id),
        getPolicyOptions(api),
      ]);
      return { ...options, policy, rules: policy ? policyDraft(policy).rules : [] };
    },
    input: ({ scope }, draft, stored, customers) =>
      allStatementsOf(draft, writingOf(scope.organizationId, stored, customers, stored.policy)),
    mistakes: (args, { draft, gone }) => {
      const mistakes = { ...gone, ...mistakesInStatements(draft) };
      const { error } = policySchema(args.translate(policies)).safeParse(draft);
      if (!error && Object.keys(mistakes).length === 0) return null;
      const { name, description } = error ? z.flattenError(error).fieldErrors : {};
      const notice = { tone: "error" as const, title: failureText(args) };
      return { more: { mistakes, errors: { name, description } }, notice };
    },
    change: async (args, { input: statements }) => {
      const policyId = idOf(args);
      return policyId === undefined ? null : getPolicyChange(args.api, { policyId, statements });
    },
    question: async (args, change, { sections }) => {
      const { impacts, members, unsaid } = change;
      if (impacts.length === 0 && unsaid === 0) return null;
      const t = args.translate(policies);
      return changeQuestion(args, change, sections, {
        title: t("question.title"),
        before: [members === 0 ? t("question.nobody") : t("question.members", { count: members })],
        after: unsaid > 0 ? [t("question.unsaid", { count: unsaid })] : [],
        confirm: t("form.update"),
      });
    },
    save: async (args, { draft, input: statements }, version) => {
      const { api, base, form, translate } = args;
      const t = translate(policies);
      const id = idOf(args);
      const policyId = id ?? newIdOf(form);
      const texts = policySchema(t).parse(draft);
      const addPolicyDto = { id: policyId, ...texts, statements };
      if (id === undefined) await createPolicy(api, { addPolicyDto });
      else await updatePolicy(api, { addPolicyDto, version });
      return {
        done: t(id === undefined ? "form.created" : "form.updated"),
        to: `${base}/policies/${policyId}`,
      };
    },
    differences: (args, { draft, stored, choices }) =>
      stored.policy
        ? policyDifferences(args, draft, policyDraft(stored.policy), choices, stored.sections)
        : [],
    explain: (args, { kind }) => {
      if (idOf(args) !== undefined || kind !== "CONFLICT") return undefined;
      const description = args.translate(policies)("form.idTaken");
      const notice = { tone: "error" as const, title: failureText(args), description };
      return { notice, more: { policyId: randomUUID() }, status: 409 };
    },
  },
  {
    addStatement: (draft, { translate }) =>
      draft.rules.length >= maxStatements
        ? translate(policies)("errors.tooMany")
        : { ...draft, rules: [...draft.rules, newStatement()] },
    removeStatement: (draft, { translate }, number) =>
      draft.rules.length <= 1
        ? translate(policies)("errors.lastStatement")
        : { ...draft, rules: draft.rules.filter((_rule, at) => at !== number - 1) },
  },
);
