import { type DragEvent, useRef } from "react";
import { mayMoveInto, pathTo, type Tree } from "~/models/departments/tree";
import type { Press } from "~/models/departments/tree-editor";

type DropPosition = "before" | "into" | "after";

const rowOf = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-id]") : null;

/** Drop place under the pointer: a row's upper and lower quarter are before and after it. */
function dropPositionAt(row: HTMLElement, { clientY }: DragEvent): DropPosition {
  const { top, height } = row.getBoundingClientRect();
  const part = (clientY - top) / height;
  return part < 0.25 ? "before" : part > 0.75 ? "after" : "into";
}

/**
 * True if a department may be dropped there (DEPT-12). Dropping next to the root is allowed; the tree then
 * reports the error.
 */
function isLegal(tree: Tree, id: string, targetId: string, place: DropPosition): boolean {
  const target = tree.nodes.get(targetId);
  if (!target || target.isRemoved || pathTo(tree, targetId).includes(id)) return false;
  if (place === "into") return mayMoveInto(tree, id, targetId);
  return target.parentId === null || mayMoveInto(tree, id, target.parentId);
}

/** Drag and drop of departments by their handles: event handlers for the list of rows. */
export function useTreeDrag(tree: Tree, press: (what: Press) => void) {
  const dragged = useRef<string | null>(null);
  const marked = useRef<HTMLElement | null>(null);
  const unmark = () => {
    marked.current?.removeAttribute("data-drop");
    marked.current = null;
  };
  return {
    onDragStart: (event: DragEvent) => {
      const row = rowOf(event);
      dragged.current = row?.dataset.id ?? null;
      if (!row || !dragged.current) return;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged.current);
      event.dataTransfer.setDragImage(row, 0, 0);
    },
    onDragOver: (event: DragEvent) => {
      const row = rowOf(event);
      unmark();
      const { current: id } = dragged;
      if (!row?.dataset.id || !id) return;
      const place = dropPositionAt(row, event);
      if (!isLegal(tree, id, row.dataset.id, place)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      marked.current = row;
      row.dataset.drop = place;
    },
    onDrop: (event: DragEvent) => {
      const row = rowOf(event);
      const { current: id } = dragged;
      unmark();
      dragged.current = null;
      if (!row?.dataset.id || !id) return;
      event.preventDefault();
      const verb = dropPositionAt(row, event);
      if (isLegal(tree, id, row.dataset.id, verb)) press({ verb, id, value: row.dataset.id });
    },
    onDragEnd: () => {
      unmark();
      dragged.current = null;
    },
    onDragLeave: unmark,
  };
}
