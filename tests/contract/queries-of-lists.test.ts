import { expect, test } from "vitest";
import { largeCalls } from "../support/large-calls";
import { useCountedWorld } from "./fixtures/counted-world";

const rows = 60;
/** Maximum extra queries for a page of sixty rows compared with one row: tree levels, and what the first row lacks. */
const fewMore = 6;

const world = useCountedWorld(rows);

/** The same call with another page size. */
const withRows = (value: unknown, limit: number): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, /^limit/.test(key) ? limit : withRows(one, limit)]),
      )
    : value;

/** Calls with the maximum page size. */
const lists = largeCalls().flatMap(({ operation, what, ...call }) => {
  const most = /\.limit(?:Eq)? (\d+)$/.exec(what)?.[1];
  return most && !operation.startsWith("Bulk") ? [{ ...call, operation, most: Number(most) }] : [];
});

test.each(lists)(
  "$operation needs no more queries for many rows than for one",
  async ({ document, variables, most }) => {
    const queriesOf = async (limit: number): Promise<number> => {
      world.count.asked = 0;
      const answer = await world.caller.call(
        document,
        withRows(variables(1), limit) as Record<string, unknown>,
      );
      expect(answer.message).toBe("");
      return world.count.asked;
    };
    expect(await queriesOf(Math.min(rows, most))).toBeLessThanOrEqual((await queriesOf(1)) + fewMore);
  },
);

test("the lists tested above include those of several areas", () => {
  expect(lists.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["ORGGetUsers", "ORGGetGroups", "CommonGetPolicies", "AppsGetWorkflowSetList"]),
  );
});
