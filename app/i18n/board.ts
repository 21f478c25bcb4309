import { defineTexts } from "./texts";

/** A vacancy's board: its stages side by side (PIPE). */
export const board = defineTexts("board", {
  en: {
    title: "Board",
    open: "Board",
    list: "List",
    of: "Board of {{vacancy}}",
    text: "Candidates waiting for a decision, longest first. Hired, declined and withdrawn candidates are in the list.",
    stages: "Stages",
    all_one: "The one in the list",
    all_other: "All {{number}} in the list",
    more: "The ten who have waited longest are shown.",
    empty: "No one is waiting here",
    next: "Next for {{name}}",
    nextOfTicked: "Next for the selected",
    choose: "Choose what is next",
    move: "Move to stage",
    status: "Update status",
    apply: "Apply",
    applyTo: "Apply to {{name}}",
    select: "Select {{name}}",
    nothingChosen: "Please choose what is next",
    loadFailed: "Failed to load the board. Please contact support.",
  },
});
