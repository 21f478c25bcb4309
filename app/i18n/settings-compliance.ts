import { defineTexts } from "./texts";

/** Retention periods of a customer's data. */
export const settingsCompliance = defineTexts("settings-compliance", {
  en: {
    pageTitle: "Compliance",
    title: "Data retention",
    text: "Candidates' personal data and videos are removed after this many months.",
    candidatePii: "Candidate personal data retention (months)",
    video: "Video retention (months)",
    update: "Update",
    confirmTitle: "Update retention",
    confirmText_one: "Candidates' personal data will be kept for {{count}} month.",
    confirmText_other: "Candidates' personal data will be kept for {{count}} months.",
    confirmVideo_one: "Videos will be kept for {{count}} month.",
    confirmVideo_other: "Videos will be kept for {{count}} months.",
    created: "Customer compliance setting created",
    updated: "Customer compliance setting updated",
    loadFailed: "Failed to load customer compliance setting. Please contact support.",
    saveFailed: "Failed to update customer compliance setting. Please contact support.",
    errors: {
      required: "Please input retention period",
      integer: "Please input an integer number",
      range: "Please enter a number between 1 - 9999",
      mismatch: "Input does not match with text required",
    },
  },
});
