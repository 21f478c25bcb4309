export type Density = "comfortable" | "compact";

/** How a person wants to see a list: a cookie remembers it, no link carries it. */
export type ListView = {
  /** Ids of columns that are not shown. */
  hidden: readonly string[];
  /** Ids of columns in the person's order; those not named follow in the list's own. */
  order: readonly string[];
  /** Ids of columns that stay in sight at the start. */
  pinned: readonly string[];
  density: Density;
};

export const plainView: ListView = { hidden: [], order: [], pinned: [], density: "comfortable" };

/** The order with one column moved one place up or down; at either end nothing moves. */
export function moved(order: readonly string[], id: string, direction: "up" | "down"): string[] {
  const at = order.indexOf(id);
  const to = direction === "up" ? at - 1 : at + 1;
  const other = order[to];
  if (at < 0 || other === undefined) return [...order];
  return order.map((one, index) => (index === at ? other : index === to ? id : one));
}
