import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { listOpenedFrom } from "./list-address";
import type { ListState } from "./list-state";
import type { PageOf } from "./paging";

/** Another row of a list, and the page of it that it is on; a row of a log says of which message it is. */
export type Neighbour = { _id: string; page: number; messageId?: string };
/** Where a row stands in a list, counted from one, and its neighbours. */
export type ListPlace = {
  position: number;
  total: number;
  /** False where there may be more than `total` (GEN-38). */
  isTotalExact?: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/**
 * The place of a row in the list of an address, and the rows before and after it; null when it is not on that page
 * (GEN-31). Makes two calls at most, the second at an end of its page. Throws what `fetch` throws.
 */
export async function placeIn(
  { page, size }: { page: number; size: number },
  id: string,
  fetch: (page: number) => Promise<PageOf<Omit<Neighbour, "page">>>,
): Promise<ListPlace | null> {
  const { data, pagination } = await fetch(page);
  const at = data.findIndex(({ _id }) => _id === id);
  if (at < 0) return null;
  // Asked for a page beyond the end, the API answers the last one (GEN-03).
  const here = pagination.currentPage;
  const on = (row: Omit<Neighbour, "page"> | undefined, number: number): Neighbour | null =>
    row ? { _id: row._id, page: number, ...(row.messageId && { messageId: row.messageId }) } : null;
  const [earlier, later] = [data[at - 1], data[at + 1]];
  const [before, after] = await Promise.all([
    !earlier && here > 1 ? fetch(here - 1) : null,
    !later && here < pagination.totalPages ? fetch(here + 1) : null,
  ]);
  return {
    position: (here - 1) * size + at + 1,
    total: pagination.totalItems,
    ...(pagination.isTotalExact === false && { isTotalExact: false }),
    previous: before ? on(before.data.at(-1), here - 1) : on(earlier, here),
    next: after ? on(after.data[0], here + 1) : on(later, here),
  };
}

/** A place, and the query of its list. */
export type OpenedPlace = ListPlace & { from: string };

/**
 * The place of a record in the list that its address says it was opened from; null when it was opened from none, or when
 * the list cannot be had: the record is whole without it (GEN-31).
 */
export async function openedPlace<State extends ListState>(
  { url }: Pick<ConsoleArgs, "url">,
  id: string,
  { parse }: { parse: (params: URLSearchParams) => State },
  fetch: (state: State) => Promise<PageOf<{ _id: string }>>,
): Promise<OpenedPlace | null> {
  const from = listOpenedFrom(url.searchParams);
  if (!from) return null;
  const state = parse(from);
  const place = await optional(
    placeIn(state, id, (page) => fetch({ ...state, page })),
    null,
  );
  return place && { ...place, from: from.toString() };
}
