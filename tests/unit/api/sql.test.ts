import { describe, expect, test } from "vitest";
import { anyOf, nullsLowest } from "../../../regional-api/store/dialect";
import type { Select } from "../../../regional-api/store/engine";
import { forms, sql } from "../../../regional-api/store/sql";

interface Asked {
  readonly customerId: string;
  readonly state: "active" | "archived";
  readonly ids?: readonly string[];
  readonly kinds?: readonly ("LOCAL" | "SSO")[];
  readonly lastActive?: number | null;
  readonly limit: number;
}

let written = 0;
const build = ({ customerId, state, ids, kinds, lastActive, limit }: Asked) => {
  written += 1;
  return sql
    .selectFrom("users")
    .select("id")
    .where("customerId", "=", customerId)
    .where("archivedAt", state === "active" ? "is" : "is not", null)
    .$if(ids !== undefined, (users) => users.where(anyOf("id", ids ?? [])))
    .$if(kinds !== undefined, (users) => users.where("source", "in", kinds ?? []))
    .$if(lastActive !== undefined, (users) =>
      users.where("lastActive", lastActive === null ? "is" : "=", lastActive ?? null),
    )
    .orderBy("lastActive", nullsLowest("desc"))
    .limit(limit);
};
const of = (query: Select<unknown>) => {
  const { sql: text, parameters } = query.compile();
  return { text, parameters };
};

const parameterSets: Asked[] = [
  { customerId: "c", state: "active", limit: 1 },
  { customerId: "d", state: "active", limit: 20 },
  { customerId: "c", state: "archived", limit: 1 },
  { customerId: "c", state: "active", ids: ["a"], limit: 1 },
  { customerId: "c", state: "active", ids: ["a", "b"], limit: 1 },
  { customerId: "c", state: "active", kinds: ["SSO"], limit: 1 },
  { customerId: "c", state: "active", kinds: ["SSO", "LOCAL"], limit: 1 },
  { customerId: "c", state: "active", lastActive: null, limit: 1 },
  { customerId: "c", state: "active", lastActive: 0, limit: 1 },
  { customerId: "c", state: "active", lastActive: 7, limit: 1 },
];

describe("forms", () => {
  const users = forms<Asked>({ fixed: ["state"], each: ["kinds"] })(build);

  test("a form builds the same query as one written directly", () => {
    for (const one of [...parameterSets, ...parameterSets.toReversed()])
      expect(of(users(one))).toEqual(of(build(one)));
  });

  test("it is built once for all callers with the same parameters", () => {
    written = 0;
    for (const one of parameterSets) of(users({ ...one, customerId: "e", limit: 7 }));
    expect(written).toBe(0);
    const further = { customerId: "c", state: "archived", ids: [], limit: 1 } as const;
    for (const one of [further, { ...further, customerId: "f" }]) of(users(one));
    expect(written).toBe(1);
  });
});
