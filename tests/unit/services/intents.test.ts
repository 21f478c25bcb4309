import { expect, test } from "vitest";
import type { Intent } from "~/services/intents";
import { intentsOf, isAboutSingleItem, withDetail } from "~/services/intents";
import { consoleAction } from "~/services/guard.server";

const action = consoleAction({ flag: null }, { save: () => null, remove: () => null });
const intent = intentsOf<typeof action>();

test("SHELL-33 an action knows the names of its intents, and a button can only use those", () => {
  expect(action.intents).toEqual(["save", "remove"]);
  expect([intent("save"), intent("remove", "3"), withDetail(intent("save"), "over")]).toEqual([
    "save",
    "remove:3",
    "save:over",
  ]);
});

test("GEN-102 an intent concerns one row if it has a detail and is no step of a save", () => {
  const intents = [
    "status",
    "archive:confirm",
    "archive:cancel",
    "save:over",
    "report:64f0",
    "row:into:64f0",
  ];
  expect(intents.filter(isAboutSingleItem)).toEqual(["report:64f0", "row:into:64f0"]);
});

test("an unknown intent fails to compile: tsc reports an error below that no longer occurs", () => {
  // @ts-expect-error -- this action has no such intent
  const unknown: Intent = intent("sav");
  // @ts-expect-error -- a plain text is not an intent, so no button can be given one
  const plain: Intent = "save";
  expect([unknown, plain]).toEqual(["sav", "save"]);
});
