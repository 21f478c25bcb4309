import { type FlatNode, isGone, type Op, storedTree, subtreeOf, type Tree, treeOf } from "./tree";

/** The effect of a save on one department, in the names that the person sees. */
export type TreeChange = {
  kind: "created" | "renamed" | "moved" | "removed";
  id: string;
  name: string;
  /** Of a rename the name before, of a move the parent before. */
  before: string;
  /** Of a move and of a new one the parent. */
  after: string;
  /** Of a removal how many stored departments below it go too. */
  below?: number;
};

/** The ids of children that stay below their parent, in the order of one of the two trees. */
const staying = (tree: Tree, other: Tree, parentId: string) =>
  (tree.nodes.get(parentId)?.children ?? []).filter(
    (id) => other.nodes.get(id)?.parentId === parentId && !isGone(other, id) && !isGone(tree, id),
  );

/** The stored departments that go and are not below another that goes. */
const topmostGone = (flat: readonly FlatNode[], after: Tree) =>
  flat.filter(({ id, parentId }) => isGone(after, id) && (parentId === null || !isGone(after, parentId)));

/** How many departments stored below one that goes are not kept by a move. */
const countGoing = (before: Tree, after: Tree, id: string): number =>
  (before.nodes.get(id)?.children ?? []).reduce(
    (sum, child) => (isGone(after, child) ? sum + 1 + countGoing(before, after, child) : sum),
    0,
  );

/** Every change that a save would make, in the order of the tree (DEPT-33). */
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
    staying(before, after, parentId).join() !== staying(after, before, parentId).join();
  const changes: TreeChange[] = [];
  const remove = (id: string, name: string) =>
    changes.push({ kind: "removed", id, name, before: "", after: "", below: countGoing(before, after, id) });
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
  // One that was moved into a removed department is archived for itself, and stands below it no longer.
  const listed = new Set(changes.flatMap(({ kind, id }) => (kind === "removed" ? [id] : [])));
  for (const { id, name } of topmostGone(flat, after)) if (!listed.has(id)) remove(id, name);
  return changes;
}

/** The stored departments that what was done names and that are no longer there. */
export function missingIds(flat: readonly FlatNode[], ops: readonly Op[]): string[] {
  const passed = new Set<Op>();
  const { nodes } = treeOf(flat, ops, passed);
  // A department that the person removed as well is no loss.
  const removed = new Set(ops.flatMap(([what, id]) => (what === "remove" ? [id] : [])));
  const named = [...passed].flatMap(([what, id, second]) => (what === "move" ? [id, second ?? ""] : [id]));
  return [...new Set(named)].filter(
    (id) => id !== "" && !id.startsWith("new-") && !nodes.has(id) && !removed.has(id),
  );
}

/**
 * The changes that can no longer be made, since others changed the tree meanwhile. `called` names a department that is
 * no longer there.
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
    // A new department that is lost is lost once, with its name and wherever it was put.
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

/** The stored departments that a change concerns: the one it is about and those below it, before it. */
export const concernedBy = (flat: readonly FlatNode[], id: string): string[] => {
  const before = storedTree(flat);
  return before.nodes.has(id) ? subtreeOf(before, id) : [];
};

/** The stored departments that a save would archive. */
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

/** The departments that a save sends: new and changed ones alone (DEPT-24, DEPT-25). */
export function inputsOf(flat: readonly FlatNode[], ops: readonly Op[]): TreeInput[] {
  const before = storedTree(flat);
  const after = treeOf(flat, ops);
  const removed = topmostGone(flat, after).map(({ id, parentId, name }): TreeInput => ({
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
    // Those of before come first and in their order: only what follows them needs a place.
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
