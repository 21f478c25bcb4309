import { expect, test } from "vitest";
import { largeCalls } from "../support/large-calls";
import { useCountedWorld } from "./fixtures/counted-world";

const rows = 60;
/** A page of sixty rows asks no more than this beyond a page of one: the levels of a tree, what the first row has not. */
const fewMore = 6;

const world = useCountedWorld(rows);

/** The same call with another number of rows a page. */
const withRows = (value: unknown, limit: number): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, /^limit/.test(key) ? limit : withRows(one, limit)]),
      )
    : value;

/** With the most rows that a page may have. */
const lists = largeCalls().flatMap(({ operation, what, ...call }) => {
  const most = /\.limit(?:Eq)? (\d+)$/.exec(what)?.[1];
  return most && !operation.startsWith("Bulk") ? [{ ...call, operation, most: Number(most) }] : [];
});

test.each(lists)(
  "$operation asks no more for many rows than for one",
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

test("the lists of areas are among them", () => {
  expect(lists.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["ORGGetUsers", "ORGGetGroups", "CommonGetPolicies", "AppsGetWorkflowSetList"]),
  );
});
