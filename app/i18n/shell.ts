import { defineTexts } from "./texts";

/** The main menu and the frame around every signed-in screen. */
export const shellTexts = defineTexts("shell", {
  en: {
    menu: {
      talentHub: "Talent Hub",
      vacancies: "Vacancies",
      workflows: "Workflows",
      workflowSets: "Workflow Sets",
      users: "Users",
      groups: "Groups",
      policies: "Access policies",
      departments: "Departments",
      customers: "Customers",
      organisations: "Organisations",
      insights: "Discover Insights",
      notifications: "Notifications",
      questionBank: "Question Bank",
      atsRequests: "ATS Requests",
    },
    switchCustomer: {
      title: "Switch customer",
      choose: "Choose a customer",
      search: "Search customers",
      none: "No customer matches",
      customer: "Customer",
      organisation: "Organisation",
      region: "Region",
    },
    connection: {
      lost: "No connection. What you typed is kept.",
      back: "Connected again.",
      retry: "Retry",
    },
    elsewhere: {
      title: "Somebody else has signed in",
      text: "Another tab of this browser is now signed in as another person. Reload to go on as that person.",
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
      denied: "No access",
      failed: "Something went wrong",
      expired: "Session expired",
      noDefaultCustomer: "Not able to get default customer",
      noDefaultCustomerText: "Your account has no active customer to begin with. Please contact support.",
      forbiddenPost: "This form could not be accepted",
      forbiddenPostText:
        "It was not sent from a page of this session. Please open the page again and repeat what you did.",
      regionDown: "The region {{region}} does not answer at the moment.",
      expiredTitle: "Your session is expired!",
      expiredText: "Please login again",
      expiredKept: "What you typed is kept for an hour and comes back after you have signed in.",
      openAgain: "Open the page again",
    },
  },
  "en-US": {
    menu: { vacancies: "Jobs", organisations: "Organizations" },
    switchCustomer: { organisation: "Organization" },
  },
});
