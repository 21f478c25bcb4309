import * as fc from "fast-check";
import { expect, test } from "vitest";
import { actionCodes, codesOf, labelsGranted, sectionActions } from "../../../regional-api/core/permissions";
import { type StoredStatement } from "../../../regional-api/core/policy";
import { readStatements } from "../../../regional-api/areas/permissions/policy-form";
import type { Row } from "../../../app/models/rules/rule-draft";
import {
  allStatementsOf,
  newStatement,
  type Statement,
  type StatementDraft,
  statementsOf,
  type StatementContext,
} from "../../../app/models/policies/policy-form";

const prefix = "edge";
const writing: StatementContext = {
  codes: actionCodes,
  prefix,
  organizationId: "o",
  regions: { c1: "ap-southeast-2", c2: "ap-southeast-2", c3: "eu-west-1" },
};
const labels = Object.values(sectionActions).flat();

/** Actions after a round trip: plus every action whose codes are all among theirs (PERM-55). */
const closed = (actions: readonly string[]) =>
  labelsGranted(actions.flatMap((label) => codesOf(label) ?? []));

const anywhere: Row[] = [{ customer: "*", departments: ["*"] }];
const rows: fc.Arbitrary<Row[]> = fc.oneof(
  fc.constant(anywhere),
  fc
    .uniqueArray(fc.constantFrom("c1", "c2", "c3"), { minLength: 1 })
    .map((ids) => ids.map((customer) => ({ customer, departments: [`a-${customer}`, `b-${customer}`] }))),
);
const statement: fc.Arbitrary<StatementDraft> = fc.record({
  effect: fc.constantFrom("Allow", "Deny"),
  rows,
  actions: fc.uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 12 }).map(closed),
  kept: fc.constant([]),
});
const odd: Statement[] = [
  { effect: "Allow", actions: ["*"], resources: ["*"] },
  { effect: "Deny", actions: ["org:*"], resources: ["edge:org:*:o:c1:*"] },
  { effect: "Allow", actions: ["apps:createApplication"], resources: ["edge:apps:eu-west-1:o:c3:x"] },
  { effect: "Allow", actions: ["org:listUser", "apps:listVacancy"], resources: ["edge:*:*:o:*:*"] },
];
const kept: fc.Arbitrary<StatementDraft> = fc
  .constantFrom(...odd)
  .map((one) => ({ effect: one.effect, rows: [], actions: [], kept: [one] }));

const written = (drafts: readonly StatementDraft[]) =>
  drafts.flatMap((draft, at) => statementsOf(draft, at, writing));

test("POL-09 POL-25 everything the form can express is read back as the same statements, and everything else is kept", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(statement, kept), { minLength: 1, maxLength: 6 }), (drafts) => {
      const forms = readStatements(written(drafts), "o", prefix);
      expect(
        forms.map(({ effect, actions, customers, isKept, statements }) => ({
          effect,
          actions,
          rows: customers.map(({ customerId, hierarchyIds }) => ({
            customer: customerId,
            departments: hierarchyIds,
          })),
          kept: isKept ? statements : [],
        })),
      ).toEqual(drafts);
    }),
  );
});

/** Stored statements in the form that the console gets from the API. */
const draftsOf = (stored: readonly StoredStatement[]): StatementDraft[] =>
  readStatements(stored, "o", prefix).map(({ effect, actions, customers, isKept, statements }) => ({
    effect,
    actions: [...actions],
    rows: customers.map(({ customerId, hierarchyIds }) => ({
      customer: customerId,
      departments: [...hierarchyIds],
    })),
    rule: statements[0]?.rule ?? null,
    kept: isKept ? (statements as Statement[]) : [],
  }));

test("POL-25 POL-28 an untouched statement is stored unchanged, with its number or without", () => {
  const numbers = fc.constantFrom(null, 0, 1, 2, 7);
  const said = fc
    .tuple(statement, numbers)
    .map(([draft, number]): readonly [string, Statement[]] => [
      JSON.stringify([draft.effect, draft.rows, number]),
      statementsOf(draft, number, writing),
    ]);
  const unsaid = fc
    .tuple(fc.constantFrom(...odd), numbers, fc.uuid())
    .map(([one, rule, id]): readonly [string, Statement[]] => [id, [rule === null ? one : { ...one, rule }]]);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(said, unsaid), { minLength: 1, maxLength: 6, selector: ([key]) => key }),
      (all) => {
        const stored = all.flatMap(([, statements]) => statements);
        expect(allStatementsOf({ rules: draftsOf(stored) }, writing)).toEqual(stored);
      },
    ),
  );
});

test("POL-09 POL-11 a new statement gets an unused number, and so does one that would be merged with another", () => {
  const listed = ["User Management - View user list"];
  const place = (customer: string) => [{ customer, departments: [`a-${customer}`] }];
  const base = { effect: "Allow" as const, actions: listed, kept: [] };
  const rules: StatementDraft[] = [
    {
      ...base,
      rows: [],
      actions: [],
      kept: [{ effect: "Deny", actions: ["org:*"], resources: ["*"], rule: 0 }],
    },
    { ...newStatement(), ...base, rows: place("c1") },
    { ...base, rule: 2, rows: place("c2") },
    { ...base, rule: 2, rows: place("c2") },
    { ...base, rule: 2, rows: place("c3") },
    { ...base, rule: null, rows: place("c1") },
    { ...base, rule: null, rows: place("c1") },
  ];
  const made = allStatementsOf({ rules }, writing);
  expect(made.map(({ rule }) => rule)).toEqual([0, 1, 2, 3, 2, undefined, 4]);
  expect(readStatements(made, "o", prefix)).toHaveLength(rules.length);
  const numbers = (...some: StatementDraft[]) =>
    allStatementsOf({ rules: some }, writing).map(({ rule }) => rule);
  const fresh = { ...newStatement(), ...base, rows: place("c1") };
  expect(numbers(fresh, fresh)).toEqual([0, 1]);
  // A Basic statement, which the permission tabs write without a number, is given none.
  expect(numbers({ ...base, rule: null, rows: place("c1") }, fresh)).toEqual([undefined, 1]);
});

test("POL-25 PERM-57 another organisation's place has no description, even next to one that has", () => {
  const own = "edge:org:ap-southeast-2:o:c1:a-c1";
  const elsewhere = ["edge:org:ap-southeast-2:other:c9:a-c9", "edge:org:*:other:*:*"];
  for (const resources of [[own, elsewhere[0] ?? ""], ...elsewhere.map((one) => [one])]) {
    const stored: StoredStatement[] = [{ effect: "Allow", actions: ["org:listUser"], resources, rule: 1 }];
    const [form] = readStatements(stored, "o", prefix);
    expect(form).toMatchObject({ isKept: true, actions: [], customers: [], statements: stored });
    expect(allStatementsOf({ rules: draftsOf(stored) }, writing)).toEqual(stored);
  }
});

test("POL-09 departments of an unknown customer and actions without a code produce no resource and no code", () => {
  const draft: StatementDraft = {
    effect: "Allow",
    rows: [{ customer: "elsewhere", departments: ["x"] }],
    actions: ["No - such", "User Management - View user list"],
    kept: [],
  };
  expect(written([draft])).toEqual([{ effect: "Allow", rule: 0, actions: ["org:listUser"], resources: [] }]);
});
