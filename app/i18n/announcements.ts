import { defineTexts, usualTexts } from "./texts";

const usual = usualTexts("announcement");

export const announcements = defineTexts("announcements", {
  en: {
    ...usual,
    name: "Title",
    text: "Text",
    from: "From",
    to: "To",
    shown: "Shown",
    anyTime: "At any time",
    shownWhen: { now: "Now", over: "Over" },
    hasLongText: "Has long text",
    form: {
      ...usual.form,
      about: "Announcement",
      aboutText: "It is shown from the first day to the last, both included.",
      firstDay: "First day",
      lastDay: "Last day",
    },
    errors: {
      title: "Please enter a title",
      titleTooLong: "Please keep the title within {{limit}} characters",
      text: "Please enter a text",
      textTooLong: "Please keep the text within {{limit}} characters",
      firstDay: "Please enter the first day",
      lastDay: "Please enter the last day",
      reversed: "The last day cannot be before the first",
    },
  },
});
