import { describe, expect, test } from "vitest";
import {
  errorsOf,
  type FlatNode,
  mayMoveInto,
  maxOps,
  type Op,
  parseOps,
  treeOf,
} from "../../../app/models/departments/tree";
import {
  treeChanges,
  inputsOf,
  lostChanges,
  missingIds,
  removedIds,
} from "../../../app/models/departments/tree-changes";
import {
  allowedParents,
  maxRows,
  parseEditor,
  plainEditor,
  type Press,
  applyPress,
  rowsOf,
} from "../../../app/models/departments/tree-editor";
import { readTree } from "../../../app/models/departments/tree-reading";
import { workedMs } from "../../support/processor-time";

// root › a › a1 › a2 › a3 (level 5), root › b, root › c
const flat: FlatNode[] = [
  { id: "root", name: "Root", parentId: null },
  { id: "a", name: "A", parentId: "root" },
  { id: "b", name: "Bé", parentId: "root" },
  { id: "c", name: "C", parentId: "root" },
  { id: "a1", name: "A1", parentId: "a" },
  { id: "a2", name: "A2", parentId: "a1" },
  { id: "a3", name: "A3", parentId: "a2" },
];
const after = (...presses: Press[]) =>
  presses.reduce((state, press) => applyPress(flat, state, press), plainEditor);
const opsAfter = (...presses: Press[]) => after(...presses).ops;
const childrenIn = (ops: Op[], id: string) => treeOf(flat, ops).nodes.get(id)?.children;
const kinds = (ops: Op[]) => treeChanges(flat, ops).map(({ kind, name }) => `${kind} ${name}`);

describe("presses", () => {
  test("DEPT-09 typing a name is one change, and none if it equals the stored name", () => {
    const ops = opsAfter({ verb: "name", id: "root", value: "X" }, { verb: "name", id: "root", value: "XY" });
    expect(ops).toEqual([["name", "root", "XY"]]);
    expect(
      applyPress(flat, { ...plainEditor, ops }, { verb: "name", id: "root", value: "Root" }).ops,
    ).toEqual([]);
  });

  test("DEPT-10 DEPT-14 an added child is removed at once; a stored one stays visible until saved", () => {
    const ops = opsAfter({ verb: "add", id: "b" }, { verb: "name", id: "new-1", value: "New" });
    expect(kinds(ops)).toEqual(["created New"]);
    expect(kinds([...ops, ["remove", "new-1"]])).toEqual([]);
    const removed = opsAfter({ verb: "remove", id: "a" }, { verb: "remove", id: "root" });
    expect(kinds(removed)).toEqual(["removed A"]);
    expect(removedIds(flat, removed)).toEqual(["a", "a1", "a2", "a3"]);
    expect(treeOf(flat, removed).nodes.get("a")?.isRemoved).toBe(true);
  });

  test("DEPT-11 DEPT-37 up, down, in and out move among siblings and levels", () => {
    expect(childrenIn(opsAfter({ verb: "down", id: "a" }), "root")).toEqual(["b", "a", "c"]);
    expect(childrenIn(opsAfter({ verb: "up", id: "c" }, { verb: "up", id: "c" }), "root")).toEqual([
      "c",
      "a",
      "b",
    ]);
    expect(opsAfter({ verb: "up", id: "a" })).toEqual([]);
    expect(childrenIn(opsAfter({ verb: "in", id: "c" }), "b")).toEqual(["c"]);
    expect(childrenIn(opsAfter({ verb: "out", id: "a1" }), "root")).toEqual(["a", "a1", "b", "c"]);
    expect(opsAfter({ verb: "out", id: "a" })).toEqual([]);
    expect(childrenIn(opsAfter({ verb: "before", id: "c", value: "a" }), "root")).toEqual(["c", "a", "b"]);
    expect(childrenIn(opsAfter({ verb: "after", id: "a", value: "b" }), "root")).toEqual(["b", "a", "c"]);
    expect(childrenIn(opsAfter({ verb: "into", id: "c", value: "a" }), "a")).toEqual(["a1", "c"]);
    expect(after({ verb: "down", id: "a" }, { verb: "undo" }).ops).toEqual([]);
  });

  test("DEPT-37 undo keeps the focus; with nothing left to undo it moves to the changed row", () => {
    const focusAfter = (...presses: Press[]) => after(...presses, { verb: "undo" }).view.focus;
    expect(focusAfter({ verb: "down", id: "a" }, { verb: "down", id: "b" })).toBe("undo");
    expect(focusAfter({ verb: "remove", id: "a" })).toBe("name-a");
    // The new department was removed by its undo.
    expect(focusAfter({ verb: "add", id: "b" })).toBe("name-b");
    expect(focusAfter()).toBe("name-root");
  });

  test("DEPT-12 DEPT-13 valid parents are within five levels and not inside the department itself", () => {
    const tree = treeOf(flat);
    expect(allowedParents(tree, "b").map(({ id }) => id)).toEqual(["root", "a", "a1", "a2", "c"]);
    expect(allowedParents(tree, "a").map(({ id }) => id)).toEqual(["root"]);
    expect(mayMoveInto(tree, "a", "b")).toBe(false);
    expect(opsAfter({ verb: "in", id: "a" })).toEqual([]);
    expect(childrenIn(opsAfter({ verb: "into", id: "a", value: "a2" }), "a2")).toEqual(["a3"]);
  });

  test("DEPT-32 changes no longer possible in a tree edited by others are skipped", () => {
    const ops: Op[] = [
      ["name", "gone", "X"],
      ["move", "gone", "root", 0],
      ["move", "b", "gone", 0],
      ["add", "gone", "new-1"],
      ["name", "c", "Mine"],
    ];
    expect(kinds(ops)).toEqual(["renamed Mine"]);
  });

  test("DEPT-55 changes made impossible by others are all listed, and those made again elsewhere are not", () => {
    const ops: Op[] = [
      ["name", "gone", "X"],
      ["move", "b", "gone", 0],
      ["move", "c", "gone", 0],
      ["move", "c", "a", 0],
      ["add", "gone", "new-1"],
      ["name", "new-1", "Depot"],
      ["add", "new-1", "new-2"],
      ["name", "new-2", "Bay"],
      ["move", "new-2", "new-1", 0],
      ["add", "gone", "new-3"],
      ["remove", "new-3"],
      ["remove", "left"],
      ["name", "a1", "Mine"],
    ];
    const lost = lostChanges(flat, ops, (id) => `was ${id}`);
    expect(lost.map(({ kind, name, before, after }) => [kind, name, before, after])).toEqual([
      ["renamed", "was gone", "was gone", "X"],
      ["moved", "Bé", "Root", "was gone"],
      ["created", "Depot", "", "was gone"],
      ["created", "Bay", "", "Depot"],
    ]);
    expect(missingIds(flat, ops)).toEqual(["gone"]);
    // A planned removal of the same department does not count as lost.
    expect(missingIds(flat, [...ops, ["remove", "gone"]])).toEqual([]);
    expect(kinds(ops)).toEqual(["moved C", "renamed Mine"]);
    // Without others' changes none is lost, whatever buttons are pressed.
    const everything = after(
      { verb: "remove", id: "b" },
      { verb: "into", id: "a", value: "a2" },
      { verb: "into", id: "c", value: "b" },
      { verb: "name", id: "c", value: "See" },
    );
    expect(lostChanges(flat, everything.ops, String)).toEqual([]);
  });

  test("DEPT-56 a removed department is restored, even if it went with a new parent it was moved into", () => {
    const removed = after({ verb: "remove", id: "a" }, { verb: "name", id: "c", value: "See" });
    const kept = applyPress(flat, removed, { verb: "keep", id: "a" });
    expect(kinds(kept.ops)).toEqual(["renamed See"]);
    expect(kept.view.focus).toBe("name-a");
    const gone = after(
      { verb: "add", id: "root" },
      { verb: "into", id: "a1", value: "new-1" },
      { verb: "remove", id: "new-1" },
      { verb: "name", id: "c", value: "See" },
    );
    expect(kinds(gone.ops)).toEqual(["renamed See", "removed A1"]);
    expect(kinds(applyPress(flat, gone, { verb: "keep", id: "a1" }).ops)).toEqual(["renamed See"]);
    expect(applyPress(flat, kept, { verb: "keep", id: "b" }).ops).toEqual(kept.ops);
  });

  test("DEPT-13 posts that no form makes are ignored", () => {
    for (const text of ["", "{}", '[["drop"]]', '[["add","root","evil"]]', null])
      expect(parseOps(text)).toEqual([]);
    expect(parseEditor("[]", "{").view).toEqual(plainEditor.view);
    expect(applyPress(flat, plainEditor, { verb: "remove", id: "nobody" }).ops).toEqual([]);
  });
});

test("DEPT-37 DEPT-38 a full editor accepts no more changes: existing ones stay, and can be undone or renamed", () => {
  const ops = Array.from({ length: maxOps }, (_, at): Op => ["move", "a", "root", at % 3]);
  const full = parseEditor(JSON.stringify(ops), JSON.stringify(plainEditor.view));
  expect(full.ops).toEqual(ops);
  for (const press of [
    { verb: "add", id: "b" },
    { verb: "remove", id: "b" },
    { verb: "down", id: "b" },
    { verb: "into", id: "c", value: "b" },
    { verb: "name", id: "b", value: "New" },
  ] satisfies Press[])
    expect(applyPress(flat, full, press).ops, press.verb).toEqual(ops);
  const less = applyPress(flat, full, { verb: "undo" });
  const named = applyPress(flat, less, { verb: "name", id: "b", value: "New" });
  expect(named.ops).toHaveLength(maxOps);
  const renamed = applyPress(flat, named, { verb: "name", id: "b", value: "Newer" });
  expect(renamed.ops.at(-1)).toEqual(["name", "b", "Newer"]);
  // Changes beyond the limit are cut off, and the rest is kept.
  expect(parseOps(JSON.stringify([...ops, ["remove", "b"]]))).toEqual(ops);
});

describe("errors", () => {
  test.each<[string, Op[], string[]]>([
    ["DEPT-16", [["move", "b", "a3", 0]], ["depth"]],
    ["DEPT-17", [["move", "b", null, 0]], ["roots"]],
  ])("%s", (_row, ops, expected) => {
    expect(errorsOf(treeOf(flat, ops)).tree).toEqual(expected);
  });

  test("DEPT-18 DEPT-19 empty, blank and overlong names are refused, except of removed departments", () => {
    const ops: Op[] = [
      ["name", "a", "  "],
      ["name", "b", "n".repeat(101)],
      ["name", "c", "👩‍👩‍👧‍👦".repeat(100)],
    ];
    expect([...errorsOf(treeOf(flat, ops)).names]).toEqual([
      ["a", "required"],
      ["b", "tooLong"],
    ]);
    expect(errorsOf(treeOf(flat, [...ops, ["remove", "a"], ["remove", "b"]])).names.size).toBe(0);
  });
});

describe("the changes sent", () => {
  test("DEPT-24 DEPT-25 only changes are sent, and positions only if the order changed", () => {
    const ops = opsAfter(
      { verb: "name", id: "root", value: " Top " },
      { verb: "add", id: "b" },
      { verb: "name", id: "new-1", value: "New" },
      { verb: "remove", id: "a1" },
    );
    expect(inputsOf(flat, ops)).toEqual([
      { _id: "root", parentId: null, name: "Top", isRemoved: false },
      { _id: "new-1", parentId: "b", name: "New", isRemoved: false },
      { _id: "a1", parentId: "a", name: "A1", isRemoved: true },
    ]);
    expect(inputsOf(flat, opsAfter({ verb: "down", id: "a" }))).toEqual([
      { _id: "b", parentId: "root", name: "Bé", position: 0, isRemoved: false },
      { _id: "a", parentId: "root", name: "A", position: 1, isRemoved: false },
      { _id: "c", parentId: "root", name: "C", position: 2, isRemoved: false },
    ]);
  });

  test("DEPT-14 a department moved into a removed one is removed with it", () => {
    const ops = opsAfter({ verb: "into", id: "c", value: "b" }, { verb: "remove", id: "b" });
    expect(inputsOf(flat, ops).map(({ _id, isRemoved }) => [_id, isRemoved])).toEqual([
      ["b", true],
      ["c", true],
    ]);
    expect(kinds(ops)).toEqual(["removed Bé", "removed C"]);
    // Stored children are removed with it, and not listed separately.
    const below = opsAfter({ verb: "into", id: "a1", value: "b" }, { verb: "remove", id: "b" });
    expect(kinds(below)).toEqual(["removed Bé", "removed A1"]);
    expect(kinds(opsAfter({ verb: "down", id: "a" }))).toEqual(["moved A"]);
  });
});

describe("removed with a new department", () => {
  const temporary = (id: string, ...more: Press[]) =>
    after({ verb: "add", id: "root" }, { verb: "into", id, value: "new-1" }, ...more, {
      verb: "remove",
      id: "new-1",
    });

  test("DEPT-14 DEPT-33 a stored one moved into it is shown, listed and archived", () => {
    const { ops, view } = temporary("a");
    const tree = treeOf(flat, ops);
    expect(rowsOf(flat, tree, view).rows.map(({ id }) => id)).toEqual(["root", "b", "c", "a"]);
    expect(tree.nodes.get("a")).toMatchObject({ isRemoved: true, parentId: "root" });
    expect(kinds(ops)).toEqual(["removed A"]);
    expect(inputsOf(flat, ops)).toEqual([{ _id: "a", parentId: "root", name: "A", isRemoved: true }]);
    expect(removedIds(flat, ops)).toEqual(["a", "a1", "a2", "a3"]);
  });

  test("DEPT-14 DEPT-33 a stored one is also archived below a second new one, and next to the root", () => {
    const deeper = temporary("c", { verb: "add", id: "new-1" }, { verb: "into", id: "c", value: "new-2" });
    expect(kinds(deeper.ops)).toEqual(["removed C"]);
    const sibling = temporary("c", { verb: "before", id: "new-1", value: "root" });
    expect(kinds(sibling.ops)).toEqual(["removed C"]);
    expect(errorsOf(treeOf(flat, sibling.ops)).tree).toEqual([]);
  });
});

test("DEPT-33 a removal counts the departments below, except those moved away or removed separately", () => {
  const belowIn = (...presses: Press[]) =>
    treeChanges(flat, after(...presses).ops).flatMap(({ kind, name, below }) =>
      kind === "removed" ? [[name, below]] : [],
    );
  const removeA: Press = { verb: "remove", id: "a" };
  expect(belowIn({ verb: "remove", id: "b" })).toEqual([["Bé", 0]]);
  expect(belowIn({ verb: "remove", id: "a2" }, removeA)).toEqual([["A", 3]]);
  expect(belowIn({ verb: "add", id: "a1" }, removeA)).toEqual([["A", 3]]);
  expect(belowIn({ verb: "into", id: "a2", value: "b" }, removeA)).toEqual([["A", 1]]);
  expect(belowIn({ verb: "into", id: "b", value: "a" }, removeA)).toEqual([
    ["A", 3],
    ["Bé", 0],
  ]);
});

describe("next to the root", () => {
  const stray = after({ verb: "before", id: "b", value: "root" });
  const presses = (press: Press) => {
    const { ops } = applyPress(flat, stray, press);
    const tree = treeOf(flat, ops);
    return { roots: tree.roots, errors: errorsOf(tree).tree, kinds: kinds(ops) };
  };

  test("DEPT-14 DEPT-17 a department is moved back or removed; the root stays, wherever it is", () => {
    expect(treeOf(flat, stray.ops)).toMatchObject({ roots: ["b", "root"], rootId: "root" });
    expect(presses({ verb: "into", id: "b", value: "c" })).toEqual({
      roots: ["root"],
      errors: [],
      kinds: ["moved Bé"],
    });
    expect(presses({ verb: "remove", id: "b" })).toEqual({
      roots: ["b", "root"],
      errors: [],
      kinds: ["removed Bé"],
    });
    for (const press of [
      { verb: "remove", id: "root" },
      { verb: "into", id: "root", value: "b" },
    ] satisfies Press[])
      expect(presses(press)).toMatchObject({ roots: ["b", "root"], errors: ["roots"], kinds: ["moved Bé"] });
    expect(applyPress(flat, stray, { verb: "remove", id: "b" }).view.focus).toBe("name-root");
  });
});

describe("focus", () => {
  test("DEPT-10 typing in another row does not move the focus; in the new one it stays", () => {
    const added = after({ verb: "add", id: "b" });
    expect(added.view.focus).toBe("name-new-1");
    const typed = (id: string) => applyPress(flat, added, { verb: "name", id, value: "x" }).view.focus;
    expect(typed("new-1")).toBe("name-new-1");
    expect(typed("a")).toBeNull();
  });
});

describe("large trees", () => {
  const large: FlatNode[] = [{ id: "root", name: "Root", parentId: null }];
  for (let group = 0; group < 40; group += 1) {
    large.push({ id: `g${group}`, name: `Group ${group}`, parentId: "root" });
    for (let team = 0; team < 49; team += 1)
      large.push({ id: `t${group}-${team}`, name: `Team ${group}/${team} Zürich`, parentId: `g${group}` });
  }

  test("DEPT-34 2,000 departments unfold level by level, are searchable, and respond quickly", () => {
    const tree = treeOf(large);
    expect(rowsOf(large, tree, plainEditor.view).rows.map(({ id }) => id)).toHaveLength(41);
    const opened = applyPress(large, plainEditor, { verb: "toggle", id: "g3" });
    expect(rowsOf(large, tree, opened.view).rows).toHaveLength(41 + 49);
    const found = rowsOf(large, tree, { ...plainEditor.view, find: "7/48 ZURICH" });
    expect(found.found).toBe(4);
    expect(found.rows.filter(({ isFound }) => isFound)).toHaveLength(4);
    expect(rowsOf(large, tree, { ...plainEditor.view, find: "team" })).toMatchObject({
      isCut: true,
      found: 1960,
    });
    expect(rowsOf(large, tree, { ...plainEditor.view, find: "team" }).rows).toHaveLength(maxRows);
    const start = workedMs();
    let state = plainEditor;
    for (let press = 0; press < 20; press += 1) {
      state = applyPress(large, state, { verb: "name", id: "g3", value: `Group ${press} again` });
      const now = treeOf(large, state.ops);
      errorsOf(now);
      treeChanges(large, state.ops, now);
      rowsOf(large, now, state.view);
    }
    // A keystroke must feel instant: 20 of them, with a margin for slow machines.
    expect((workedMs() - start) / 20).toBeLessThan(200);
  });

  test("DEPT-57 a new department, one with an error and the focused one are always shown in a tree of 3,000", () => {
    const wide: FlatNode[] = [{ id: "root", name: "Root", parentId: null }];
    for (let at = 0; at < 1_500; at += 1)
      wide.push(
        { id: `d${at}`, name: `D${at}`, parentId: "root" },
        { id: `e${at}`, name: `E${at}`, parentId: `d${at}` },
      );
    const added = applyPress(wide, plainEditor, { verb: "add", id: "root" });
    const shown = (state: typeof added, wrong: string[] = []) =>
      rowsOf(wide, treeOf(wide, state.ops), state.view, wrong).rows.map(({ id }) => id);
    expect(shown(added)).toHaveLength(maxRows + 1);
    expect(shown(added)).toContain("new-1");
    // Once named, it stays visible when the focus moves on.
    const named = applyPress(wide, added, { verb: "name", id: "new-1", value: "Depot" });
    expect(shown(applyPress(wide, named, { verb: "find" }))).toContain("new-1");
    // Below a hidden department: its ancestors are unfolded.
    const below = applyPress(wide, plainEditor, { verb: "add", id: "d1400" });
    expect(shown(below).slice(maxRows)).toEqual(["d1400", "new-1"]);
    // In a collapsed one, and in addition to search results.
    expect(shown(plainEditor, ["e1300"]).slice(maxRows)).toEqual(["d1300", "e1300"]);
    const searched = applyPress(wide, below, { verb: "find", value: "E7" });
    expect(shown(searched)).not.toContain("new-1");
    expect(shown(searched, ["new-1"])).toContain("new-1");
    expect(shown(applyPress(wide, plainEditor, { verb: "down", id: "d900" }))).toContain("d900");
  });

  test("DEPT-01 DEPT-34 the read-only tree is unfolded, a large one to two levels, and down to search results", () => {
    const small = {
      id: "r",
      name: "R",
      children: [{ id: "x", name: "Éx", children: [{ id: "y", name: "Y" }] }],
    };
    const plain = { search: "", open: null };
    expect(readTree(small, plain)).toMatchObject({
      count: 3,
      root: { isOpen: true, children: [{ isOpen: true }] },
    });
    const many = Array.from({ length: 300 }, (_, i) => ({
      id: `${i}`,
      name: `N${i}`,
      children: [{ id: `${i}c`, name: "c" }],
    }));
    expect(readTree({ id: "r", name: "R", children: many }, plain).root).toMatchObject({ isOpen: true });
    expect(readTree({ id: "r", name: "R", children: many }, plain).root.children[0]?.isOpen).toBe(false);
    expect(readTree(small, { search: "ex", open: null })).toMatchObject({
      found: 1,
      root: { isOpen: true, below: 2, children: [{ isFound: true, isOpen: false }] },
    });
    expect(readTree(small, { search: "", open: "none" }).root.isOpen).toBe(false);
  });
});
