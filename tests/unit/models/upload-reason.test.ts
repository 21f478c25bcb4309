import { expect, test } from "vitest";
import { textOfProblems } from "~/models/users/upload-reason";

test("UPLOAD-20 UPLOAD-32 all errors of a row are one text, as in the results", () => {
  const twice = { text: "Duplicate email in this file (first on row 2)." };
  expect(textOfProblems([twice])).toBe(twice.text);
  expect(textOfProblems([twice, { text: "Group not found: Nope" }])).toBe(
    "Duplicate email in this file (first on row 2); Group not found: Nope",
  );
});
