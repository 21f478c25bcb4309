/**
 * A browser that translates a page puts its text nodes into elements of its own. React goes on with the nodes that it
 * made, and would fail as soon as it removed one of them or put something before one: what holds them now is taken for them.
 */
export function allowForTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const held = heldIn(this, child);
    if (held) removeChild.call(this, held);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    insertBefore.call(this, node, child && heldIn(this, child));
    return node;
  };
}

/** The child of `parent` that is or holds a node; null for a text that the translation has taken out. */
function heldIn(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  // Anything else that is not there is a mistake, which the browser tells.
  return at ?? (node instanceof Text ? null : node);
}
