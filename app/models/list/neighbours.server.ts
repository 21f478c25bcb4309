import type { ConsoleArgs } from "~/services/console-args";
import { orNothing } from "~/services/failure.server";
import { listOpenedFrom } from "./list-address";
import type { ListState } from "./list-state";
import type { PageOf } from "./paging";

/** Another row of a list, and the page of it that it is on. */
export type Neighbour = { _id: string; page: number };
/** Where a row stands in a list, counted from one, and its neighbours. */
export type Place = {
  position: number;
  total: number;
  /** False where there may be more than `total` (GEN-38). */
  isTotalExact?: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/**
 * Where a row stands in the list that an address asks for, and what comes before and after it; null when it is not on that
 * page of it (GEN-31). Two calls at the most: at an end of its page. Throws what `fetch` throws.
 */
export async function placeIn(
  { page, size }: { page: number; size: number },
  id: string,
  fetch: (page: number) => Promise<PageOf<{ _id: string }>>,
): Promise<Place | null> {
  const { data, pagination } = await fetch(page);
  const at = data.findIndex(({ _id }) => _id === id);
  if (at < 0) return null;
  const on = (row: { _id: string } | undefined, number: number) => row && { _id: row._id, page: number };
  // A log has several rows of one message: its neighbours are other ones.
  const isOther = (row: { _id: string }) => row._id !== id;
  const [earlier, later] = [data.slice(0, at).findLast(isOther), data.slice(at).find(isOther)];
  const [before, after] = await Promise.all([
    !earlier && page > 1 ? fetch(page - 1) : null,
    !later && page < pagination.totalPages ? fetch(page + 1) : null,
  ]);
  return {
    position: (page - 1) * size + at + 1,
    total: pagination.totalItems,
    ...(pagination.isTotalExact === false && { isTotalExact: false }),
    previous: (before ? on(before.data.findLast(isOther), page - 1) : on(earlier, page)) ?? null,
    next: (after ? on(after.data.find(isOther), page + 1) : on(later, page)) ?? null,
  };
}

/** A place, and the query of its list. */
export type OpenedPlace = Place & { from: string };

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
  const place = await orNothing(
    placeIn(state, id, (page) => fetch({ ...state, page })),
    null,
  );
  return place && { ...place, from: from.toString() };
}
