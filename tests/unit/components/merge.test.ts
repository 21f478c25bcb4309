import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flatValues } from "~/components/form/changes";
import { fingerprintsOf, mergeChanges } from "~/components/form/merge";

/** A form with every kind of field: text, a switch, a multi-select, a nested group, rows. */
const text = fc.constantFrom("", "a", "b", "two\nlines");
const form = fc.record({
  name: text,
  isOn: fc.boolean(),
  groups: fc.subarray(["one", "two", "three"]),
  theme: fc.record({ header: fc.record({ colour: text, font: text }) }),
  people: fc.array(fc.record({ email: text, role: text }), { maxLength: 2 }),
});
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;
const parts = ["name", "isOn", "groups", "theme.header.colour", "theme.header.font", "people"] as const;

const valueOf = (values: unknown, part: string): unknown =>
  part
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], values);
/** The values a part sends, to compare two versions of it. */
const sent = (values: unknown, part: string) =>
  [...flatValues({ [part]: valueOf(values, part) })]
    .map(([name, all]) => JSON.stringify([name, [...all].sort()]))
    .sort()
    .join();

/** A row with its fields in another order. */
const turnedRound = (row: object) => Object.fromEntries(Object.entries(row).reverse());

/** A form as posted: without empty texts, switches that are off and empty lists. */
const posted = (values: Form) => ({
  csrf: "token",
  version: "3",
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === "" || value === false || (Array.isArray(value) && value.length === 0)
        ? []
        : [[name, value === true ? "on" : name === "people" ? values.people.map(turnedRound) : value]],
    ),
  ),
});

describe("GEN-42 three-way merge", () => {
  const states = fc.tuple(form, form, form);

  test("each part is the person's if they changed it, and otherwise the stored one", () => {
    fc.assert(
      fc.property(states, ([read, typed, stored]) => {
        const { values } = mergeChanges(fingerprintsOf(read), posted(typed), stored);
        for (const part of parts) {
          const isMine = sent(typed, part) !== sent(read, part);
          expect(sent(values, part)).toBe(sent(isMine ? typed : stored, part));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("GEN-42 the version and the key of the refused post are not merged: the next post has new ones", () => {
    const stored = { name: "theirs", title: "" };
    const hidden = {
      csrf: "token",
      idempotencyKey: "key",
      intent: "save",
      form: "f",
      version: "1",
      base: "{}",
    };
    const typed = { ...hidden, name: "as it was", title: "mine" };
    const merge = mergeChanges(fingerprintsOf({ name: "as it was", title: "" }), typed, stored);
    expect(merge.values).toEqual({ name: "theirs", title: "mine" });
  });

  test("conflicting changes are asked about, all of them and nothing else", () => {
    fc.assert(
      fc.property(states, ([read, typed, stored]) => {
        const { collisions, taken, isChanged } = mergeChanges(fingerprintsOf(read), posted(typed), stored);
        const versionsOf = (part: string) => [sent(read, part), sent(typed, part), sent(stored, part)];
        const both = parts.filter((part) => {
          const [before, mine, theirs] = versionsOf(part);
          return mine !== before && theirs !== before && mine !== theirs;
        });
        const others = parts.filter((part) => {
          const [before, mine, theirs] = versionsOf(part);
          return mine === before && theirs !== before;
        });
        const own = parts.some((part) => {
          const [before, mine, theirs] = versionsOf(part);
          return mine !== before && mine !== theirs;
        });
        expect([...collisions].sort()).toEqual([...both].sort());
        expect([...taken].sort()).toEqual([...others].sort());
        expect(isChanged).toBe(own);
      }),
      { numRuns: 500 },
    );
  });

  test("sent again it is refused for the same conflict, and a third person's other changes are merged too", () => {
    fc.assert(
      fc.property(states, form, ([read, typed, stored], third) => {
        const first = mergeChanges(fingerprintsOf(read), posted(typed), stored);
        const again = mergeChanges(first.base, first.values, stored);
        expect(again.collisions).toEqual(first.collisions);
        for (const part of parts) expect(sent(again.values, part)).toBe(sent(first.values, part));
        const later = mergeChanges(first.base, first.values, third);
        for (const part of first.taken) expect(sent(later.values, part)).toBe(sent(third, part));
      }),
      { numRuns: 500 },
    );
  });

  test("fields that belong together come from one side", () => {
    const together = [["country", "number"]];
    const read = { country: "AU", number: "0400 000 000", name: "Ann" };
    const stored = { country: "GB", number: "07400 123456", name: "Ann" };
    const mine = mergeChanges(fingerprintsOf(read), { ...read, number: "0400 000 111" }, stored, together);
    expect(mine.values).toMatchObject({ country: "AU", number: "0400 000 111" });
    expect(mine.collisions).toEqual(["country", "number"]);
    const theirs = mergeChanges(fingerprintsOf(read), { ...read, name: "Bea" }, stored, together);
    expect(theirs.values).toEqual({ ...stored, name: "Bea" });
  });

  test("a form without its base asks about every difference, and changes nothing", () => {
    fc.assert(
      fc.property(form, form, (typed, stored) => {
        const { values, collisions } = mergeChanges(null, posted(typed), stored);
        const { csrf: _csrf, version: _version, ...own } = posted(typed);
        expect(values).toEqual(own);
        expect([...collisions].sort()).toEqual(
          parts.filter((part) => sent(typed, part) !== sent(stored, part)).sort(),
        );
      }),
    );
  });

  test("the size of the base is bounded by the number of fields, whatever their content", () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ email: `${at}@x.example`, name: "x".repeat(50) }));
    const prints = fingerprintsOf({ text: "x".repeat(100_000), rows });
    expect(JSON.stringify(prints).length).toBeLessThan(60);
  });
});
