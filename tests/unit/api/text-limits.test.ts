/** The API's rules limit the length of texts; the console reads the limits from contract/limits.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limits } from "../../../contract/limits";
import { declaredLimits, lineRule, textLimit } from "../../../regional-api/core/text-rules";
import "../../../regional-api/operations";

const requirements = readdirSync("docs/requirements")
  .map((file) => readFileSync(`docs/requirements/${file}`, "utf8"))
  .join("\n");

const declared = [...declaredLimits()];

test("SHELL-32 the console's limits equal those of the API's rules", () => {
  expect(limits).toEqual(Object.fromEntries(declared.map(([name, { most }]) => [name, most])));
});

// SHELL-32 itself is the row that lists the limits.
const usual = [100, 700];

test.each(declared)("SHELL-32 a requirement states the limit of %s", (_name, { most, message }) => {
  expect(usual.includes(most) || requirements.includes(message), `no row says "${message}"`).toBe(true);
});

test("SHELL-32 a text is trimmed, counted in perceived characters, and required where stated", () => {
  const rule = lineRule("textOfThisTest", 3, "it", "Please enter it");
  expect(rule.parse(" 👨‍👩‍👧ab ")).toBe("👨‍👩‍👧ab");
  const messages = (text: string) => rule.safeParse(text).error?.issues.map(({ message }) => message);
  expect(messages("abcd")).toEqual(["Please keep it within 3 characters"]);
  expect(messages("  ")).toEqual(["Please enter it"]);
  expect(() => textLimit("textOfThisTest", 4, "it")).toThrow("Two texts are called textOfThisTest");
});
