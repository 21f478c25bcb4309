import { expect, test } from "vitest";
import { countedPage } from "../../../regional-api/core/paging";

const listOf = (total: number) => {
  const calls: string[] = [];
  const list = {
    count: (end: number) => {
      calls.push("count");
      return Promise.resolve(Math.min(total, end));
    },
    rows: ({ limit, offset }: { limit: number; offset: number }) => {
      calls.push("rows");
      return Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at),
      );
    },
  };
  return { list, calls };
};

test("GEN-38 every page has its rows, and says how many there are or that there are more", async () => {
  for (const total of [0, 1, 30, 31, 9_999, 10_000, 10_001, 10_019, 10_020, 10_021, 25_000])
    for (const size of [1, 30, 500])
      for (const skip of [0, 30, 45, 9_960, 9_990, 10_000, 10_020, 10_030, 24_990, 30_000, 1e9]) {
        const { data, pagination } = await countedPage(skip, size, listOf(total).list);
        const lastPage = Math.max(1, Math.ceil(total / size));
        const currentPage = Math.min(Math.floor(skip / size) + 1, lastPage);
        const counted = Math.max(10_000, currentPage * size);
        const isExact = total <= counted;
        const first = (currentPage - 1) * size;
        const totalPages = isExact ? lastPage : Math.max(Math.ceil(counted / size), currentPage + 1);
        const parameters = [total, size, skip];
        const { isTotalExact = true } = pagination;
        expect([
          ...[...parameters, data.at(0), data.length],
          ...[pagination.currentPage, pagination.totalItems, pagination.totalPages, isTotalExact],
        ]).toEqual([
          ...[...parameters, total === 0 ? undefined : first, Math.min(size, total - first)],
          ...[currentPage, isExact ? total : counted, totalPages, isExact],
        ]);
      }
});

test("GEN-38 DEC-06 a page past the counted rows walks the list once", async () => {
  const { list, calls } = listOf(100_000);
  for (const skip of [90_000, 99_990]) await countedPage(skip, 30, list);
  expect(calls).toEqual(["rows", "rows"]);
});
