export type Density = "comfortable" | "compact";

/** A list's appearance: the user's choices from a cookie, and columns from a link. */
export type ListView = {
  /** Ids of hidden columns. */
  hidden: readonly string[];
  /** Column ids in the user's order; others follow in the list's order. */
  order: readonly string[];
  /** Ids of columns pinned at the start. */
  pinned: readonly string[];
  density: Density;
  /** Column ids in the URL, in its order; these override the user's choices (GEN-30). */
  only?: readonly string[] | undefined;
};

export const defaultListView: ListView = { hidden: [], order: [], pinned: [], density: "comfortable" };

/** Query parameter that names the list's columns. */
export const columnsParameter = "columns";

/** Query parameter that opens the column chooser without JS. */
export const chooserParameter = "choose";

/** Columns in the URL; undefined to use the user's choice. */
export function columnsOfAddress(params: URLSearchParams): string[] | undefined {
  const ids = (params.get(columnsParameter) ?? "").split(",").filter((id) => /^[a-zA-Z_]{1,24}$/.test(id));
  return ids.length > 0 ? [...new Set(ids)].slice(0, 24) : undefined;
}

/** True if a hideable column is hidden. */
export const isHiddenIn = (view: ListView | undefined, id: string): boolean =>
  view?.only ? !view.only.includes(id) : (view?.hidden.includes(id) ?? false);

/** The order with one column moved up or down by one; unchanged at either end. */
export function moveColumn(order: readonly string[], id: string, direction: "up" | "down"): string[] {
  const at = order.indexOf(id);
  const to = direction === "up" ? at - 1 : at + 1;
  const other = order[to];
  if (at < 0 || other === undefined) return [...order];
  return order.map((one, index) => (index === at ? other : index === to ? id : one));
}
