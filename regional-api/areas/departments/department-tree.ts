/** Validates a save of a customer's department tree and plans its changes (DEPT-15, DEPT-28). */
import { oneLine } from "../../../shared/pasted";
import { textLimit } from "../../core/text-rules";
import { invalid, notFound } from "../../core/errors";
import { within } from "../../core/text";

const maxLevels = 5;
const nameLimit = textLimit("departmentName", 100, "the department name");
const isShortEnough = within(nameLimit.most);

export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  /** Order among siblings. */
  readonly position: number;
}

/** A department in a save request (DEPT-24). */
export interface TreeInput {
  /** An existing id, or a temporary one that starts with "new-". */
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly position?: number | null | undefined;
  readonly isRemoved: boolean;
}

export interface TreePlan {
  /** Parents before their children. */
  readonly created: readonly TreeNode[];
  readonly updated: readonly { readonly before: TreeNode; readonly after: TreeNode }[];
  /** Removed departments, with all departments below them. */
  readonly archived: readonly TreeNode[];
  /** The whole tree, by id, as it will be after the save and as it was before. */
  readonly after: ReadonlyMap<string, TreeNode>;
  readonly before: ReadonlyMap<string, TreeNode>;
}

/**
 * Returns the ids from the root down to a node. Throws a Validation Error if the node is its own ancestor.
 */
export function pathIn(nodes: ReadonlyMap<string, TreeNode>, id: string): string[] {
  const path = new Set<string>();
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parentId ?? null) {
    if (path.has(at)) throw invalid("A department cannot be inside itself.");
    path.add(at);
  }
  return [...path].reverse();
}

interface Place {
  /** Depth; 1 for the root. */
  readonly level: number;
  /** True if the node or an ancestor is removed. */
  readonly isGone: boolean;
}

/** Returns each node's place after removal of `removed`. Visits each node once, however deep the tree is. */
function placesIn(nodes: ReadonlyMap<string, TreeNode>, removed: ReadonlySet<string>): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const id of nodes.keys()) {
    const way = new Set<string>();
    for (let at: string | null = id; at !== null && !places.has(at); at = nodes.get(at)?.parentId ?? null) {
      if (way.has(at)) throw invalid("A department cannot be inside itself.");
      way.add(at);
    }
    for (const one of [...way].reverse()) {
      const above = places.get(nodes.get(one)?.parentId ?? "");
      places.set(one, {
        level: (above?.level ?? 0) + 1,
        isGone: removed.has(one) || above?.isGone === true,
      });
    }
  }
  return places;
}

function nameOf({ name, isRemoved }: TreeInput, stored: TreeNode | undefined): string {
  const trimmed = oneLine(name);
  if (isRemoved) return stored?.name ?? trimmed;
  if (trimmed === "") throw invalid("Please enter a department name");
  if (!isShortEnough(trimmed)) throw invalid(nameLimit.message);
  return trimmed;
}

/**
 * Plans the changes of `inputs` to the active departments; departments not named stay unchanged (DEPT-25).
 * `idFor` generates ids for new ones. Throws a Validation Error for an invalid tree, a Not Found Error for an
 * unknown id.
 */
export function planTree(
  stored: readonly TreeNode[],
  inputs: readonly TreeInput[],
  idFor: () => string,
): TreePlan {
  const before = new Map(stored.map((node) => [node.id, node]));
  const after = new Map(before);
  if (new Set(inputs.map(({ id }) => id)).size < inputs.length)
    throw invalid("A department is named more than once.");
  const isNew = ({ id }: TreeInput) => id.startsWith("new-") && !before.has(id);
  const newIds = new Map(inputs.filter(isNew).map(({ id }) => [id, idFor()]));
  const actual = (id: string) => newIds.get(id) ?? id;

  const last = new Map<string | null, number>();
  for (const { parentId, position } of stored)
    last.set(parentId, Math.max(last.get(parentId) ?? -1, position));
  const atEnd = (parentId: string | null) => {
    const position = (last.get(parentId) ?? -1) + 1;
    last.set(parentId, position);
    return position;
  };
  const removed = new Set<string>();
  for (const input of inputs) {
    const id = actual(input.id);
    const known = before.get(id);
    if (!known && !newIds.has(input.id)) throw notFound();
    const parentId = input.parentId === null ? null : actual(input.parentId);
    const stays = known?.parentId === parentId;
    const position = input.position ?? (known && stays ? known.position : atEnd(parentId));
    if (input.isRemoved) removed.add(id);
    // Other changes to a removed department are ignored.
    after.set(id, known && input.isRemoved ? known : { id, parentId, name: nameOf(input, known), position });
  }

  const roots = [...after.values()].filter(({ parentId }) => parentId === null);
  if (roots.length !== 1 || before.get(roots[0]?.id ?? "")?.parentId !== null)
    throw invalid("There can be only one root department.");
  for (const { parentId } of after.values()) if (parentId !== null && !after.has(parentId)) throw notFound();

  const archived: TreeNode[] = [];
  const places = placesIn(after, removed);
  for (const [id, { parentId }] of [...after]) {
    const { level = 0, isGone } = places.get(id) ?? {};
    if (isGone) {
      if (parentId === null) throw invalid("The root department cannot be removed.");
      const known = before.get(id);
      if (known) archived.push(known);
      after.delete(id);
    } else if (level > maxLevels) throw invalid(`Departments can have at most ${maxLevels} levels.`);
  }

  const created = [...newIds.values()].flatMap((id) => after.get(id) ?? []);
  const levelOf = ({ id }: TreeNode) => places.get(id)?.level ?? 0;
  created.sort((a, b) => levelOf(a) - levelOf(b));
  const updated = stored.flatMap((one) => {
    const now = after.get(one.id);
    const isSame =
      !now || (now.name === one.name && now.parentId === one.parentId && now.position === one.position);
    return isSame ? [] : [{ before: one, after: now }];
  });
  return { created, updated, archived, after, before };
}
