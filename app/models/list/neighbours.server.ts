import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { listOpenedFrom } from "./list-address";
import type { ListState } from "./list-state";
import type { PageOf } from "./paging";

/** A neighbouring row with its page; in a log also the row's message. */
export type Neighbour = { _id: string; page: number; messageId?: string };
/** A row's 1-based position in a list, and its neighbours. */
export type ListPosition = {
  position: number;
  total: number;
  /** False if there may be more than `total` (GEN-38). */
  isTotalExact?: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/**
 * Position of a row in the list that the URL describes, with its neighbours; null if it is not on that page
 * (GEN-31). At most two calls, the second at a page boundary. Throws what `fetch` throws.
 */
export async function positionInList(
  { page, size }: { page: number; size: number },
  id: string,
  fetch: (page: number) => Promise<PageOf<Omit<Neighbour, "page">>>,
): Promise<ListPosition | null> {
  const { data, pagination } = await fetch(page);
  const at = data.findIndex(({ _id }) => _id === id);
  if (at < 0) return null;
  // For a page past the end the API returns the last one (GEN-03).
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

/** A position, and its list's query. */
export type OpenedListPosition = ListPosition & { from: string };

/**
 * Position of a record in the list it was opened from according to its URL; null if there is none or the list
 * cannot be loaded, since the record is usable without it (GEN-31).
 */
export async function positionInOpenedList<State extends ListState>(
  { url }: Pick<ConsoleArgs, "url">,
  id: string,
  { parse }: { parse: (params: URLSearchParams) => State },
  fetch: (state: State) => Promise<PageOf<{ _id: string }>>,
): Promise<OpenedListPosition | null> {
  const from = listOpenedFrom(url.searchParams);
  if (!from) return null;
  const state = parse(from);
  const place = await optional(
    positionInList(state, id, (page) => fetch({ ...state, page })),
    null,
  );
  return place && { ...place, from: from.toString() };
}
