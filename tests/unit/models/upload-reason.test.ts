import { expect, test } from "vitest";
import { problemsText } from "~/models/users/upload-reason";

test("UPLOAD-20 UPLOAD-32 all errors of a row are one text, as in the results", () => {
  const twice = { text: "Duplicate email in this file (first on row 2)." };
  expect(problemsText([twice])).toBe(twice.text);
  expect(problemsText([twice, { text: "Group not found: Nope" }])).toBe(
    "Duplicate email in this file (first on row 2); Group not found: Nope",
  );
});
