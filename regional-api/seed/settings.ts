/** Customer settings in all states that the screens show: set up, partly set up, failed, and absent. */
import { demoAccounts, demoGroups, demoId, type DemoCustomerKey } from "./ids";
import type { Loader } from "./bulk";
import { dayMs, type CustomerPlan } from "./plan";
import type { Random } from "./random";
import type { NewRow } from "../store/tables";
import type { Colleague } from "./users";

/**
 * An identity provider with a certificate for which no key is known, until a start replaces it with the demo
 * one.
 */
export const unreachableIdentityProvider = {
  loginUrl: "https://idp.initech.example/sso/login",
  certificate:
    "MIIBqTCCAU+gAwIBAgIURNvO0Jug7/gdYpx9hxobUJ4+0nIwCgYIKoZIzj0EAwIwKTEnMCUGA1UEAwweSW5pdGVjaCBkZW1vIGlkZW50aXR5IHByb3ZpZGVyMCAXDTI2MTEyMDE5MjAwMFoYDzIxMjYxMDI3MTkyMDAwWjApMScwJQYDVQQDDB5Jbml0ZWNoIGRlbW8gaWRlbnRpdHkgcHJvdmlkZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT6tU2PMzAmfAY1vKpCumv73Jp0shkjkzwXJRyR7oRqrHXF5DpeOOAaHLY/RIgBztBrMiJAfLOFP4r8mZQu+9OLo1MwUTAdBgNVHQ4EFgQUBg/Z1d4AVf+EKlLGWpeMZ+tnT3gwHwYDVR0jBBgwFoAUBg/Z1d4AVf+EKlLGWpeMZ+tnT3gwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBklKvDngJaf89zuclInUfrnMdTps7ZNM1A47i7ivqJuAIhAILsCf0K9IQ3MfpNn/qnRlcxYwpetvKNcaJ6ksmmZcjn",
};

type Colours = readonly [background: string, font: string, link?: string];

const theme = (accent: string, soft: string): string => {
  const parts: Record<string, Colours> = {
    header: [accent, "#ffffff"],
    progressBar: [soft, accent],
    hint: [soft, "#000000", "#0000EE"],
    question: ["#f3f5f5", "#000000", "#0000EE"],
    response: [soft, "#000000"],
    listItem: ["#ffffff", "#000000de"],
    selectedItem: [accent, "#ffffff"],
    button: [accent, "#ffffff"],
  };
  return JSON.stringify(
    Object.entries(parts).map(([name, [backgroundColor, fontColor, linkColor]]) => ({
      name,
      type: "object",
      value: { backgroundColor, fontColor, ...(linkColor ? { linkColor } : {}) },
    })),
  );
};

interface Settings {
  /** Title, accent colour and soft colour of the branding. */
  readonly branding?: readonly [string, string, string];
  /**
   * Retention of candidates and videos in months beyond the data's age, so that the first runs remove
   * nothing.
   */
  readonly retention?: readonly [number, number];
  readonly smsCredits?: number;
  readonly smsIsOff?: true;
  readonly languages?: readonly string[];
  readonly emailDomain?: Pick<NewRow<"email_domains">, "emailAddress" | "verificationStatus"> & {
    readonly displayName: string;
    readonly error?: string;
  };
}

const settings: Readonly<Record<DemoCustomerKey, Settings>> = {
  acmeRetail: {
    branding: ["Acme Careers", "#b3261e", "#fde7e5"],
    retention: [6, 1],
    smsCredits: 2_480,
    languages: ["fr", "de"],
    emailDomain: {
      displayName: "Acme Careers",
      emailAddress: "careers@acme.example",
      verificationStatus: "SUCCESS",
    },
  },
  acmeLogistics: {
    retention: [24, 2],
    smsCredits: 64,
    emailDomain: {
      displayName: "Acme Logistics",
      emailAddress: "jobs@logistics.acme.example",
      verificationStatus: "TEMPORARY_FAILURE",
    },
  },
  initech: {
    branding: ["Initech – is this good for the company?", "#2d38ff", "#bbbfff"],
    smsIsOff: true,
    emailDomain: {
      displayName: "Initech People",
      emailAddress: "people@initech.invalid",
      verificationStatus: "FAILED",
      error: "HOST_NOT_FOUND",
    },
  },
  globexCorporation: {
    branding: ["Globex", "#0b6e4f", "#d7f2e8"],
    retention: [1_200, 1_200],
    smsCredits: 100,
    languages: ["es"],
    emailDomain: {
      displayName: "Globex Jobs",
      emailAddress: "jobs@globex.example",
      verificationStatus: "NOT_STARTED",
    },
  },
  globexNordic: { smsCredits: 0, languages: ["da", "nb", "sv", "fi"] },
  cornerCases: { branding: [`<Brand> & "Söhne" 🏷️`, "#5b2c83", "#efe3f7"], smsCredits: 1 },
};

/** Seeds all settings of a customer. */
export function seedSettings(
  loader: Loader,
  plan: CustomerPlan,
  colleagues: readonly Colleague[],
  historyDays: number,
  random: Random,
  now: number,
): void {
  const { id: customerId, uniqueName, displayName, awsRegion, rootHierarchyId: hierarchyId } = plan.customer;
  const { branding, retention, smsCredits, smsIsOff, languages = [], emailDomain } = settings[plan.key];
  const createdAt = now - 300 * dayMs;
  const updatedAt = now - 12 * dayMs;
  const recipients = JSON.stringify(colleagues.slice(0, 2).map(({ email }) => email));

  if (plan.key === "initech") {
    loader.insert("sso_configs", {
      customerId,
      id: demoId(`sso:${uniqueName}`),
      hierarchyId,
      accountName: uniqueName,
      groupIds: JSON.stringify([demoGroups.initechRecruiters.id]),
      enabled: 1,
      loginUrl: unreachableIdentityProvider.loginUrl,
      publicCertificates: unreachableIdentityProvider.certificate,
      userProvisionMode: "IN_TIME",
      createdAt,
      updatedAt,
    });
  }
  if (branding) {
    const [title, accent, soft] = branding;
    loader.insert("brandings", {
      customerId,
      id: demoId(`branding:${uniqueName}`),
      hierarchyId,
      customerName: displayName,
      logoUrl: `https://assets.edge.example/logos/${uniqueName}.svg`,
      title,
      theme: theme(accent, soft),
      createdAt,
      updatedAt,
    });
  }
  loader.insert("notification_switches", {
    customerId,
    isGlobalSmsEnabled: smsIsOff ? 0 : 1,
    enabledLanguages: JSON.stringify(languages),
    updatedAt,
  });
  if (plan.key === "acmeRetail") {
    const changed = (name: string, type: "EMAIL" | "SMS", enabled: 0 | 1, template?: string) =>
      loader.insert("notification_settings", {
        customerId,
        templateType: "en-US",
        name,
        type,
        enabled,
        isCustom: template ? 1 : 0,
        customTemplate: template
          ? `arn:aws:mobiletargeting:${awsRegion}:000000000000:templates/${template}/${type}`
          : null,
        updatedAt,
      });
    changed("FI_INVITE", "EMAIL", 1, "acme-chat-invite");
    changed("FI_INVITE", "SMS", 1, "acme-chat-invite");
    changed("FI_NOT_STARTED_SECOND_REMINDER", "EMAIL", 0);
    changed("SI_NOT_STARTED_SECOND_REMINDER", "SMS", 0);
  }
  if (retention) {
    const held = Math.ceil((historyDays / 365) * 12);
    const [candidatePiiRetentionPeriod, videoRetentionPeriod] = retention.map((beyond) => held + beyond) as [
      number,
      number,
    ];
    const alert = { channel: "EMAIL", language: "en-US", recipients: JSON.parse(recipients) as string[] };
    loader.insert("customer_settings", {
      customerId,
      id: demoId(`customer-setting:${uniqueName}`),
      hierarchyId,
      candidatePiiRetentionPeriod,
      videoRetentionPeriod,
      smsNotificationSettings: JSON.stringify([
        { ...alert, type: "USAGE_REMINDER", threshold: 100, lastSentAt: null },
        { ...alert, type: "USAGE_ALERT", threshold: null, lastSentAt: null },
      ]),
      createdAt,
      updatedAt,
    });
  }
  if (smsCredits !== undefined) seedSms(loader, plan, smsCredits, random, now);
  if (emailDomain) {
    const { error = null, verificationStatus, ...rest } = emailDomain;
    const isChecked = verificationStatus !== "NOT_STARTED";
    loader.insert("email_domains", {
      customerId,
      ...rest,
      isCustomizedEmailDomainEnabled: verificationStatus === "SUCCESS" ? 1 : 0,
      verificationStatus,
      dkimTokens: JSON.stringify([random.hex(4), random.hex(4), random.hex(4)]),
      verificationErrorType: error,
      verificationRequestedAt: updatedAt,
      lastCheckedAt: isChecked ? now - dayMs : null,
      retriedAt: null,
      createdAt: updatedAt,
      updatedAt,
    });
  }
}

/** Seeds credits, with purchases that add up to the total ever bought. */
function seedSms(loader: Loader, plan: CustomerPlan, credits: number, random: Random, now: number): void {
  const { id: customerId, uniqueName } = plan.customer;
  const buyer = demoAccounts[plan.key === "globexCorporation" ? "usAdmin" : "admin"];
  const notes = ["Initial package", "Top-up", "Christmas campaign 🎄", null];
  const amounts = Array.from({ length: credits === 0 ? 1 : 4 }, () => random.between(5, 40) * 100);
  amounts.forEach((purchaseAmount, index) =>
    loader.insert("sms_credit_purchases", {
      id: demoId(`sms-purchase:${uniqueName}:${index}`),
      customerId,
      purchaseAmount,
      purchaseUserId: buyer.id,
      purchaseUserEmail: buyer.email,
      notes: notes[index] ?? null,
      purchasedAt: now - (280 - 65 * index) * dayMs + random.int(dayMs),
    }),
  );
  const totalCredits = amounts.reduce((sum, amount) => sum + amount, 0);
  loader.insert("sms_credits", { customerId, credits, totalCredits, updatedAt: now - dayMs });
}
