import { defineTexts } from "./texts";

/** The location field (CAND-18). */
export const places = defineTexts("places", {
  en: {
    ended: "No suggestions: your session has ended. What you typed is kept.",
    failed: "Suggestions are not available at the moment. You can still type the location.",
    loading: "Searching for locations",
    none: "No matching location",
    found_one: "{{count}} suggestion",
    found_other: "{{count}} suggestions",
    suggestions: "Suggestions",
  },
});
