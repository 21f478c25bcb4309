import { expect, test } from "vitest";
import { archivableList } from "../../regional-api/core/archivable-lists.store";
import { signedIn } from "./fixtures/client";
import { operations } from "./fixtures/operations";
import { snapshot } from "./fixtures/snapshot";
import { useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

const world = useWorld("each test");

type Row = { _id: string; changedAt?: string | null };
/** Every operation that archives or restores several rows. */
const many = operations.filter(({ name }) => /^(Apps|ORG)(Archive|Restore)/.test(name));
const opposite = (name: string) =>
  name.includes("Archive") ? name.replace("Archive", "Restore") : name.replace("Restore", "Archive");
const pairs = many.flatMap((one) => {
  const back = many.find(({ name }) => name === opposite(one.name));
  return back ? [{ one, back }] : [];
});

/** Calls as staff with the fixtures' variables and optional changes. */
async function callsOfStaff() {
  const staff = await signedIn(world.app, "staff");
  return async ({ name, document, variables }: (typeof many)[number], more: object = {}) => {
    const answer = await staff.call(document, { ...variables(1), ...more });
    expect(answer.error, answer.message).toBeUndefined();
    return answer.data[name] as Row[];
  };
}

test("ORG-10 covers all operations that archive and restore", () => {
  expect(many.length - pairs.length, "ORGArchiveUser and ORGArchiveGroup").toBe(2);
  expect(pairs.length).toBeGreaterThanOrEqual(14);
});

test.each(pairs)(
  "ORG-10 ORG-60 $one.name returns each row once, and unchanged if repeated",
  async ({ one, back }) => {
    const call = await callsOfStaff();
    await call(back);
    expect((await call(one)).length).toBeGreaterThan(0);
    const again = await call(one);
    // Vacancies are changed as far as possible; a null `changedAt` means already in that state (VAC-23).
    if (one.name.includes("Vacancies")) expect(again.every(({ changedAt }) => changedAt === null)).toBe(true);
    else expect(again).toEqual([]);
  },
);

test.each(pairs)(
  "ORG-10 $one.name is undone by `unchangedSince`, except for rows changed by others in between",
  async ({ one, back }) => {
    const staffCalls = await callsOfStaff();
    // Both operations must get the same rows, which their fixtures may name differently.
    const { variables } = one;
    const call = (operation: typeof one, more?: object) => staffCalls({ ...operation, variables }, more);
    await call(back);
    const unchangedSince = new Date(world.now()).toISOString();
    const done = await call(one);
    expect(done.length).toBeGreaterThan(0);
    expect((await call(back, { unchangedSince })).map(({ _id }) => _id)).toEqual(done.map(({ _id }) => _id));

    // A second person undoes and repeats it: the first person's change is no longer the latest.
    await call(one);
    world.pass(1);
    await call(back);
    await call(one);
    const before = snapshot(world.databases);
    expect(await call(back, { unchangedSince })).toEqual([]);
    expect(snapshot(world.databases)).toBe(before);
    expect((await call(back)).length).toBe(done.length);
  },
);

test("GEN-03 a filter narrows a list's rows and count alike; an absent one narrows nothing", async () => {
  const { reader } = world.databases.region("ap-southeast-2");
  const list = archivableList("vacancies", {}, "titleKey", {
    title: { type: "String", description: "", where: (is, title) => is("title", "=", title) },
    isTitled: { type: "Boolean", description: "", where: (is, asked) => asked && is("title", "!=", "") },
  });
  const filter = { customerId: ids.retail, isArchived: false, sort: "createdAt", order: "asc" } as const;
  const all = await list.rows(reader, filter, 100, 0);
  const [first] = all;
  const shown = async (narrowing: { title?: string | null; isTitled?: boolean }) => {
    const rows = await list.rows(reader, { ...filter, narrowing }, 100, 0);
    expect(await list.count(reader, { ...filter, narrowing })).toBe(rows.length);
    return rows.map(({ title }) => title);
  };
  expect(await shown({})).toHaveLength(all.length);
  expect(await shown({ title: null })).toHaveLength(all.length);
  expect(await shown({ isTitled: false })).toHaveLength(all.length);
  expect(await shown({ isTitled: true, title: first?.title ?? "" })).toContain(first?.title);
  expect(new Set(await shown({ title: first?.title ?? "" }))).toEqual(new Set([first?.title]));
  expect(await shown({ title: "no vacancy has this" })).toEqual([]);
});
