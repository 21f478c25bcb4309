import { defineTexts } from "./texts";

/** How calls end, in words that all areas share. */
export const outcomes = defineTexts("outcomes", {
  en: {
    noPermission: "No permission",
    unexpectedError: "Unexpected error",
    outcomeUnknown: "We could not confirm the outcome. You can safely try again: nothing will be done twice.",
    nothingSelected: "Please select at least one item.",
  },
});
