import { expect, test } from "vitest";
import { retention } from "~/i18n/retention";
import { translator } from "~/i18n/texts";
import { holdSchema } from "~/models/retention/hold.schema";

const schema = holdSchema(translator(retention, "en"));
const isRight = (reviewAt: string) => schema.safeParse({ reason: "Asked by Legal", reviewAt }).success;

test("RET-09 a hold's review date must exist: 29 February 2027 is refused, not turned into 1 March", () => {
  expect(isRight("2028-02-29")).toBe(true);
  for (const day of ["2027-02-29", "2027-02-30", "2027-04-31", "2027-13-01", "0202-01-01", "soon", ""])
    expect([day, isRight(day)]).toEqual([day, false]);
});

test("RET-09 a reason has at most 500 perceived characters", () => {
  const isValid = (reason: string) => schema.safeParse({ reason, reviewAt: "2028-02-29" }).success;
  expect([isValid("😀".repeat(500)), isValid("😀".repeat(501)), isValid(" "), isValid("\u202e")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
