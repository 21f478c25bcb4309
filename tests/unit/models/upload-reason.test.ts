import { expect, test } from "vitest";
import { textOfProblems } from "~/models/users/upload-reason";

test("UPLOAD-20 UPLOAD-32 all that is wrong with a row is one text, as results have it", () => {
  const twice = { text: "Duplicate email in this file (first on row 2)." };
  expect(textOfProblems([twice])).toBe(twice.text);
  expect(textOfProblems([twice, { text: "Group not found: Nope" }])).toBe(
    "Duplicate email in this file (first on row 2); Group not found: Nope",
  );
});
