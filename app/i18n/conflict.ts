import { defineTexts } from "./texts";

/** The panel shown above a form when someone else has saved the record since it was opened. */
export const conflictTexts = defineTexts("conflict", {
  en: {
    before: "When you opened it",
    both: "You and they changed different fields. Save both to keep both changes.",
    field: "Field",
    mine: "What you typed",
    nothing: "You made no changes here. The form now shows what is stored.",
    ownBoth: "You changed different fields there. Save both to keep both changes.",
    ownTaken: "Changed only there. The form now shows these values, which saving keeps:",
    ownText: "You saved a change at",
    ownTitle: "You changed this in another tab or browser since you opened it here",
    saveBoth: "Save both",
    saveMine: "Save mine",
    someone: "Someone",
    taken: "Changed only by them. The form now shows these values, which saving keeps:",
    text: "{{name}} saved a change at",
    theirs: "What is stored now",
    title: "Someone else has changed this since you opened it",
    useOwn: "Use what is stored",
    useTheirs: "Use theirs",
  },
});
