import { expect, test } from "vitest";
import { z } from "zod/v4";
import { dayRule, daysInOrder, limitedText } from "~/models/form/text-rules";

const messages = (schema: z.ZodType, typed: unknown) =>
  schema.safeParse(typed).error?.issues.map(({ path, message }) => [path.join("."), message]);

const schema = z
  .object({ title: z.string().min(1, "no title"), from: dayRule("no first day"), to: dayRule("no last day") })
  .refine(...daysInOrder("from", "to", "reversed"));
const right = { title: "Fair", from: "2026-02-01", to: "2026-02-01" };

test.each([
  [{}, undefined],
  [{ from: " ２０２６-０２-０１\u200B" }, undefined],
  [{ from: undefined }, [["from", "no first day"]]],
  [{ to: "2026-02-30" }, [["to", "no last day"]]],
  [{ to: "2026-01-31" }, [["to", "reversed"]]],
  // Valid dates are compared even if other fields are invalid.
  [
    { title: "", to: "2026-01-31" },
    [
      ["title", "no title"],
      ["to", "reversed"],
    ],
  ],
])("dates of a form with %j", (changes, expected) =>
  expect(messages(schema, { ...right, ...changes })).toEqual(expected),
);

test("SHELL-32 a text's errors use the area's messages, with the limit as a number", () => {
  const t = (key: "missing" | "long", values?: { limit: string }) => `${key} ${values?.limit}`;
  const text = limitedText(t, 2_000, "long", "missing");
  expect(messages(text, "x".repeat(2_000))).toBeUndefined();
  expect(messages(text, "x".repeat(2_001))).toEqual([["", "long 2,000"]]);
  expect(messages(text, " ")).toEqual([["", "missing undefined"]]);
  expect(messages(limitedText(t, 2_000, "long"), " ")).toBeUndefined();
});
