import { searchKey } from "~/i18n/name-order";
import {
  type FlatNode,
  isGone,
  mayMoveInto,
  maxOps,
  type Op,
  parseOps,
  pathTo,
  siblingsOf,
  type Tree,
  treeOf,
} from "./tree";

/** UI state of the tree editor; never saved. */
export type EditorView = {
  /** Departments whose expansion differs from the default. */
  toggled: string[];
  /** The department whose new parent is being chosen. */
  moving: string | null;
  find: string;
  /** The element to focus. */
  focus: string | null;
};
export type EditorState = { ops: Op[]; view: EditorView };

export const plainEditor: EditorState = {
  ops: [],
  view: { toggled: [], moving: null, find: "", focus: null },
};

/** Larger trees are expanded level by level (DEPT-34). */
export const openAllUpTo = 200;
/** Maximum rows shown at once: each row has two form fields. */
export const maxRows = 400;

/** Parses the editor state from the form's two hidden fields; invalid input gives the initial state. */
export const parseEditor = (draft: unknown, view: unknown): EditorState => ({
  ops: parseOps(draft),
  view: parseView(view),
});

/** Parses the editor's view from the form field; the initial view if damaged. */
export function parseView(view: unknown): EditorView {
  try {
    const { toggled, moving, find, focus } = JSON.parse(String(view)) as Record<string, unknown>;
    const textOrNull = (value: unknown) => (typeof value === "string" ? value.slice(0, 120) : null);
    if (!Array.isArray(toggled) || toggled.length > 5_000) return plainEditor.view;
    return {
      toggled: toggled.map(String),
      moving: textOrNull(moving),
      find: String(find ?? "").slice(0, 200),
      focus: textOrNull(focus),
    };
  } catch {
    return plainEditor.view;
  }
}

/** A press of an editor button: the action and its department. */
export type Press =
  | { verb: "add" | "remove" | "keep" | "up" | "down" | "in" | "out" | "toggle" | "move"; id: string }
  | { verb: "undo" | "find"; id?: undefined; value?: string }
  | { verb: "name" | "into" | "before" | "after"; id: string; value: string };

/** Editor state after a press, with or without JS (DEPT-13). */
export function applyPress(flat: readonly FlatNode[], state: EditorState, press: Press): EditorState {
  const { ops, view } = state;
  const tree = treeOf(flat, ops);
  const look = (changes: Partial<EditorView>): EditorState => ({
    ops,
    view: { ...view, focus: null, ...changes },
  });
  // At `maxOps` the editor reports that it is full and ignores further changes.
  const done = (op: Op, changes: Partial<EditorView> = {}): EditorState =>
    ops.length < maxOps
      ? { ops: [...ops, op], view: { ...view, moving: null, focus: null, ...changes } }
      : look({});
  if (press.verb === "undo") {
    const left = ops.slice(0, -1);
    // With nothing left to undo, the undo button is gone, so focus the department that was changed.
    const changed = ops[0]?.[1];
    const nearby = flat.find(({ id }) => id === changed)?.id ?? tree.rootId;
    return { ops: left, view: { ...view, focus: left.length > 0 ? "undo" : `name-${nearby}`, moving: null } };
  }
  if (press.verb === "find") return look({ find: press.value ?? "" });
  const node = tree.nodes.get(press.id ?? "");
  if (node?.isRemoved && press.verb === "keep") {
    const kept = opsWithoutRemoval(flat, ops, node.id);
    return kept.length <= maxOps
      ? { ops: kept, view: { ...view, moving: null, focus: `name-${node.id}` } }
      : look({});
  }
  if (!node || (isGone(tree, node.id) && press.verb !== "toggle")) return look({});
  const { id, parentId } = node;
  const handle = { focus: `handle-${id}` };
  switch (press.verb) {
    case "keep":
      return look({});
    case "toggle": {
      const isToggled = view.toggled.includes(id);
      return look({ toggled: isToggled ? view.toggled.filter((one) => one !== id) : [...view.toggled, id] });
    }
    case "move":
      return look({
        moving: view.moving === id ? null : id,
        focus: view.moving === id ? `handle-${id}` : `parent-${id}`,
      });
    case "name": {
      const named = renamed(ops, id, press.value, flat);
      // Keep the focus if the user is typing elsewhere.
      return {
        ops: named.length <= maxOps ? named : ops,
        view: { ...view, focus: view.focus === `name-${id}` ? view.focus : null },
      };
    }
    case "add": {
      const numbers = ops.flatMap((op) => (op[0] === "add" ? [Number(op[2].slice(4))] : []));
      const newId = `new-${Math.max(0, ...numbers) + 1}`;
      const isOpen = isOpenIn(flat.length, view, id, pathTo(tree, id).length);
      const toggled = isOpen ? view.toggled : toggleId(view.toggled, id);
      return done(["add", id, newId], { toggled, focus: `name-${newId}` });
    }
    case "remove":
      return id === tree.rootId
        ? look({})
        : done(["remove", id], { focus: `name-${parentId ?? tree.rootId}` });
    case "up":
    case "down": {
      const siblings = siblingsOf(tree, parentId);
      const at = siblings.indexOf(id) + (press.verb === "up" ? -1 : 1);
      return at < 0 || at >= siblings.length ? look(handle) : done(["move", id, parentId, at], handle);
    }
    case "in": {
      const siblings = siblingsOf(tree, parentId);
      const above = siblings.slice(0, siblings.indexOf(id)).findLast((one) => !isGone(tree, one));
      return above && mayMoveInto(tree, id, above)
        ? done(lastIn(tree, id, above), { ...handle, toggled: withExpanded(flat, view, tree, above) })
        : look(handle);
    }
    case "out": {
      const parent = parentId === null ? undefined : tree.nodes.get(parentId);
      if (!parent?.parentId) return look(handle);
      const at = siblingsOf(tree, parent.parentId).indexOf(parent.id) + 1;
      return done(["move", id, parent.parentId, at], handle);
    }
    case "into":
      return isGone(tree, press.value) || pathTo(tree, press.value).includes(id)
        ? look({})
        : done(lastIn(tree, id, press.value), {
            ...handle,
            toggled: withExpanded(flat, view, tree, press.value),
          });
    case "before":
    case "after": {
      const target = tree.nodes.get(press.value);
      if (!target || target.id === id || pathTo(tree, target.id).includes(id)) return look({});
      const others = siblingsOf(tree, target.parentId).filter((one) => one !== id);
      const at = others.indexOf(target.id) + (press.verb === "after" ? 1 : 0);
      return done(["move", id, target.parentId, at], handle);
    }
  }
}

/**
 * The operations without a department's removal. A department that had been moved into a new one and removed with it
 * returns to its stored position.
 */
function opsWithoutRemoval(flat: readonly FlatNode[], ops: readonly Op[], id: string): Op[] {
  const others = ops.filter((op) => !(op[0] === "remove" && op[1] === id));
  if (!treeOf(flat, others).nodes.get(id)?.isRemoved) return others;
  const at = others.findIndex(
    ([what], index) => what === "remove" && treeOf(flat, others.slice(0, index + 1)).nodes.get(id)?.isRemoved,
  );
  const before = others.slice(0, at);
  const tree = treeOf(flat, before);
  const stored = flat.find((one) => one.id === id)?.parentId ?? tree.rootId;
  return [...before, lastIn(tree, id, isGone(tree, stored) ? tree.rootId : stored), ...others.slice(at)];
}

const toggleId = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const lastIn = (tree: Tree, id: string, parentId: string): Op => {
  const others = siblingsOf(tree, parentId).filter((one) => one !== id);
  return ["move", id, parentId, others.length];
};

/** `toggled` with a department expanded. */
function withExpanded(flat: readonly FlatNode[], view: EditorView, tree: Tree, id: string): string[] {
  return isOpenIn(flat.length, view, id, pathTo(tree, id).length) ? view.toggled : toggleId(view.toggled, id);
}

/** Merges typing into one rename per department; restoring the stored name removes it. */
export function renamed(ops: readonly Op[], id: string, name: string, flat: readonly FlatNode[]): Op[] {
  const others = ops.filter((op) => !(op[0] === "name" && op[1] === id));
  const stored = flat.find((node) => node.id === id);
  const isAsBefore = stored ? stored.name === name : id.startsWith("new-") && name === "";
  return isAsBefore ? others : [...others, ["name", id, name]];
}

/** True if a department's children are shown. */
const isOpenIn = (count: number, { toggled }: EditorView, id: string, level: number) =>
  (count <= openAllUpTo || level < 2) !== toggled.includes(id);

export type EditorRow = {
  id: string;
  level: number;
  isOpen: boolean;
  hasChildren: boolean;
  isFirst: boolean;
  isLast: boolean;
  isFound: boolean;
};

/**
 * Visible rows from the top: the first `maxRows`, plus new departments, those in `wrong` and the focused one wherever
 * they are. `isCut` if others are left out.
 */
export function rowsOf(
  flat: readonly FlatNode[],
  tree: Tree,
  view: EditorView,
  wrong: Iterable<string> = [],
) {
  const wanted = searchKey(view.find);
  const found = new Set<string>();
  const onTheWay = new Set<string>();
  // Rows with errors or focus are shown even in collapsed departments and during a search.
  const needed = new Set<string>();
  const inSight = new Set<string>();
  const focused = /^(?:name|handle|parent)-(.+)$/.exec(view.focus ?? "")?.[1];
  for (const id of [...wrong, ...(focused === undefined ? [] : [focused])]) {
    if (!tree.nodes.has(id)) continue;
    needed.add(id);
    for (const above of pathTo(tree, id).slice(0, -1)) onTheWay.add(above);
  }
  const keepInSight = (id: string) => pathTo(tree, id).forEach((one) => inSight.add(one));
  needed.forEach(keepInSight);
  for (const { id, isNew } of tree.nodes.values()) if (isNew) keepInSight(id);
  if (wanted)
    for (const { id, name } of tree.nodes.values())
      if (searchKey(name).includes(wanted)) {
        found.add(id);
        for (const above of pathTo(tree, id).slice(0, -1)) onTheWay.add(above);
      }
  const rows: EditorRow[] = [];
  const walk = (ids: readonly string[], level: number) => {
    ids.forEach((id, index) => {
      const node = tree.nodes.get(id);
      if (!node) return;
      if (wanted && !found.has(id) && !onTheWay.has(id) && !needed.has(id)) return;
      const hasChildren = node.children.length > 0 && !node.isRemoved;
      const isOpen = onTheWay.has(id) || (!wanted && isOpenIn(flat.length, view, id, level));
      rows.push({
        id,
        level,
        isOpen,
        hasChildren,
        isFirst: index === 0,
        isLast: index === ids.length - 1,
        isFound: found.has(id),
      });
      if (hasChildren && isOpen) walk(node.children, level + 1);
    });
  };
  walk(tree.roots, 1);
  const shown = rows.filter(({ id }, index) => index < maxRows || inSight.has(id));
  return { rows: shown, isCut: shown.length < rows.length, found: found.size };
}

/** Allowed new parents of a department, in tree order (DEPT-13). */
export function allowedParents(tree: Tree, id: string): { id: string; name: string; level: number }[] {
  const parents: { id: string; name: string; level: number }[] = [];
  const walk = (ids: readonly string[], level: number) => {
    for (const one of ids) {
      const node = tree.nodes.get(one);
      if (!node || node.isRemoved || one === id) continue;
      if (mayMoveInto(tree, id, one)) parents.push({ id: one, name: node.name, level });
      walk(node.children, level + 1);
    }
  };
  walk(tree.roots, 1);
  return parents;
}
