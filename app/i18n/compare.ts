import { defineTexts } from "./texts";

/** Candidates of a vacancy side by side (PIPE-05). */
export const compare = defineTexts("compare", {
  en: {
    title: "Compare candidates",
    button: "Compare",
    choose: "Please select two to five candidates",
    nobody: "Nobody to compare",
    nobodyText: "Select two to five candidates in the list, and press Compare.",
    label: "Candidates side by side",
    stage: "Stage",
    days: "Days in stage",
    none: "Not taken",
    loadFailed: "Failed to load the candidates. Please contact support.",
  },
});
