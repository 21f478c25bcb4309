import { describe, expect, it } from "vitest";
import { omitCoveredBoxes, settleTree, tickedValues, updateTicks } from "~/components/rules/tree";

/** A tree of checkboxes as far as these functions use the DOM: each by its position, with the value it sends. */
function treeOf(sent: Readonly<Record<string, string>>, ticked: readonly string[]) {
  const boxes = Object.entries(sent).map(([node, value]) => ({
    dataset: { node },
    name: value === "" ? "" : "department.1.0",
    value,
    checked: ticked.includes(value),
    indeterminate: false,
  }));
  return {
    tree: { querySelectorAll: () => boxes } as unknown as HTMLElement,
    stateOf: (node: string) => {
      const box = boxes.find(({ dataset }) => dataset.node === node);
      return box?.checked ? "ticked" : box?.indeterminate ? "half" : "clear";
    },
    tick: (node: string, checked: boolean) => {
      const box = boxes.find(({ dataset }) => dataset.node === node);
      if (!box) throw new Error(`There is no box ${node}`);
      box.checked = checked;
      return box as unknown as HTMLInputElement;
    },
  };
}

const departments = { "0": "acme", "0.0": "engineering", "0.0.0": "platform", "0.1": "sales" };

describe("boxes that send a value", () => {
  it("PERM-22 PERM-59 PERM-63 rendering a ticked only child ticks no parent", () => {
    const { tree, stateOf } = treeOf(departments, ["platform"]);
    settleTree(tree);
    expect(tickedValues(tree)).toEqual(["platform"]);
    expect([stateOf("0"), stateOf("0.0")]).toEqual(["half", "half"]);
  });

  it("PERM-29 ticking a box also ticks those below, and a parent once all its children are ticked", () => {
    const { tree, stateOf, tick } = treeOf(departments, ["sales"]);
    updateTicks(tree, tick("0.0", true));
    expect(tickedValues(tree)).toEqual(["acme", "engineering", "platform", "sales"]);
    updateTicks(tree, tick("0.0.0", false));
    expect(tickedValues(tree)).toEqual(["sales"]);
    expect([stateOf("0"), stateOf("0.0")]).toEqual(["half", "clear"]);
  });

  it("PERM-59 a tick elsewhere ticks no box that was left clear above an only child", () => {
    const { tree, stateOf, tick } = treeOf(departments, ["platform"]);
    updateTicks(tree, tick("0.1", true));
    expect(tickedValues(tree)).toEqual(["platform", "sales"]);
    expect([stateOf("0"), stateOf("0.0")]).toEqual(["half", "half"]);
  });
});

describe("the values a form sends for a tree", () => {
  const sentOf = (ticked: readonly string[], hidden: readonly string[] = []) => {
    const form = new FormData();
    form.append("name", "platform");
    for (const value of [...hidden, ...ticked]) form.append("department.1.0", value);
    omitCoveredBoxes(treeOf(departments, ticked).tree, form);
    return [form.getAll("department.1.0"), form.getAll("name")];
  };

  it("PERM-63 are only the root of a complete branch, and otherwise the ticked boxes", () => {
    expect(sentOf(["acme", "engineering", "platform", "sales"])).toEqual([["acme"], ["platform"]]);
    expect(sentOf(["engineering", "platform"])).toEqual([["engineering"], ["platform"]]);
    expect(sentOf(["platform", "sales"], ["elsewhere"])).toEqual([
      ["elsewhere", "platform", "sales"],
      ["platform"],
    ]);
    expect(sentOf([])).toEqual([[], ["platform"]]);
  });
});

it("PERM-28 PERM-29 PERM-30 a section, which sends nothing, reflects the boxes below", () => {
  const sections = { "0": "", "0.0": "view", "0.1": "edit" };
  const some = treeOf(sections, ["view"]);
  settleTree(some.tree);
  expect(some.stateOf("0")).toBe("half");
  updateTicks(some.tree, some.tick("0.1", true));
  expect(some.stateOf("0")).toBe("ticked");
  const all = treeOf(sections, ["view", "edit"]);
  settleTree(all.tree);
  expect(all.stateOf("0")).toBe("ticked");
  updateTicks(all.tree, all.tick("0", false));
  expect(tickedValues(all.tree)).toEqual([]);
});
