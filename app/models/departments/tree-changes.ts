import { type FlatNode, isGone, type Op, storedTree, subtreeOf, type Tree, treeOf } from "./tree";

/** A save's effect on one department, in display names. */
export type TreeChange = {
  kind: "created" | "renamed" | "moved" | "removed";
  id: string;
  name: string;
  /** Rename: the old name. Move: the old parent. */
  before: string;
  /** Move or creation: the new parent. */
  after: string;
  /** Removal: number of stored departments below that are removed too. */
  below?: number;
};

/** Children that stay under their parent in both trees, in the order of the first. */
const commonChildren = (tree: Tree, other: Tree, parentId: string) =>
  (tree.nodes.get(parentId)?.children ?? []).filter(
    (id) => other.nodes.get(id)?.parentId === parentId && !isGone(other, id) && !isGone(tree, id),
  );

/** Removed stored departments whose parent is not removed. */
const topmostRemoved = (flat: readonly FlatNode[], after: Tree) =>
  flat.filter(({ id, parentId }) => isGone(after, id) && (parentId === null || !isGone(after, parentId)));

/** Number of stored departments below a removed one that were not moved elsewhere. */
const countRemovedBelow = (before: Tree, after: Tree, id: string): number =>
  (before.nodes.get(id)?.children ?? []).reduce(
    (sum, child) => (isGone(after, child) ? sum + 1 + countRemovedBelow(before, after, child) : sum),
    0,
  );

/** All changes a save would make, in tree order (DEPT-33). */
export function treeChanges(
  flat: readonly FlatNode[],
  ops: readonly Op[],
  after = treeOf(flat, ops),
): TreeChange[] {
  const before = storedTree(flat);
  const moved = new Set(ops.flatMap((op) => (op[0] === "move" ? [op[1]] : [])));
  const nameIn = (tree: Tree, id: string | null) => tree.nodes.get(id ?? "")?.name ?? "";
  const isReordered = (id: string, parentId: string | null) =>
    parentId !== null &&
    moved.has(id) &&
    commonChildren(before, after, parentId).join() !== commonChildren(after, before, parentId).join();
  const changes: TreeChange[] = [];
  const remove = (id: string, name: string) =>
    changes.push({
      kind: "removed",
      id,
      name,
      before: "",
      after: "",
      below: countRemovedBelow(before, after, id),
    });
  const walk = (ids: readonly string[]) => {
    for (const id of ids) {
      const node = after.nodes.get(id);
      if (!node) continue;
      const stored = before.nodes.get(id);
      const name = node.name.trim();
      const parent = nameIn(after, node.parentId).trim();
      if (!stored) changes.push({ kind: "created", id, name, before: "", after: parent });
      else if (node.isRemoved) {
        remove(id, stored.name);
        continue;
      } else {
        if (name !== stored.name)
          changes.push({ kind: "renamed", id, name, before: stored.name, after: name });
        if (stored.parentId !== node.parentId || isReordered(id, node.parentId))
          changes.push({ kind: "moved", id, name, before: nameIn(before, stored.parentId), after: parent });
      }
      walk(node.children);
    }
  };
  walk(after.roots);
  // A department moved into a removed one is archived separately: in the stored tree it is not below it.
  const listed = new Set(changes.flatMap(({ kind, id }) => (kind === "removed" ? [id] : [])));
  for (const { id, name } of topmostRemoved(flat, after)) if (!listed.has(id)) remove(id, name);
  return changes;
}

/** Stored departments that the operations refer to and that no longer exist. */
export function missingIds(flat: readonly FlatNode[], ops: readonly Op[]): string[] {
  const passed = new Set<Op>();
  const { nodes } = treeOf(flat, ops, passed);
  // Departments that the user removed too are not missing.
  const removed = new Set(ops.flatMap(([what, id]) => (what === "remove" ? [id] : [])));
  const named = [...passed].flatMap(([what, id, second]) => (what === "move" ? [id, second ?? ""] : [id]));
  return [...new Set(named)].filter(
    (id) => id !== "" && !id.startsWith("new-") && !nodes.has(id) && !removed.has(id),
  );
}

/**
 * Changes that can no longer be applied because others changed the tree. `called` returns the name of a missing
 * department.
 */
export function lostChanges(
  flat: readonly FlatNode[],
  ops: readonly Op[],
  called: (id: string) => string,
): TreeChange[] {
  const passed = new Set<Op>();
  const after = treeOf(flat, ops, passed);
  if (passed.size === 0) return [];
  const given = new Map(ops.flatMap((op) => (op[0] === "name" ? [[op[1], op[2].trim()]] : [])));
  const nameOf = (id: string | null) =>
    id === null
      ? ""
      : id.startsWith("new-")
        ? (given.get(id) ?? "")
        : (after.nodes.get(id)?.name ?? called(id));
  const lost = new Map<string, TreeChange>();
  const lose = (kind: TreeChange["kind"], id: string, from: string, to: string) =>
    lost.set(`${kind} ${id}`, { kind, id, name: nameOf(id), before: from, after: to });
  for (const op of ops) {
    const [what, id] = op;
    const isLost = passed.has(op);
    // A lost new department is reported once, with its name, wherever it was moved.
    const isLostNew = id.startsWith("new-") && !after.nodes.has(id);
    if (what === "add" && isLost) lose("created", op[2], "", nameOf(id));
    else if (what === "remove")
      for (const kind of ["created", "renamed", "moved"]) lost.delete(`${kind} ${id}`);
    else if (isLostNew) continue;
    else if (what === "name" && isLost) lose("renamed", id, called(id), op[2].trim());
    else if (what === "move") {
      if (isLost) lose("moved", id, nameOf(after.nodes.get(id)?.parentId ?? null), nameOf(op[2]));
      else lost.delete(`moved ${id}`);
    }
  }
  return [...lost.values()];
}

/** Stored departments affected by a change: the department and its stored descendants. */
export const affectedIds = (flat: readonly FlatNode[], id: string): string[] => {
  const before = storedTree(flat);
  return before.nodes.has(id) ? subtreeOf(before, id) : [];
};

/** Stored departments that a save would archive. */
export function removedIds(flat: readonly FlatNode[], ops: readonly Op[]): string[] {
  const after = treeOf(flat, ops);
  return flat.map(({ id }) => id).filter((id) => isGone(after, id));
}

export type TreeInput = {
  _id: string;
  parentId: string | null;
  name: string;
  position?: number;
  isRemoved: boolean;
};

/** Departments to send: only new and changed ones (DEPT-24, DEPT-25). */
export function inputsOf(flat: readonly FlatNode[], ops: readonly Op[]): TreeInput[] {
  const before = storedTree(flat);
  const after = treeOf(flat, ops);
  const removed = topmostRemoved(flat, after).map(({ id, parentId, name }): TreeInput => ({
    _id: id,
    parentId,
    name,
    isRemoved: true,
  }));
  const kept: TreeInput[] = [];
  const walk = (ids: readonly string[]) => {
    const present = ids.filter((id) => !after.nodes.get(id)?.isRemoved);
    const parentId = after.nodes.get(present[0] ?? "")?.parentId ?? null;
    const known = (parentId === null ? before.roots : (before.nodes.get(parentId)?.children ?? [])).filter(
      (id) => present.includes(id),
    );
    // If stored siblings come first and in order, new ones are simply appended and no positions are sent.
    const isInOrder = known.every((id, index) => present[index] === id);
    present.forEach((id, position) => {
      const node = after.nodes.get(id);
      if (!node) return;
      const stored = before.nodes.get(id);
      const isChanged = stored?.name !== node.name.trim() || stored.parentId !== node.parentId;
      if (isChanged || !isInOrder) {
        kept.push({
          _id: id,
          parentId: node.parentId,
          name: node.name.trim(),
          ...(!isInOrder && { position }),
          isRemoved: false,
        });
      }
      walk(node.children);
    });
  };
  walk(after.roots);
  return [...kept, ...removed];
}

/** Departments that the changes move. */
export const movedIn = (changes: readonly TreeChange[]) =>
  new Set(changes.flatMap(({ kind, id }) => (kind === "moved" ? [id] : [])));
