import { defineTexts } from "./texts";

/** The palette, the page of all places, and the keyboard shortcuts. */
export const palette = defineTexts("palette", {
  en: {
    title: "Go to",
    field: "Screens, customers and actions",
    groups: {
      recent: "Recent",
      screens: "Go to",
      views: "Views",
      create: "Create",
      customers: "Customers",
      records: "Found by ID",
      vacancies: "Vacancies",
      applications: "Applications",
      all: "Results",
    },
    /** Search keywords per screen: the terms support uses for it. */
    words: {
      notifications: "log logs email emails mail mails sms text message messages bounce delivery",
      vacancies: "invite candidates",
      account: "sign out log out logout password sessions",
    },
    bulkJobs: "Bulk actions",
    /** A place within an area: "Vacancies: Archive". */
    part: "{{area}}: {{place}}",
    found_one: "{{count}} result",
    found_other: "{{count}} results",
    loading: "Loading",
    more: "More customers match. Keep typing, or open All customers.",
    failed: "Failed to load screens and customers",
    none: "Nothing matches “{{typed}}”.",
    noneText: "Try part of the name of a screen or a customer.",
    hints: { move: "to move", open: "to open", close: "to close" },
    shortcuts: {
      title: "Keyboard shortcuts",
      text: "They need JavaScript. Keys without Ctrl or ⌘ can be switched off in the user menu, and do nothing while you type in a field.",
      isOff: "Single-key shortcuts are switched off in the user menu.",
      anywhere: "Anywhere",
      lists: "In lists",
      candidates: "On a candidate's page",
      palette: "Go to a screen, a customer or an action",
      search: "Go to the search field at the top",
      today: "Go to Today",
      help: "Show these shortcuts",
      escape: "Close the open menu, panel or dialog",
      next: "Next row",
      previous: "Previous row",
      open: "Open the row",
      undo: "Undo what was just done",
      nextCandidate: "Next candidate",
      previousCandidate: "Previous candidate",
      status: "Give the status with that number, and go on to the next candidate",
      or: "or",
    },
  },
  "en-US": { groups: { vacancies: "Jobs" } },
});
