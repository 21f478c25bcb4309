import { defineTexts } from "./texts";

/** A customer's reasons for declining candidates: their settings, and the select wherever a status is given. */
export const declineReasons = defineTexts("decline-reasons", {
  en: {
    title: "Decline Reasons",
    heading: "Reasons for declining",
    text: "People who decline a candidate choose one of these. Candidates do not see the reason, but a copy of their data contains it.",
    loadFailed: "Failed to load the decline reasons. Please contact support.",
    asks: "Ask for a reason when declining",
    choices: { NEVER: "Never", OPTIONAL: "Optional", REQUIRED: "Required" },
    hints: {
      NEVER: "No reason is asked for.",
      OPTIONAL: "Candidates can be declined without a reason.",
      REQUIRED: "Candidates cannot be declined without a reason, except by workflow rules.",
    },
    reasons: "Reasons",
    reasonsText:
      "They are offered in this order. Archived reasons are not offered, but are kept where they were given.",
    row: "Reason {{number}}",
    name: "Name",
    isArchived: "Archived",
    moveUp: "Move {{row}} up",
    add: "Add reason",
    remove: "Remove {{row}}",
    limit: "There can be 100 reasons at most.",
    saved: "The decline reasons have been saved.",
    saveFailed: "Failed to save the decline reasons. Please contact support.",
    errors: {
      name: "Please enter a reason",
      nameTooLong: "Please use no more than {{limit}} characters",
      same: "Please enter each reason only once",
      none: "Please add a reason that is not archived, or never ask for one",
    },
    choose: {
      label: "Reason for declining",
      hint: "Only for the status Declined.",
      placeholder: { OPTIONAL: "No reason", REQUIRED: "Choose a reason" },
      missing: "Please select why the candidate is declined",
      gone: "This reason is no longer available. Please select another one.",
      given: "Reason for declining",
    },
  },
  "en-US": {},
  "en-GB": {},
});
