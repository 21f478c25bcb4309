import { defineTexts } from "./texts";

/** Authenticator-app policy of a customer. */
export const settingsSignIn = defineTexts("settings-sign-in", {
  en: {
    title: "Sign-in",
    heading: "Authenticator app",
    text: "People who log in with a password can be asked for the code of an authenticator app as well. Single Sign-On is not affected.",
    loadFailed: "Failed to load the sign-in settings. Please contact support.",
    groupsFailed: "Failed to load the user groups.",
    status: {
      NOBODY: "Nobody has to use an authenticator app",
      waiting: "An authenticator app will be required from {{day}}",
      inForce: "An authenticator app has been required since {{day}}",
    },
    notReady_one: "{{count}} person has not set one up yet.",
    notReady_other: "{{count}} people have not set one up yet.",
    allReady: "Everyone who must use one has set it up.",
    show: "Show them",
    asks: "Who must use an authenticator app",
    choices: {
      NOBODY: "Nobody",
      GROUPS: "Members of chosen user groups",
      EVERYBODY: "Everybody",
    },
    hints: {
      NOBODY: "People who have set one up are still asked for its code.",
      GROUPS: "Choose them below.",
      EVERYBODY: "All users of this customer.",
    },
    groups: "User groups",
    groupsHint: "Only for chosen user groups.",
    groupsNone: "This customer has no groups yet.",
    fromDay: "From",
    fromDayHint:
      "The day begins at midnight UTC. From then on, people without an app set one up when they log in, before anything else. Codes by email no longer replace it.",
    ownFirst: "Set up your own authenticator app first",
    ownFirstText: "Only people who use an authenticator app themselves can ask others to.",
    ownFirstLink: "Authenticator app",
    save: "Save",
    saved: "The sign-in settings have been saved.",
    saveFailed: "Failed to save the sign-in settings. Please contact support.",
    question: {
      title: "Ask for an authenticator app?",
      text_one: "{{count}} person has not set one up yet, and does so when they next log in from {{day}} on.",
      text_other:
        "{{count}} people have not set one up yet, and do so when they next log in from {{day}} on.",
      confirm: "Ask for it",
    },
    beyondPeople:
      "Some people of {{customer}} have more rights than you, so you cannot change how they log in.",
    errors: {
      groups: "Please choose at least one user group",
      tooManyGroups: "Please choose no more than 100 user groups",
      day: "Please enter a day",
      dayOver: "Please choose today or a later day",
      dayTooFar: "Please choose a day within a year",
    },
  },
});
