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
      compliance: "Compliance",
      "ats-tenants": "ATS Integration",
      sms: "SMS",
      "email-domain": "Email Domain",
    },
    overview: {
      title: "Overview – Customer Settings",
      organisation: "Organisation",
      displayName: "Display Name",
      accountName: "Account Name",
      region: "Region",
    },
  },
  "en-US": { overview: { organisation: "Organization" } },
});
