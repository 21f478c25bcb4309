/**
 * Checkboxes that form a tree (PERM-28..PERM-30, PERM-63): each has its place in `data-node`, such as "2.0.1". With JS
 * a box sets those below it, and parents show whether all, some or none below are ticked.
 */

const boxesOf = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLInputElement>("input[data-node]")];
const placeOf = (box: HTMLInputElement) => box.dataset["node"] ?? "";
const isBelow = (box: HTMLInputElement, above: HTMLInputElement) =>
  placeOf(box).startsWith(`${placeOf(above)}.`);

const submittedDescendants = (boxes: readonly HTMLInputElement[], above: HTMLInputElement) =>
  boxes.filter((box) => box.name !== "" && isBelow(box, above));

/**
 * Sets every parent box to all, some or none. A box that itself submits a value is ticked only by the person: ticking
 * it automatically would submit more than was chosen.
 */
export function settleTree(tree: HTMLElement): void {
  const boxes = boxesOf(tree);
  for (const box of boxes) {
    const below = submittedDescendants(boxes, box);
    if (below.length === 0) continue;
    const ticked = below.filter(({ checked }) => checked).length;
    if (box.name === "") box.checked = ticked === below.length;
    box.indeterminate = ticked > 0 && !box.checked;
  }
}

/**
 * Applies a change of a box to those below it, and to its parents, which are ticked only if all boxes below
 * them are.
 */
export function updateTicks(tree: HTMLElement, box: HTMLInputElement): void {
  const boxes = boxesOf(tree);
  for (const other of boxes) if (isBelow(other, box)) other.checked = box.checked;
  // Nearest first: an unticked parent keeps those above it unticked.
  const above = boxes.filter((other) => isBelow(box, other));
  above.sort((a, b) => placeOf(b).length - placeOf(a).length);
  for (const other of above)
    other.checked = submittedDescendants(boxes, other).every(({ checked }) => checked);
  settleTree(tree);
}

/**
 * Omits boxes below a ticked one, which stands for them, from a form's data (PERM-63): a post has a lower limit of
 * fields than a customer may have departments (formLimits).
 */
export function omitCoveredBoxes(tree: HTMLElement, sent: FormData): void {
  const ticked = boxesOf(tree).filter(({ checked, name }) => checked && name !== "");
  const places = new Set(ticked.map(placeOf));
  const isCovered = (box: HTMLInputElement) => {
    const steps = placeOf(box).split(".");
    return steps.some((_step, level) => level > 0 && places.has(steps.slice(0, level).join(".")));
  };
  const covered = ticked.filter(isCovered);
  const values = new Set(covered.map(({ value }) => value));
  for (const name of new Set(covered.map((box) => box.name))) {
    const rest = sent.getAll(name).filter((value) => typeof value !== "string" || !values.has(value));
    sent.delete(name);
    for (const value of rest) sent.append(name, value);
  }
}

/** Values submitted by a tree's ticked boxes. */
export const tickedValues = (tree: HTMLElement): string[] =>
  boxesOf(tree).flatMap((box) => (box.checked && box.name !== "" ? [box.value] : []));
