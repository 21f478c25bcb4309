import { defineTexts } from "./texts";

/** The field for a place (CAND-18). */
export const places = defineTexts("places", {
  en: {
    none: "No matching location",
    found_one: "{{count}} suggestion",
    found_other: "{{count}} suggestions",
    suggestions: "Suggestions",
  },
});
