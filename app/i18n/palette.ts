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
      actions: "Actions on this page",
      records: "Found by ID",
      vacancies: "Vacancies",
      applications: "Applications",
      all: "Vacancies and applications",
    },
    /** What support calls a screen, beside its name. */
    words: {
      notifications: "log logs email emails mail mails sms text message messages bounce delivery",
      vacancies: "invite candidates",
      account: "sign out log out logout password sessions",
    },
    bulkJobs: "Bulk actions",
    /** A place behind another: "Vacancies: Archive". */
    part: "{{area}}: {{place}}",
    found_one: "{{count}} result",
    found_other: "{{count}} results",
    loading: "Loading",
    more: "More customers match. Keep typing, or open All customers.",
    failed: "Failed to load screens and customers",
    none: "Nothing matches “{{typed}}”.",
    noneText: "Try a part of a screen's or a customer's name.",
    hints: { move: "to move", open: "to open", close: "to close" },
    shortcuts: {
      title: "Keyboard shortcuts",
      text: "They work while scripts run. Keys without Ctrl or ⌘ can be switched off in the user menu, and do nothing while you type in a field.",
      isOff: "Single-key shortcuts are switched off in the user menu.",
      anywhere: "Anywhere",
      lists: "In lists",
      palette: "Go to a screen, a customer or an action",
      search: "To the field at the top",
      help: "These shortcuts",
      escape: "Close what is open over the page",
      next: "Next row",
      previous: "Previous row",
      select: "Select the row",
      open: "Open the row",
      bar: "To what can be done with the selected rows; Escape leads back",
      up: "From a row's page to its list",
      or: "or",
    },
  },
  "en-US": { groups: { vacancies: "Jobs", all: "Jobs and applications" } },
});
