import { defineTexts } from "./texts";

/** The frame of a customer's settings and its overview. */
export const settings = defineTexts("settings", {
  en: {
    title: "Customer Settings",
    customers: "Customers",
    created: "Created",
    tabsLabel: "Customer settings",
    tabs: {
      overview: "Overview",
      branding: "Branding",
      notification: "Notifications",
      sso: "Single Sign-On",
      "sign-in": "Sign-in",
      compliance: "Compliance",
      "ats-tenants": "ATS Integration",
      sms: "SMS",
      "email-domain": "Email Domain",
    },
    states: {
      default: "Default",
      failed: "Failed",
      none: "None",
      off: "Off",
      on: "On",
      own: "Own",
      notSetUp: "Not set up",
      notStarted: "Not started",
      pending: "Pending",
      retrying: "Retrying",
      verified: "Verified",
    },
    facts: {
      certificate: {
        early: "The certificate is not valid yet.",
        ending: "The certificate expires within 30 days.",
        expired: "The certificate has expired.",
      },
      credits: "of {{total}} purchased SMS credits left",
      noDomain: "Candidates receive emails from the platform's own address.",
      noSystem: "No applicant tracking system is set up.",
      notifications: "{{sent}} of {{all}} emails to users are turned on.",
      ownLook: "Chats have the standard look.",
      ssoNone: "People sign in with a password.",
      ssoOff: "People sign in with a password for now.",
      ssoOn: "People sign in with their organisation's account.",
      retention_one: "Personal data is kept for {{count}} month.",
      retention_other: "Personal data is kept for {{count}} months.",
    },
    overview: {
      title: "Customer Settings",
      organisation: "Organisation",
      displayName: "Display Name",
      accountName: "Account Name",
      region: "Region",
      cardsFailed: "Failed to load the state of the settings. Please contact support.",
    },
  },
  "en-US": {
    facts: { ssoOn: "People sign in with their organization's account." },
    overview: { organisation: "Organization" },
  },
});
