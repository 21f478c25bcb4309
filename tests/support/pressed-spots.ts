export type Spot = { x: number; y: number; what: string };

/**
 * Points in a panel outside links, buttons and single choices (GEN-129): its text, edges and scrollbar.
 * Serialised to the browser, so it must not reference anything outside of itself.
 */
export function spotsIn(element: Element, isTouch: boolean): Spot[] {
  const spots: Spot[] = [];
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const add = (x: number, y: number, what: string) => {
    const hit = document.elementFromPoint(x, y);
    const leads = hit?.closest("a, button, select, input:not([type=checkbox]), label:has([type=radio])");
    if (hit && element.contains(hit) && !leads && spots.length < 12) spots.push({ x, y, what });
  };
  for (const [x, y, what] of [
    [left + 3, top + 3, "corner"],
    [left + 3, (top + bottom) / 2, "edge"],
    [right - 4, (top + bottom) / 2, "edge or scrollbar"],
  ] as const)
    // A touch next to a button counts as the button, and scrollbars are not dragged by touch.
    if (!isTouch) add(x, y, what);
  for (const inner of element.querySelectorAll("*")) {
    if (inner.scrollHeight <= inner.clientHeight + 1 || inner.clientHeight === 0) continue;
    const box = inner.getBoundingClientRect();
    if (!isTouch) add(box.right - 4, box.top + box.height / 2, "scrollbar");
  }
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const [box] = range.getClientRects();
    const text = words.currentNode.textContent?.trim() ?? "";
    if (box && text) add(box.left + box.width / 2, box.top + box.height / 2, text);
  }
  return spots;
}
