import { defineTexts } from "./texts";

/** What the menu calls Today, apart from all that the page says. */
export const homeName = defineTexts("homeName", { en: { title: "Today" } });
