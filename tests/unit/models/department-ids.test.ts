import { expect, test } from "vitest";
import { withDepartmentIds } from "~/models/departments/department.server";
import { getUsage } from "~/models/departments/department-tree.server";
import type { Scope } from "~/services/console-args";
import { argsOf } from "./answering-api";

/** The departments by which a list is requested, for a customer with `count` below its root. */
async function requestedBy(count: number, root: string) {
  const children = Array.from({ length: count }, (_, n) => ({ _id: `d${n}` }));
  const { args } = argsOf(
    { DepartmentIds: { ORGGetHierarchy: { _id: root, children } } },
    { scope: { hierarchyId: root } as Scope },
  );
  const requests: (string[] | undefined)[] = [];
  // The second time the departments are already known.
  for (let time = 0; time < 2; time += 1)
    await withDepartmentIds(args.api, (ids) => Promise.resolve(requests.push(ids)));
  return requests.map((ids) => ids?.length);
}

test("VAC-13 a list is requested by all department ids, or by none if there are too many", async () => {
  expect(await requestedBy(4_999, "root of many")).toEqual([5_000, 5_000]);
  expect(await requestedBy(5_000, "root of too many")).toEqual([undefined, undefined]);
});

test("DEPT-33 counts for more departments than one call allows are requested in parts", async () => {
  const ids = Array.from({ length: 12_000 }, (_, n) => `d${n}`);
  const { args, sent } = argsOf({ HierarchyUsage: { ORGGetHierarchyUsage: [] } });
  await getUsage(args.api, ids);
  const named = sent.map(({ variables }) => (variables as { hierarchyIds: string[] }).hierarchyIds);
  expect(named.map(({ length }) => length)).toEqual([5_000, 5_000, 2_000]);
  expect(named.flat()).toEqual(ids);
  expect((await getUsage(args.api, [])).size).toBe(0);
  expect(sent).toHaveLength(3);
});
