export type Density = "comfortable" | "compact";

/** How a list is shown: the person's choices, which a cookie keeps, and the columns that a link may name. */
export type ListView = {
  /** Ids of columns that are not shown. */
  hidden: readonly string[];
  /** Ids of columns in the person's order; those not named follow in the list's own. */
  order: readonly string[];
  /** Ids of columns that stay in sight at the start. */
  pinned: readonly string[];
  density: Density;
  /** Ids of the columns that the address asks for, in its order, in place of what the person chose (GEN-30). */
  only?: readonly string[] | undefined;
};

export const plainView: ListView = { hidden: [], order: [], pinned: [], density: "comfortable" };

/** The parameter of a list's address that names its columns. */
export const columnsParameter = "columns";

/** The parameter of a list's address that opens the choice of its columns where there are no scripts. */
export const choosingParameter = "choose";

/** The columns that an address asks for; undefined when it leaves them to the person. */
export function columnsOfAddress(params: URLSearchParams): string[] | undefined {
  const ids = (params.get(columnsParameter) ?? "").split(",").filter((id) => /^[a-zA-Z_]{1,24}$/.test(id));
  return ids.length > 0 ? [...new Set(ids)].slice(0, 24) : undefined;
}

/** Whether a column that can be hidden is. */
export const isHiddenIn = (view: ListView | undefined, id: string): boolean =>
  view?.only ? !view.only.includes(id) : (view?.hidden.includes(id) ?? false);

/** The order with one column moved one place up or down; at either end nothing moves. */
export function moved(order: readonly string[], id: string, direction: "up" | "down"): string[] {
  const at = order.indexOf(id);
  const to = direction === "up" ? at - 1 : at + 1;
  const other = order[to];
  if (at < 0 || other === undefined) return [...order];
  return order.map((one, index) => (index === at ? other : index === to ? id : one));
}
