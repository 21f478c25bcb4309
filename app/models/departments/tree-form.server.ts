import { z } from "zod/v4";
import { departments } from "~/i18n/departments";
import { limits } from "~/models/form/limits";
import { outcomes } from "~/i18n/outcomes";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import { failureNotice, optional } from "~/services/failure.server";
import {
  type FormSpec,
  type RefusedSave,
  formAction,
  rerenderForm,
  versionOf,
  versionSeen,
} from "~/services/form-action.server";
import type { Notice } from "~/sessions.server";
import { changeText } from "./change-text";
import {
  getChangesSince,
  getFlatTree,
  getMovesBeyond,
  getUsage,
  type OthersChange,
  saveTree,
} from "./department-tree.server";
import {
  errorsOf,
  type FlatNode,
  hasErrors,
  maxOps,
  type Op,
  parseOps,
  pathTo,
  readOps,
  treeOf,
} from "./tree";
import { treeChanges, affectedIds, inputsOf, missingIds, removedIds, type TreeInput } from "./tree-changes";
import { type EditorState, parseView, type Press, applyPress, renamed } from "./tree-editor";

/** The tree form: the list of operations. */
export const treeSchema = z.object({ draft: z.string().default("[]").transform(parseOps) });

/** Limit of changes listed in the dialog, to keep it readable. */
const maxListed = 20;

/** The stored tree, loaded once per request. */
const trees = new WeakMap<FormArgs, ReturnType<typeof getFlatTree>>();
function storedTree(args: FormArgs) {
  const tree = trees.get(args) ?? getFlatTree(args.api);
  trees.set(args, tree);
  return tree;
}
const storedNodes = async (args: FormArgs): Promise<FlatNode[]> => (await storedTree(args)).nodes;

/**
 * True if others have removed departments that the draft refers to. The save is then a conflict right away, before any
 * confirmation, so the user first sees what changed (DEPT-55).
 */
async function isOvertaken(args: FormArgs, ops: readonly Op[]): Promise<boolean> {
  const { nodes, version } = await storedTree(args);
  return versionSeen(args) !== version && missingIds(nodes, ops).length > 0;
}

/**
 * True if the stored, newer tree already contains everything in a confirmed draft: it has been saved, e.g. by the same
 * form posted twice (ORG-14).
 */
async function isSavedAlready(args: FormArgs, ops: readonly Op[]): Promise<boolean> {
  const { nodes, version } = await storedTree(args);
  const isLater = version > (versionOf(args.form, "version") ?? version);
  return args.step === "confirm" && ops.length > 0 && isLater && inputsOf(nodes, ops).length === 0;
}

/** Others' removals of departments in the draft; empty if they cannot be loaded. */
const removalsOf = async ({ api, form }: FormArgs, nodes: readonly FlatNode[], ops: readonly Op[]) => {
  const ids = missingIds(nodes, ops);
  if (ids.length === 0) return [];
  const changes = await optional(getChangesSince(api, versionOf(form, "version") ?? 0, ids), []);
  return changes.filter(({ kind }) => kind === "ARCHIVED");
};

/**
 * Turns name fields typed without JS into operations of the draft, as typing with JS does; works without the stored
 * tree (`flat` empty). `isTooMuch` if the operations exceed the limit.
 */
function withTypedNames(form: FormData, flat: readonly FlatNode[]) {
  const view = parseView(form.get("view"));
  const posted = readOps(form.get("draft"));
  let { ops } = posted;
  for (const [field, value] of form) {
    const id = /^name-([\w-]{1,100})$/.exec(field)?.[1];
    if (id === undefined || value === form.get(`was-${id}`)) continue;
    ops = renamed(ops, id, String(value).slice(0, 1000), flat);
  }
  const isTooMuch = posted.isTooMuch || ops.length > maxOps;
  ops = ops.slice(0, maxOps);
  form.set("draft", JSON.stringify(ops));
  form.set("view", JSON.stringify(view));
  return { ops, view, isTooMuch };
}

/** Handles an editor button without JS: the same page with the unsaved tree; nothing is saved (DEPT-13). */
export async function handleTreePress(args: FormArgs) {
  const { form, detail } = args;
  try {
    const nodes = await storedNodes(args);
    const state = withTypedNames(form, nodes);
    const [verb = "", id = ""] = detail.split(":");
    if (state.isTooMuch && verb !== "undo") return tooManyChangesAnswer(args, state);
    const after = applyPress(nodes, state, parsePress(verb, id, form));
    // Drop operations beyond the limit; they were the latest.
    const next = state.isTooMuch ? { ...after, ops: state.ops } : after;
    const again = rerenderForm(form, answer(next), 200);
    return { ...again, data: { ...again.data, removals: await removalsOf(args, nodes, next.ops) } };
  } catch (error) {
    const { notice, status } = failureNotice(error, args, failureText(args));
    return rerenderForm(form, { ...answer(withTypedNames(form, [])), notice }, status);
  }
}

/** The editor state as form fields. */
const answer = ({ ops, view }: EditorState) => ({
  lastResult: { initialValue: { draft: JSON.stringify(ops), view: JSON.stringify(view) } },
});

/** The page with the first `maxOps` changes and a notice that there were more. */
function tooManyChangesAnswer({ form, translate }: FormArgs, state: EditorState) {
  const notice: Notice = { tone: "error", title: translate(departments)("errors.tooMany") };
  return rerenderForm(form, { ...answer(state), notice });
}

const failureText = ({ translate }: FormArgs) => ({
  title: translate(outcomes)("unexpectedError"),
  description: translate(departments)("saveFailed"),
});

function parsePress(verb: string, id: string, form: FormData): Press {
  switch (verb) {
    case "add":
    case "remove":
    case "keep":
    case "up":
    case "down":
    case "toggle":
    case "move":
      return { verb, id };
    case "into":
      return { verb, id, value: String(form.get(`parent-${id}`) ?? "") };
    case "undo":
      return { verb };
    default:
      return { verb: "find", value: String(form.get("find") ?? "").slice(0, 200) };
  }
}

const save = formAction(
  () => treeSchema,
  (args): FormSpec<typeof treeSchema> => {
    const { api, base, scope, translate } = args;
    const t = translate(departments);
    const refuse = (error: "beyond" | "inUse"): RefusedSave => ({ formErrors: [t(`errors.${error}`)] });
    return {
      check: async ({ draft }) =>
        (await isOvertaken(args, draft)) || (await isSavedAlready(args, draft))
          ? undefined
          : refusalOf(args, await storedNodes(args), draft),
      question: async ({ draft }) => {
        if (await isOvertaken(args, draft)) return null;
        const customer = scope.customerDisplayName;
        return {
          title: t("confirm.title"),
          text: [t("confirm.text", { customer }), ...(await consequencesOf(args, draft))],
          confirm: t("editor.update"),
        };
      },
      save: async ({ draft }, version) => {
        const nodes = await storedNodes(args);
        const inputs = inputsOf(nodes, draft);
        const isOutOfReach = await isOvertaken(args, draft);
        const done = { done: t("saved"), to: `${base}/departments` };
        if (inputs.length === 0 && !isOutOfReach)
          return (await isSavedAlready(args, draft)) ? done : { formErrors: [t("errors.nothing")] };
        // An overtaken draft may be empty; send something so that the API answers with the conflict and its author.
        const sent = inputs.length > 0 ? inputs : nodes.slice(0, 1).map(toTreeInput);
        await saveTree(api, sent, version);
        return done;
      },
      failed: failureText(args),
      explain: (error) => {
        if (isApiMessage(error, "departmentInUse")) return refuse("inUse");
        return isApiMessage(error, "beyondOwnRights") ? refuse("beyond") : undefined;
      },
    };
  },
);

const toTreeInput = ({ id, name, parentId }: FlatNode): TreeInput => ({
  _id: id,
  name,
  parentId,
  isRemoved: false,
});

/** Validation errors of the tree, by department (DEPT-16..DEPT-20, DEPT-29, DEPT-36). */
async function refusalOf(args: FormArgs, flat: FlatNode[], ops: Op[]) {
  const { api, translate } = args;
  const t = translate(departments);
  const errors = errorsOf(treeOf(flat, ops));
  if (hasErrors(errors)) {
    return {
      formErrors: errors.tree.map((error) => t(`errors.${error}`)),
      fieldErrors: Object.fromEntries(
        [...errors.names].map(([id, error]) => [
          `name-${id}`,
          [t(`errors.${error}`, { limit: limits.departmentName })],
        ]),
      ),
    };
  }
  const inputs = inputsOf(flat, ops);
  if (inputs.length === 0) return { formErrors: [t("errors.nothing")] };
  const changes = treeChanges(flat, ops);
  const removed = changes.filter(({ kind }) => kind === "removed");
  const isMoved = changes.some(({ kind }) => kind === "moved");
  const [usage, beyond] = await Promise.all([
    getUsage(api, removedIds(flat, ops)),
    isMoved ? getMovesBeyond(api, inputs) : [],
  ]);
  const used = removed.flatMap(({ id }) => {
    const ids = affectedIds(flat, id);
    if (!ids.some((one) => Object.values(usage.get(one) ?? {}).some((count) => count > 0))) return [];
    return [{ id, why: `${t("errors.inUse")} ${t("errors.inUseBy", usageTexts(args, usage, ids))}` }];
  });
  if (used.length + beyond.length === 0) return undefined;
  // Departments moved into a removed one are hidden, so their error is shown at the removed one.
  const tree = treeOf(flat, ops);
  const shownAt = (id: string) => pathTo(tree, id).find((one) => tree.nodes.get(one)?.isRemoved) ?? id;
  const errorAt = (id: string, error: string): [string, string[]] => [`name-${id}`, [error]];
  return {
    fieldErrors: Object.fromEntries([
      ...beyond.map((id) => errorAt(id, t("errors.beyond"))),
      ...used.map(({ id, why }) => errorAt(shownAt(id), why)),
    ]),
  };
}

/** Usage counts of these departments as text. */
function usageTexts(
  { translate }: FormArgs,
  usage: Awaited<ReturnType<typeof getUsage>>,
  ids: readonly string[],
) {
  const t = translate(departments);
  const sum = (of: "users" | "groups" | "vacancies") =>
    ids.reduce((total, id) => total + (usage.get(id)?.[of] ?? 0), 0);
  return {
    vacancies: t("changes.vacancies", { count: sum("vacancies") }),
    users: t("changes.users", { count: sum("users") }),
    groups: t("changes.groups", { count: sum("groups") }),
  };
}

/** All changes as text, with the number of vacancies and users affected (DEPT-33). */
async function consequencesOf(args: FormArgs, ops: Op[]): Promise<string[]> {
  const { api, translate } = args;
  const t = translate(departments);
  const nodes = await storedNodes(args);
  const changes = treeChanges(nodes, ops);
  const listed = changes.slice(0, maxListed).map((change) => ({
    change,
    ids: change.kind === "created" ? [] : affectedIds(nodes, change.id),
  }));
  const usage = await getUsage(api, [...new Set(listed.flatMap(({ ids }) => ids))]);
  const lines = listed.map(({ change, ids }) => {
    const said = changeText(t, change);
    if (change.kind === "created") return said;
    const { vacancies, users } = usageTexts(args, usage, ids);
    return t("changes.touches", { change: said, vacancies, users });
  });
  const more = changes.length - listed.length;
  return [...new Set(lines), ...(more > 0 ? [t("changes.more", { count: more })] : [])];
}

/** Saves the tree; on a version conflict the answer includes others' changes (DEPT-32). */
export async function updateTree(args: FormArgs) {
  const { api, form } = args;
  // The save loads the same tree and reports its failure.
  const nodes = await optional(storedNodes(args), []);
  const state = withTypedNames(form, nodes);
  if (state.isTooMuch) return tooManyChangesAnswer(args, state);
  const answer = await save(args);
  if (!("data" in answer) || !answer.data.conflict) return answer;
  const [changes, removals] = await Promise.all([
    optional(getChangesSince(api, answer.data.version ?? 0), []),
    removalsOf(args, nodes, state.ops),
  ]);
  const isSame = (one: OthersChange) => (other: OthersChange) =>
    one.version === other.version && one._id === other._id && one.kind === other.kind;
  const theirs = [...changes, ...removals.filter((one) => !changes.some(isSame(one)))];
  return { ...answer, data: { ...answer.data, theirs, removals } };
}
