import { limits } from "~/models/form/limits";

import { lengthOf } from "~/models/form/length";
import { oneLine } from "~/models/form/pasted";

/** A department as the API lists them: parents before children, siblings in order. */
export type FlatNode = { id: string; name: string; parentId: string | null };

/**
 * One unsaved operation on the tree. New departments have ids "new-…". A move names the parent, null for a sibling of
 * the root, and the position among the parent's other children.
 */
export type Op =
  | ["name", id: string, name: string]
  | ["add", parentId: string, id: string]
  | ["move", id: string, parentId: string | null, at: number]
  | ["remove", id: string];

/** Maximum unsaved operations: all are reapplied on every press (DEPT-38). */
export const maxOps = 1_000;

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;

// Hand-written check: it runs in the browser, and a schema library would outweigh the whole editor.
function isOp(value: unknown): value is Op {
  if (!Array.isArray(value) || !isText(value[1], 100)) return false;
  const [what, , second, third] = value as unknown[];
  if (what === "name") return value.length === 3 && isText(second, 1_000);
  if (what === "add") return value.length === 3 && isText(second, 100) && /^new-\d{1,6}$/.test(second);
  if (what === "move")
    return (
      value.length === 4 &&
      (second === null || isText(second, 100)) &&
      Number.isSafeInteger(third) &&
      Number(third) >= 0
    );
  return what === "remove" && value.length === 2;
}

function parseList(text: unknown): unknown[] {
  try {
    const list: unknown = JSON.parse(String(text));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Parses operations from the form field, at most `maxOps`; none if damaged. `isTooMuch` if the field holds more, which
 * the editor itself never produces.
 */
export function readOps(text: unknown): { ops: Op[]; isTooMuch: boolean } {
  const list = parseList(text);
  const ops = list.slice(0, maxOps);
  return { ops: ops.every(isOp) ? ops : [], isTooMuch: list.length > maxOps };
}

/** Parses operations from the form field, at most `maxOps`. */
export const parseOps = (text: unknown): Op[] => readOps(text).ops;

export type TreeNode = {
  id: string;
  name: string;
  parentId: string | null;
  children: string[];
  isNew: boolean;
  /** Removed by the user with its descendants; shown until saved. */
  isRemoved: boolean;
};
/** `rootId` is the stored root; it keeps its place even if siblings are added. */
export type Tree = { nodes: Map<string, TreeNode>; roots: string[]; rootId: string };

export const maxLevels = 5;

/**
 * The stored tree with the operations applied. Operations that no longer apply because others changed the tree are
 * skipped and added to `passed`.
 */
export function treeOf(flat: readonly FlatNode[], ops: readonly Op[] = [], passed?: Set<Op>): Tree {
  const rootId = flat.find(({ parentId }) => parentId === null)?.id ?? "";
  const tree: Tree = { nodes: new Map(), roots: [], rootId };
  for (const node of flat) tree.nodes.set(node.id, { ...node, children: [], isNew: false, isRemoved: false });
  for (const { id, parentId } of flat) siblingsOf(tree, parentId).push(id);
  for (const op of ops) if (!apply(tree, op)) passed?.add(op);
  return tree;
}

const storedTrees = new WeakMap<readonly FlatNode[], Tree>();

/** The stored tree, cached; must not be modified. */
export function storedTree(flat: readonly FlatNode[]): Tree {
  const tree = storedTrees.get(flat) ?? treeOf(flat);
  storedTrees.set(flat, tree);
  return tree;
}

/** Children of a department; the roots if `parentId` is null. */
export const siblingsOf = (tree: Tree, parentId: string | null): string[] =>
  parentId === null ? tree.roots : (tree.nodes.get(parentId)?.children ?? tree.roots);

/** Applies one operation; false if it cannot be. Removing a missing department succeeds. */
function apply(tree: Tree, op: Op): boolean {
  const [what, id] = op;
  const node = tree.nodes.get(id);
  if (!node || isGone(tree, id)) return what === "remove";
  if (what === "name") node.name = op[2];
  else if (what === "add") {
    const added = { id: op[2], name: "", parentId: id, children: [], isNew: true, isRemoved: false };
    if (tree.nodes.has(added.id)) return false;
    tree.nodes.set(added.id, added);
    node.children.push(added.id);
  } else if (what === "move") {
    const [, , parentId, at] = op;
    if (id === tree.rootId) return false;
    if (parentId !== null && (!tree.nodes.has(parentId) || pathTo(tree, parentId).includes(id))) return false;
    if (parentId !== null && isGone(tree, parentId)) return false;
    const before = siblingsOf(tree, node.parentId);
    before.splice(before.indexOf(id), 1);
    siblingsOf(tree, parentId).splice(at, 0, id);
    node.parentId = parentId;
  } else if (id !== tree.rootId) {
    if (!node.isNew) return (node.isRemoved = true);
    const siblings = siblingsOf(tree, node.parentId);
    siblings.splice(siblings.indexOf(id), 1);
    for (const below of [...subtreeOf(tree, id)]) {
      const one = tree.nodes.get(below);
      if (one?.isNew) tree.nodes.delete(below);
      else if (one) {
        // A stored department moved below a removed new one is removed too, but stays visible.
        one.isRemoved = true;
        if (one.parentId !== null && tree.nodes.has(one.parentId)) continue;
        one.parentId = node.parentId;
        siblings.push(below);
      }
    }
  }
  return true;
}

/** Ids from the topmost department down to this one. */
export function pathTo(tree: Tree, id: string): string[] {
  const path: string[] = [];
  for (
    let at: string | null = id;
    at !== null && !path.includes(at);
    at = tree.nodes.get(at)?.parentId ?? null
  )
    path.unshift(at);
  return path;
}

/** True if a department or one of its ancestors is removed or missing. */
export const isGone = (tree: Tree, id: string): boolean =>
  pathTo(tree, id).some((one) => tree.nodes.get(one)?.isRemoved ?? true);

/** Ids of a department and its descendants. */
export function subtreeOf(tree: Tree, id: string): string[] {
  const below = tree.nodes.get(id)?.children ?? [];
  return [id, ...below.flatMap((child) => subtreeOf(tree, child))];
}

/** Number of levels of a department's subtree, ignoring removed ones. */
export function heightOf(tree: Tree, id: string): number {
  const node = tree.nodes.get(id);
  if (!node || node.isRemoved) return 0;
  return 1 + Math.max(0, ...node.children.map((child) => heightOf(tree, child)));
}

/** True if a department may move below another: not into itself, and within five levels (DEPT-12). */
export function mayMoveInto(tree: Tree, id: string, parentId: string): boolean {
  const path = pathTo(tree, parentId);
  return !path.includes(id) && !isGone(tree, parentId) && path.length + heightOf(tree, id) <= maxLevels;
}

export type NameError = "required" | "tooLong";
export type TreeErrors = { names: Map<string, NameError>; tree: ("depth" | "roots")[] };

/** A visible ASCII character; names with one need no closer check for visibility. */
const visibleAscii = /[!-~]/;

/** Validation errors of the tree (DEPT-15..DEPT-19). */
export function errorsOf(tree: Tree): TreeErrors {
  const errors: TreeErrors = { names: new Map(), tree: [] };
  const walk = (ids: readonly string[], level: number): number => {
    let deepest = level - 1;
    for (const id of ids) {
      const node = tree.nodes.get(id);
      if (!node || node.isRemoved) continue;
      const name = node.name.trim();
      if (!visibleAscii.test(name) && oneLine(name) === "") errors.names.set(id, "required");
      else if (name.length > limits.departmentName && lengthOf(name) > limits.departmentName)
        errors.names.set(id, "tooLong");
      deepest = Math.max(deepest, level, walk(node.children, level + 1));
    }
    return deepest;
  };
  if (walk(tree.roots, 1) > maxLevels) errors.tree.push("depth");
  if (tree.roots.filter((id) => !tree.nodes.get(id)?.isRemoved).length > 1) errors.tree.push("roots");
  return errors;
}

/** True if there are any errors. */
export const hasErrors = ({ names, tree }: TreeErrors): boolean => names.size > 0 || tree.length > 0;
