import { expect, test } from "vitest";
import { largeCalls } from "../support/large-calls";
import type { Answer } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { useCountedWorld } from "./fixtures/counted-world";

const rows = 70;
const [few, many] = [2, 60];
/** A change of sixty rows asks no more than this beyond one of two: levels of the tree, what the first rows have not. */
const fewMore = 8;

const world = useCountedWorld(rows);

/** Calls of many rows at once, each after those that it needs. */
const changes = [
  ...["AppsUpdateApplicationStatus", "AppsMoveApplication", "AppsResendApplicationAssessmentLink"],
  ...["ORGGroupAddUsers", "ORGGroupRemoveUsers", "ORGArchiveUsers", "ORGRestoreUsers"],
  ...["ORGArchiveGroups", "ORGRestoreGroups", "AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"],
  ...["AppsArchiveWorkflows", "AppsRestoreWorkflows"],
  ...["AppsArchiveVacanciesByExternalVacancyIds", "AppsRestoreVacanciesByExternalVacancyIds"],
  "ORGUpdateHierarchies",
].map((operation) => {
  const call = largeCalls().find((one) => one.operation === operation && one.what.includes("×"));
  if (!call) throw new Error(`${operation} has no list`);
  return call;
});

/** The same call about some of its rows. */
const of = (value: unknown, from: number, length: number): unknown => {
  if (Array.isArray(value)) return value.length > rows ? value.slice(from, from + length) : value;
  if (typeof value !== "object" || value === null) return value;
  // The calls before it have changed them.
  const rest = Object.entries(value).filter(([key]) => key !== "unchangedSince");
  return Object.fromEntries(rest.map(([key, one]) => [key, of(one, from, length)]));
};

/** What a call of some rows asks, which must be done. */
async function queriesOf(call: () => Promise<Answer>): Promise<number> {
  world.count.asked = 0;
  expect((await call()).message).toBe("");
  return world.count.asked;
}

const entered = () =>
  world.databases
    .region("ap-southeast-2")
    .statement<{ n: number }>("SELECT count(*) AS n FROM record_objects")
    .get()?.n ?? 0;

test.each(changes)(
  "AUD-01 $operation asks no more for many rows than for two, and all of them are on record",
  async ({ operation, document, variables }) => {
    const call = (from: number, length: number) =>
      world.caller.call(
        document,
        withVersion(world.databases, operation, of(variables(1), from, length) as Record<string, unknown>),
      );
    const ofFew = await queriesOf(() => call(0, few));
    const before = entered();
    expect(await queriesOf(() => call(few, many))).toBeLessThanOrEqual(ofFew + fewMore);
    // The departments are one object.
    expect(entered() - before).toBeGreaterThanOrEqual(operation === "ORGUpdateHierarchies" ? 1 : many);
  },
);

test("APP-41 an Undo of many statuses asks no more than one of two", async () => {
  const find = (operation: string) => {
    const call = largeCalls().find((one) => one.operation === operation && one.what.includes("×"));
    if (!call) throw new Error(`${operation} has no list`);
    return call;
  };
  const [change, undo] = [find("AppsUpdateApplicationStatus"), find("AppsUndoApplicationStatus")];
  const undone = async (from: number, length: number) => {
    const { data, message } = await world.caller.call(change.document, {
      ...(of(change.variables(1), from, length) as object),
      status: "APPS_APPLICATION_HIRED",
    });
    expect(message).toBe("");
    const [{ changedAt } = { changedAt: "" }] = data["AppsUpdateApplicationStatus"] as {
      changedAt: string;
    }[];
    const before = entered();
    const asked = await queriesOf(() =>
      world.caller.call(undo.document, { ...(of(undo.variables(1), from, length) as object), changedAt }),
    );
    expect(entered() - before).toBe(length);
    return asked;
  };
  const ofFew = await undone(0, few);
  expect(await undone(few, many)).toBeLessThanOrEqual(ofFew + fewMore);
});
