import type { AttemptResult, SsoRefusal } from "../../../shared/sso-attempts";
import { bit, bytes, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

type NameIdFormat = "EMAIL" | "PERSISTENT" | "TRANSIENT" | "UNSPECIFIED";

export const settingsTables = {
  /** A customer's single sign-on; no row if not set up (SSO-03). */
  sso_configs: table({
    customerId: text().primary().references("customers"),
    id: text().unique(),
    hierarchyId: text(),
    /** Compared case-insensitively, unique within the file; the API checks across regions (SSO-34). */
    accountName: text().uniqueIgnoringCase(),
    /** JSON: string[]. */
    groupIds: json().default("[]"),
    enabled: bit(),
    loginUrl: text(),
    /** One or more certificates, Base64 or PEM. */
    publicCertificates: text(),
    userProvisionMode: oneOf("IN_TIME", "BEFORE"),
    enabledCustomerIdAsUsernamePrefix: bit().default(0),
    /**
     * The identity provider's entity id: the issuer of the first assertion accepted since the configuration was saved,
     * if not configured. No other issuer is accepted afterwards.
     */
    idpIssuer: text().optional(),
    /** The identity provider's entity id, if configured. */
    idpEntityId: text().optional(),
    /** The NameID format requested from the identity provider. */
    nameIdFormat: text<NameIdFormat>().default("EMAIL"),
    /** Changes with every identity provider that users have to confirm (SSO-42). */
    providerId: text().default(""),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
  /** An account whose owner linked it to an identity provider. */
  sso_links: table(
    {
      userId: text(),
      providerId: text(),
      linkedAt: time(),
    },
    { primaryKey: ["userId", "providerId"] },
  ),
  /** A customer's last refused sign-in since the last successful one. */
  sso_refusals: table(
    {
      customerId: text().primary(),
      reason: text<SsoRefusal>(),
      refusedAt: time(),
    },
    { hasRowid: false },
  ),
  /** A test sign-in, with the settings under test. */
  sso_tests: table(
    {
      requestId: text().primary(),
      customerId: text(),
      userId: text(),
      loginUrl: text(),
      publicCertificates: text(),
      idpEntityId: text().optional(),
      nameIdFormat: text<NameIdFormat>(),
      groupIds: json(),
      redirect: text(),
      createdAt: time(),
      expiresAt: time(),
      /** Given only to the browser that delivers the answer. */
      resultId: text().optional(),
      /** JSON: {steps, attributes}. */
      outcome: json().optional(),
    },
    {
      hasRowid: false,
      indexes: {
        sso_tests_result: "resultId, userId",
        sso_tests_customer: "customerId, userId, expiresAt",
        sso_tests_expiry: "expiresAt",
      },
    },
  ),
  /** The settings of a customer's last successful test, as a digest of what identifies the identity provider. */
  sso_passes: table({ customerId: text().primary(), digest: bytes(), passedAt: time() }, { hasRowid: false }),
  /** Sign-in attempts, kept for 90 days; refused ones are limited per minute, since anyone can cause them. */
  sso_attempts: table(
    {
      seq: sequence(),
      customerId: text(),
      attemptedAt: time(),
      /** Mostly masked; null if the answer proves no identity. */
      email: text().optional(),
      result: text<AttemptResult>(),
      reason: text<SsoRefusal>().optional(),
      /** Offset of the identity provider's clock if that is the reason; negative if behind. */
      minutesOff: integer().optional(),
    },
    {
      indexes: {
        sso_attempts_customer: "customerId, attemptedAt, seq",
        sso_attempts_time: "attemptedAt",
      },
    },
  ),
  /** A customer's rule of which users need an authenticator app; no row means none (MFA-06). */
  sign_in_policies: table({
    customerId: text().primary().references("customers"),
    asks: oneOf("NOBODY", "GROUPS", "EVERYBODY"),
    /** JSON: string[]; used with GROUPS. */
    groupIds: json().default("[]"),
    /** Start of the UTC day from which it is required. */
    fromDay: time().optional(),
    updatedAt: time(),
    ...edition(1),
  }),
  /**
   * A customer's reasons for declining candidates, and whether people are asked for one; no row means never
   * (PIPE-06).
   */
  decline_settings: table({
    customerId: text().primary().references("customers"),
    asks: oneOf("NEVER", "OPTIONAL", "REQUIRED"),
    /** JSON: [{id, name, isArchived}], in order. */
    reasons: json(),
    updatedAt: time(),
    ...edition(1),
  }),
  /** No row means "Branding is not found" (BRAND-03). */
  brandings: table({
    customerId: text().primary().references("customers"),
    id: text().unique(),
    hierarchyId: text(),
    customerName: text(),
    logoUrl: text().optional(),
    title: text().optional(),
    /** JSON: [{name, type: "object", value: {backgroundColor, fontColor, linkColor?}}]. */
    theme: json(),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
  /**
   * A customer's changes to one notification; without a row it has the defaults: enabled, with the standard template.
   * `templateType` is the tab's key (NOTIF-02), `name` as in LOG-18..LOG-23 with the product's prefix. `customTemplate`
   * is kept while `isCustom` is off (NOTIF-21).
   */
  notification_settings: table(
    {
      customerId: text().references("customers"),
      templateType: text(),
      name: text(),
      type: oneOf("EMAIL", "SMS"),
      enabled: bit(),
      isCustom: bit().default(0),
      customTemplate: text().optional(),
      updatedAt: time(),
      ...edition(1),
    },
    { primaryKey: ["customerId", "templateType", "name", "type"] },
  ),
  /**
   * One row per customer that changed either; without a row SMS is on and only English is enabled. The edition covers
   * only the global SMS switch: languages are only ever added.
   */
  notification_switches: table({
    customerId: text().primary().references("customers"),
    isGlobalSmsEnabled: bit(),
    /** JSON: keys of languages enabled in addition to those always shown (NOTIF-05, NOTIF-06). */
    enabledLanguages: json().default("[]"),
    updatedAt: time(),
    ...edition(0),
  }),
  /** Compliance and SMS alerts, each with its own edition; no row means create mode (COMP-02). */
  customer_settings: table({
    customerId: text().primary().references("customers"),
    id: text().unique(),
    hierarchyId: text(),
    /** Months. */
    candidatePiiRetentionPeriod: integer(),
    /** Months. */
    videoRetentionPeriod: integer(),
    /** JSON: [{channel, language, lastSentAt, recipients, threshold, type}] (SMS-13). */
    smsNotificationSettings: json().default("[]"),
    smsVersion: integer().default(0),
    smsChangedAt: time().optional(),
    smsChangedBy: text().optional(),
    tags: json().default("[]"),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
  sms_credits: table({
    customerId: text().primary().references("customers"),
    credits: integer().check("credits >= 0"),
    totalCredits: integer(),
    updatedAt: time(),
  }),
  sms_credit_purchases: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      purchaseAmount: integer().check("purchaseAmount > 0"),
      purchaseUserId: text(),
      purchaseUserEmail: text(),
      notes: text().optional(),
      purchasedAt: time(),
    },
    {
      indexes: {
        sms_credit_purchases_newest: "customerId, purchasedAt, id",
      },
    },
  ),
  /** A customer's own sender address; no row if not configured (MAIL-02). */
  email_domains: table({
    customerId: text().primary().references("customers"),
    displayName: text(),
    emailAddress: text(),
    isCustomizedEmailDomainEnabled: bit().default(0),
    verificationStatus: oneOf("PENDING", "SUCCESS", "FAILED", "TEMPORARY_FAILURE", "NOT_STARTED"),
    /** JSON: three strings. */
    dkimTokens: json(),
    verificationErrorType: text().optional(),
    /** Start of the current verification: creation or the last retry (MAIL-23). */
    verificationRequestedAt: time(),
    lastCheckedAt: time().optional(),
    retriedAt: time().optional(),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
};
