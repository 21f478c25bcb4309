import { compareNames } from "~/i18n/name-order";
/** Attaching a policy to groups and detaching it, with a confirmation of the effect (POL-26). */
import { data, redirect } from "@remix-run/node";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { failedChange } from "~/models/rules/rules-screen.server";
import { changeQuestion, lostRightsQuestion } from "~/models/rules/rule-words.server";
import type { PermissionChange } from "~/models/rules/rules.server";
import { getGroup } from "~/models/groups/group.server";
import { namesFromRecords, undoAction } from "~/models/list/undo-list.server";
import { lastAdministrator, withoutAdministrator } from "~/models/users/user-screen.server";
import type { FormArgs } from "~/services/console-args";
import { failureNotice, optional, refusal } from "~/services/failure.server";
import { sentVersion } from "~/services/form-action.server";
import { confirmationStatus, type Conflict, type Question } from "~/services/form-answer";
import { ApiError } from "~/services/regional-api.server";
import { type Changes, offerUndo, screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import {
  getGroupPoliciesChange,
  getPolicy,
  getPolicyUse,
  type PolicyUse,
  setGroupPolicies,
  getPolicyOptions,
} from "./policy.server";

type GroupChange = "attach" | "detach";

/** Result for the panel: the confirmation, or why it failed. */
export type GroupsAnswer = {
  asked?: {
    kind: GroupChange;
    groupId: string;
    question: Question;
    /** The group's policies, and their version, when the confirmation was shown. */
    version: number;
    had: string[];
  };
  /** Set if another user changed the group's policies since the confirmation was shown. */
  conflict?: Conflict & {
    kind: GroupChange;
    groupId: string;
    group: string;
    /** Names of the group's policies after the change, and as stored. */
    mine: string[];
    stored: string[];
    /** The other user's change, as text. */
    note: string;
  };
  notice?: Notice;
};

const idsOf = ({ policies }: { policies: PolicyUse["groups"][number]["policies"] }) =>
  policies.map(({ _id }) => _id);

/** Action of both buttons. Keeps other users' changes to the group's further policies. */
const set = (kind: GroupChange) => async (args: FormArgs) => {
  const { api, step, form, notify, param, translate } = args;
  const t = translate(policies);
  const failed = { title: t("form.updateFailed") };
  const policyId = param("policyId");
  const groupId = String(form.get("groupId") ?? "");
  if (groupId === "") return refusal(t("detail.groupRequired"));
  let changes: Changes | null = null;
  try {
    const [use] = await Promise.all([getPolicyUse(api, policyId), getPolicy(api, policyId)]);
    const group = groupOf(use, kind, groupId);
    if (!group) {
      const has = use.groups.some(({ _id }) => _id === groupId);
      // Already done: the page shows the current state.
      if (has === (kind === "attach")) return redirect(screenHref(args), 303);
      // The API gives a more specific reason if there is one, e.g. that the group has been archived.
      await getGroupPoliciesChange(api, { groupId, policyIds: [policyId] });
      const notice: Notice = { tone: "error", ...failed, description: t("form.beyond") };
      return data({ notice } satisfies GroupsAnswer, { status: 403 });
    }
    const had = idsOf(group);
    const policyIds = kind === "attach" ? [...had, policyId] : had.filter((id) => id !== policyId);
    // The version shown to the user, in the confirmation or the conflict.
    const version = sentVersion(args) ?? group.policiesEdition.version;
    if (step !== "confirm") {
      const change = await getGroupPoliciesChange(api, { groupId, policyIds });
      if (change.losesLastAdministrator) {
        const notice: Notice = { tone: "error", ...failed, description: lastAdministrator(args) };
        return data({ notice } satisfies GroupsAnswer, { status: 403 });
      }
      const question = await questionOf(args, kind, group, change);
      const pendingQuestion = question && { kind, groupId, question, version, had };
      if (pendingQuestion)
        return data({ asked: pendingQuestion } satisfies GroupsAnswer, { status: confirmationStatus });
    }
    await setGroupPolicies(api, { groupId, policyIds, version });
    // Needed only for Undo; the change itself is already done.
    if (kind === "detach") changes = await optional(detachmentUndo(args, groupId), null);
  } catch (error) {
    return refusalAnswer(args, kind, groupId, error, failed);
  }
  notify({ tone: "success", title: t("form.updated"), undo: offerUndo(args, kind, changes) });
  return redirect(screenHref(args), 303);
};

const groupOf = ({ groups, attachable }: PolicyUse, kind: GroupChange, groupId: string) =>
  kind === "attach"
    ? attachable.find(({ _id }) => _id === groupId)
    : groups.find(({ _id, canChange }) => _id === groupId && canChange);

/** Data for Undo: the group, and when its policies were saved. */
async function detachmentUndo({ api, param }: FormArgs, groupId: string): Promise<Changes | null> {
  const group = groupOf(await getPolicyUse(api, param("policyId")), "attach", groupId);
  const changedAt = group?.policiesEdition.changedAt;
  return changedAt ? { ids: [groupId], changedAt } : null;
}

/** Reattaches the policy unless the group's policies have changed since. */
const undoDetach = {
  question: async (args: FormArgs, { ids: [groupId = ""] }: Changes) => {
    const { api, param, translate } = args;
    const t = translate(policies);
    const policyId = param("policyId");
    const group = groupOf(await getPolicyUse(api, policyId), "attach", groupId);
    if (!group) return null;
    const change = getGroupPoliciesChange(api, { groupId, policyIds: [...idsOf(group), policyId] });
    return lostRightsQuestion(args, change, {
      title: t("question.attachTitle", { group: group.name }),
      confirm: t("detail.attach"),
    });
  },
  run: async ({ api, param }: FormArgs, { ids, changedAt }: Changes) => {
    const policyId = param("policyId");
    const [use] = await Promise.all([getPolicyUse(api, policyId), getPolicy(api, policyId)]);
    const group = use.attachable.find((one) => ids.includes(one._id));
    if (group?.policiesEdition.changedAt !== changedAt) return { done: 0, changes: null };
    const { version } = group.policiesEdition;
    await setGroupPolicies(api, { groupId: group._id, policyIds: [...idsOf(group), policyId], version });
    return { done: 1, changes: { ids, changedAt } };
  },
  // Loaded individually: an archived group is in neither list of the policy's use.
  names: namesFromRecords(getGroup, ({ name }) => name),
  explain: withoutAdministrator,
};

async function refusalAnswer(
  args: FormArgs,
  kind: GroupChange,
  groupId: string,
  error: unknown,
  failed: { title: string },
) {
  if (!(error instanceof ApiError)) throw error;
  if (error.conflict) return conflictOf(args, kind, groupId, error.conflict);
  const { notice, status } = failureNotice(error, args, failedChange(args, error, failed));
  return data({ notice } satisfies GroupsAnswer, { status });
}

/** Reports who changed the group's policies since the confirmation, how, and the result of saving now. */
async function conflictOf(args: FormArgs, kind: GroupChange, groupId: string, conflict: Conflict) {
  const { api, form, param, translate } = args;
  const t = translate(policies);
  const policyId = param("policyId");
  const [use, policy] = await Promise.all([getPolicyUse(api, policyId), getPolicy(api, policyId)]);
  const group = groupOf(use, kind, groupId);
  // The other user made the same change, so nothing is left to do.
  if (!group) return redirect(screenHref(args), 303);
  const had = new Set(form.getAll("had").slice(0, 100).map(String));
  const stored = group.policies.toSorted((a, b) => compareNames(a.name, b.name));
  const attached = stored.filter(({ _id }) => !had.has(_id));
  const now = new Set(idsOf(group));
  const gone = await Promise.all([...had].filter((id) => !now.has(id)).map((id) => getPolicy(api, id)));
  const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(", ");
  const names = stored.map(({ name }) => name);
  return data({
    conflict: {
      ...conflict,
      kind,
      groupId,
      group: group.name,
      stored: names,
      mine:
        kind === "attach"
          ? [...names, policy.name]
          : stored.filter(({ _id }) => _id !== policyId).map(({ name }) => name),
      note: [
        ...(attached.length > 0 ? [t("detail.attachedMeanwhile", { names: namesOf(attached) })] : []),
        ...(gone.length > 0 ? [t("detail.detachedMeanwhile", { names: namesOf(gone) })] : []),
        t("detail.conflictNote"),
      ].join(" "),
    },
  } satisfies GroupsAnswer);
}

async function questionOf(
  args: FormArgs,
  kind: GroupChange,
  group: PolicyUse["groups"][number] | PolicyUse["attachable"][number],
  change: PermissionChange,
): Promise<Question | null> {
  const { api, form, translate } = args;
  const { impacts, members, unsaid } = change;
  const t = translate(policies);
  const { changedAt, changedBy } = group.policiesEdition;
  // Changes others made to the group's policies since the page was loaded (POL-26).
  const latest = form.get("latest");
  const isChanged = latest !== null && changedAt !== null && changedAt > String(latest);
  const concurrent = isChanged
    ? [
        t("question.changedMeanwhile", {
          name: changedBy ?? t("question.somebody"),
          names: group.policies.map(({ name }) => name).join(", ") || t("question.noPolicies"),
        }),
      ]
    : [];
  if (impacts.length === 0 && unsaid === 0 && !isChanged) return null;
  const { sections } = await getPolicyOptions(api);
  return changeQuestion(args, change, sections, {
    title: t(kind === "attach" ? "question.attachTitle" : "question.detachTitle", { group: group.name }),
    before: [
      ...concurrent,
      members === 0
        ? args.translate(permissions)("question.nobody")
        : t("question.groupMembers", { count: members }),
    ],
    after: unsaid > 0 ? [t("question.unsaid", { count: unsaid })] : [],
    confirm: t(kind === "attach" ? "detail.attach" : "detail.detach"),
  });
}

export const policyGroupActions = {
  attach: set("attach"),
  detach: set("detach"),
  undo: (args: FormArgs) => undoAction(args, { detach: { undo: undoDetach } }),
};
