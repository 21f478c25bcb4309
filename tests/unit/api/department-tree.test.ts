import { expect, test } from "vitest";
import {
  planTree,
  type TreeInput,
  type TreeNode,
} from "../../../regional-api/areas/departments/department-tree";

const node = (id: string, parentId: string | null): TreeNode => ({ id, parentId, name: id, position: 0 });
const stored = [node("root", null), node("a", "root"), node("b", "a")];
const input = (id: string, parentId: string | null, isRemoved = false): TreeInput => ({
  id,
  parentId,
  name: id,
  isRemoved,
});

/** Nested departments, the first inside `top`. */
const chain = (count: number, top: string) =>
  Array.from({ length: count }, (_, index) => input(`new-${index}`, index === 0 ? top : `new-${index - 1}`));

let serial = 0;
const plan = (inputs: TreeInput[]) => planTree(stored, inputs, () => `made-${(serial += 1)}`);

test("DEPT-28 a save of the greatest depth is refused, or archived with its parent, quickly", () => {
  expect(() => plan(chain(4_999, "b"))).toThrow("Departments can have at most 5 levels.");
  const { archived, created, after } = plan([input("a", "root", true), ...chain(4_999, "b")]);
  expect(archived.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(created).toEqual([]);
  expect([...after.keys()]).toEqual(["root"]);
});

test("DEPT-28 refuses a department inside itself and removing the root", () => {
  expect(() => plan([input("a", "b")])).toThrow("A department cannot be inside itself.");
  expect(() => plan([input("new-1", "new-2"), input("new-2", "new-1")])).toThrow(
    "A department cannot be inside itself.",
  );
  expect(() => plan([input("root", null, true)])).toThrow("The root department cannot be removed.");
});
