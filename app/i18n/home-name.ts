import { defineTexts } from "./texts";

/** The menu's name for Today; kept separate so the menu does not load the whole page's texts. */
export const homeName = defineTexts("homeName", { en: { title: "Today" } });
