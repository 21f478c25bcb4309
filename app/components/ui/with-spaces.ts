import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/**
 * Puts real spaces between items that are side by side: CSS gaps are lost when a page is copied, read aloud or read as
 * text.
 */
export const withSpaces = (nodes: ReactNode): ReactNode[] =>
  flattenNodes(nodes).flatMap((node, index) => (index === 0 ? [node] : [" ", node]));

/** The nodes, including those in fragments; each keeps a unique key. */
function flattenNodes(nodes: ReactNode, within = ""): ReactNode[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement<{ children?: ReactNode }>(node)) return [node];
    const key = `${within}${node.key}`;
    return node.type === Fragment ? flattenNodes(node.props.children, key) : [cloneElement(node, { key })];
  });
}
