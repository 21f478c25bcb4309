/**
 * Boxes that stand for a tree (PERM-28..PERM-30, PERM-63): each has its place in `data-node`, such as "2.0.1". With scripts a
 * box takes those below it along, and those above it show whether all, some or none below are ticked.
 */

const boxesOf = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLInputElement>("input[data-node]")];
const placeOf = (box: HTMLInputElement) => box.dataset["node"] ?? "";
const isBelow = (box: HTMLInputElement, above: HTMLInputElement) =>
  placeOf(box).startsWith(`${placeOf(above)}.`);

/** Shows of every box above others whether all of its leaves are ticked, or some. */
export function settleTree(tree: HTMLElement): void {
  const boxes = boxesOf(tree);
  for (const box of boxes) {
    const below = boxes.filter((other) => isBelow(other, box));
    const leaves = below.filter((other) => !below.some((one) => isBelow(one, other)));
    if (leaves.length === 0) continue;
    const ticked = leaves.filter(({ checked }) => checked).length;
    box.checked = ticked === leaves.length;
    box.indeterminate = ticked > 0 && ticked < leaves.length;
  }
}

/** Takes along what is below a box that was ticked or cleared, and settles what is above. */
export function tickTree(tree: HTMLElement, box: HTMLInputElement): void {
  for (const other of boxesOf(tree)) if (isBelow(other, box)) other.checked = box.checked;
  settleTree(tree);
}

/** What the ticked boxes of a tree send. */
export const tickedIn = (tree: HTMLElement): string[] =>
  boxesOf(tree).flatMap((box) => (box.checked && box.name !== "" ? [box.value] : []));
