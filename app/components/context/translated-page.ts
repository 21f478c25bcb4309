/**
 * Patches `removeChild` and `insertBefore` for browser translation, which wraps text nodes in elements. React
 * would throw when it removes such a node or inserts before it; the wrapping element is used instead.
 */
export function allowForTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const held = childContaining(this, child);
    if (held) removeChild.call(this, held);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    insertBefore.call(this, node, child && childContaining(this, child));
    return node;
  };
}

/** The child of `parent` that is or contains a node; null for a text removed by the translation. */
function childContaining(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  // Any other missing node is a bug, which the browser reports.
  return at ?? (node instanceof Text ? null : node);
}
