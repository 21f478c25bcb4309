import { expect, test } from "vitest";
import { getEntriesWithChanges } from "~/models/record/record.server";
import { recordSearch } from "~/models/record/record-search";

/** An API with `count` entries that repeats the last page for higher numbers, like the real one. */
const apiOf = (count: number) => ({
  query: (_document: unknown, { skipEq, limitEq }: { skipEq: number; limitEq: number }) => {
    const totalPages = Math.max(1, Math.ceil(count / limitEq));
    const currentPage = Math.min(skipEq / limitEq + 1, totalPages);
    const from = (currentPage - 1) * limitEq;
    const data = Array.from({ length: Math.min(limitEq, count - from) }, (_, at) => ({
      _id: String(from + at),
    }));
    return Promise.resolve({
      AudGetEntries: { data, pagination: { currentPage, totalPages, totalItems: count }, reachesTo: null },
    });
  },
});

test.each([0, 99, 500, 600, 1200, 1250])(
  "AUD-08 a file of %i entries has each of them once",
  async (count) => {
    const state = recordSearch.parse(new URLSearchParams());
    const ids: string[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, pagination } = await getEntriesWithChanges(
        apiOf(count) as never,
        { ...state, page, size: 500 },
        "UTC",
      );
      ids.push(...data.map(({ _id }) => _id));
      last = pagination.totalPages;
    }
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => String(at)));
  },
);
