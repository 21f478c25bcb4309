import { expect, test } from "vitest";
import { listOpenedFrom, openedFrom, withPage } from "~/models/list/list-address";
import { positionInList } from "~/models/list/neighbours.server";

const rows = ["a", "b", "c", "d", "e"].map((_id) => ({ _id }));
const calls: number[] = [];
const fetch = (page: number) => {
  calls.push(page);
  const data = rows.slice((page - 1) * 2, page * 2);
  return Promise.resolve({ data, pagination: { totalItems: 5, totalPages: 3, currentPage: page } });
};
const place = (id: string, page: number) => positionInList({ page, size: 2 }, id, fetch);

test("GEN-31 a row knows its position and neighbours across page boundaries, in at most two calls", async () => {
  expect(await place("c", 2)).toEqual({
    position: 3,
    total: 5,
    previous: { _id: "b", page: 1 },
    next: { _id: "d", page: 2 },
  });
  expect(calls).toEqual([2, 1]);
  expect(await place("a", 1)).toMatchObject({ position: 1, previous: null, next: { _id: "b", page: 1 } });
  expect(await place("e", 3)).toMatchObject({ position: 5, previous: { _id: "d", page: 2 }, next: null });
});

test("GEN-31 LOG-14 each row of a message has its own position, and going from row to row visits each once", async () => {
  const messages = ["c", "a", "c", "b", "a", "c", "d", "b", "e"];
  const log = messages.map((messageId, index) => ({ _id: `${messageId}${index + 1}`, messageId }));
  const answer = (page: number) =>
    Promise.resolve({
      data: log.slice((page - 1) * 5, page * 5),
      pagination: { totalItems: 9, totalPages: 2, currentPage: page },
    });
  const walk = async (from: { _id: string; page: number }, way: "previous" | "next") => {
    const met: string[] = [];
    for (let at: typeof from | null = from; at && met.length < 20;) {
      const place: Awaited<ReturnType<typeof positionInList>> = await positionInList(
        { page: at.page, size: 5 },
        at._id,
        answer,
      );
      met.push(`${at._id} is ${place?.position} of ${place?.total}`);
      at = place?.[way] ?? null;
    }
    return met;
  };
  const all = log.map(({ _id }, index) => `${_id} is ${index + 1} of 9`);
  expect(await walk({ _id: "c1", page: 1 }, "next")).toEqual(all);
  expect(await walk({ _id: "e9", page: 2 }, "previous")).toEqual(all.reverse());
  expect((await positionInList({ page: 1, size: 5 }, "a5", answer))?.next).toEqual({
    _id: "c6",
    messageId: "c",
    page: 2,
  });
});

test("GEN-03 GEN-31 in a list that became shorter the last page has its actual number", async () => {
  const answer = (page: number) => fetch(Math.min(page, 3));
  expect(await positionInList({ page: 9, size: 2 }, "e", answer)).toEqual({
    position: 5,
    total: 5,
    previous: { _id: "d", page: 2 },
    next: null,
  });
});

test("GEN-31 GEN-38 says if there are more than were counted", async () => {
  const answer = (page: number) =>
    Promise.resolve({
      data: [{ _id: `a${page}` }, { _id: `b${page}` }],
      pagination: { totalItems: 4, totalPages: page + 1, currentPage: page, isTotalExact: false },
    });
  expect(await positionInList({ page: 2, size: 2 }, "b2", answer)).toEqual({
    position: 4,
    total: 4,
    isTotalExact: false,
    previous: { _id: "a2", page: 2 },
    next: { _id: "a3", page: 3 },
  });
});

test("GEN-31 a row that left the page has no position", async () => {
  expect(await place("e", 1)).toBeNull();
});

test("GEN-31 a record's address carries the list's parameters, whatever they contain", () => {
  const href = openedFrom("/vacancies/v1", "?q=a%26b&page=3");
  const from = listOpenedFrom(new URL(href, "http://console.example").searchParams);
  expect(from?.get("q")).toBe("a&b");
  expect(from && withPage(from, 1)).toBe("q=a%26b");
  expect(from && withPage(from, 2)).toBe("q=a%26b&page=2");
  // A list without a query is also marked, by a parameter that is not empty.
  expect(openedFrom("/v", "")).toBe("/v?list=all");
  expect(listOpenedFrom(new URL(openedFrom("/v", ""), "http://console.example").searchParams)?.size).toBe(0);
  expect(listOpenedFrom(new URLSearchParams("q=a"))).toBeNull();
});
