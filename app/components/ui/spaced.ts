import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/**
 * Puts real spaces between items that stand side by side: CSS gaps are lost when a page is copied, read aloud or read
 * as text.
 */
export const spaced = (nodes: ReactNode): ReactNode[] =>
  piecesOf(nodes).flatMap((node, index) => (index === 0 ? [node] : [" ", node]));

/** The pieces, those within fragments too; each keeps a key of its own. */
function piecesOf(nodes: ReactNode, within = ""): ReactNode[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement<{ children?: ReactNode }>(node)) return [node];
    const key = `${within}${node.key}`;
    return node.type === Fragment ? piecesOf(node.props.children, key) : [cloneElement(node, { key })];
  });
}
