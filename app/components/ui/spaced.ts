import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/**
 * What stands side by side, with real spaces between: CSS gaps are none for whoever copies the page, has it read aloud or
 * reads it as text.
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
