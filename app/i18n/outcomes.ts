import { defineTexts } from "./texts";

/** Outcome messages shared by all areas. */
export const outcomes = defineTexts("outcomes", {
  en: {
    noPermission: "No permission",
    unexpectedError: "Unexpected error",
    openMade: "Open it",
    restoredValues:
      "The values before the change are filled in. Nothing is saved yet: please check them and save.",
    restoredSome:
      "Some of the values before the change are filled in; the others cannot be. Nothing is saved yet: please check them and save.",
    archived: "Archived items cannot be changed. Restore them first.",
    outcomeUnknown: "We could not confirm the outcome. You can safely try again: nothing will be done twice.",
    busyPerson:
      "You already have {{count}} of these in progress. Please wait until one of them is done, then try again.",
    busyCustomer:
      "{{count}} of these are already in progress for this customer. Please wait until one of them is done, then try again.",
    cannotStore:
      "It cannot be saved at the moment. Please try again in a few minutes: nothing will be done twice.",
    draftRestored: "We kept what you had typed.",
    draftNotSent: "Nothing has been sent yet. Please check it and send it again.",
    draftGone: "What you had typed is no longer available. Please enter it again.",
    exportFailed: "The list could not be exported. Please try again.",
    nothingSelected: "Please select at least one item.",
    changedAlready: "Nothing was changed: it had already been done.",
    someAlready_one: "It had already been done for {{count}} more.",
    someAlready_other: "It had already been done for {{count}} more.",
    undone: "Undone",
    notUndone: "Not undone",
    partlyUndone: "Undone for {{done}} of {{total}}",
    changedMeanwhile: "Changed in the meantime, so left as is: {{names}}",
    andMore_one: "{{names}} and {{count}} more",
    andMore_other: "{{names}} and {{count}} more",
    undoFailed: "Failed to undo. Please try again.",
    undoGone: "This can no longer be undone.",
  },
});

/** Strips the "contact support" advice from a failure text when another sentence follows. */
export const withoutSupport = (text: string): string => text.replace(/[.,] please contact support\.$/i, ".");
