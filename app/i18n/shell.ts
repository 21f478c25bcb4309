import { defineTexts } from "./texts";

/** The main menu and the frame around every signed-in screen. */
export const shellTexts = defineTexts("shell", {
  en: {
    // Menu entries of areas use the area's title.
    menu: { talentHub: "Talent Hub", questionBank: "Question Bank" },
    switchCustomer: {
      title: "Switch customer",
      choose: "Choose a customer",
      search: "Search customers",
      none: "No matching customers",
      customer: "Customer",
      organisation: "Organisation",
      region: "Region",
      pinned: "Pinned",
      recent: "Recent",
      all: "All",
      pin: "Pin {{name}}",
      unpin: "Unpin {{name}}",
    },
    goTo: {
      label: "Go to",
      placeholder: "Go to…",
      search: "Search for anything",
      shortcuts: "Keyboard shortcuts",
      singleKeys: "Single-key shortcuts",
      on: "On",
      off: "Off",
    },
    session: {
      ends: "You will be signed out at",
      endsFinal: "Your session cannot be extended: save your work, then sign in again to stay signed in.",
      stay: "Stay signed in",
      failed: "We could not keep you signed in. Please try again.",
    },
    connection: {
      lost: "No connection. What you typed is kept.",
      refused:
        "Blocked on the way to the console: nothing was saved. Change what you typed, or try again later.",
      tooLarge: "Too large to send: nothing was saved. Shorten it and try again.",
      failed:
        "The platform could not answer. What you typed is kept, and can be sent again: nothing is done twice.",
      reference: "Reference: {{id}}",
      back: "Connected again.",
      retry: "Retry",
    },
    postFailed: {
      title: "The platform could not answer",
      text: "What you sent is kept on this page. You can safely try again: nothing will be done twice.",
      incomplete:
        "What you sent is kept on this page, except passwords, secrets and files, which you need to enter again.",
      refused:
        "What you sent was not saved. It is kept on this page, and you can send it again once you have access.",
      refusedIncomplete:
        "What you sent was not saved. It is kept on this page, except passwords, secrets and files.",
      again: "Try again",
      back: "Back to the form",
      typed: "What you entered",
    },
    elsewhere: {
      title: "Someone else has signed in",
      text: "Another tab of this browser is now signed in as another person. Reload to continue as that person.",
      typed: "What you typed on this page and did not save will be lost.",
      reload: "Reload",
    },
    version: {
      title: "A new version of this platform is available!",
      text: "Please refresh to enjoy the latest features!",
      refresh: "Refresh",
      later: "I'd like try later",
    },
    screens: {
      notFound: "Page not found",
      notFoundText:
        "The address may be wrong, the page may be switched off for this customer, or you may not have access to it.",
      toStart: "Go to the start page",
      denied: "No access",
      archivedCustomer: "Archived customer",
      archivedCustomerTitle: "The customer {{name}} is archived",
      archivedCustomerText: "Its pages can be opened again once it has been restored.",
      openCustomerArchive: "Open archived customers",
      failed: "Something went wrong",
      expired: "Session expired",
      noDefaultCustomer: "Not able to get default customer",
      noDefaultCustomerText: "Your account has no active customer to begin with. Please contact support.",
      forbiddenPost: "This form could not be accepted",
      forbiddenPostText:
        "It was not sent from a page of this session. Please open the page again and repeat what you did.",
      regionDown: "The region {{region}} is not responding at the moment.",
      expiredTitle: "Your session is expired!",
      expiredText: "Please login again",
      expiredKept: "What you typed is kept for an hour and comes back after you have signed in.",
      expiredTyped: "What you typed is still on this page. Log in in a new tab, then continue here.",
      expiredNewTab: "Log in in a new tab",
      openAgain: "Open the page again",
      downloadsUnderWay: "Two of your files are still being downloaded",
      downloadsUnderWayText:
        "You can download two files at a time. Please wait until one of them has arrived, then export this list.",
      downloadsOfCustomer: "Eight files of this customer are still being downloaded",
      downloadsOfCustomerText:
        "A customer's people can download eight files at a time. Please wait until one of them has arrived, then export this list.",
      backToList: "Back to the list",
    },
  },
  "en-US": {
    switchCustomer: { organisation: "Organization" },
  },
});
