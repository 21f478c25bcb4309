import { bit, bytes, edition, integer, json, oneOf, sequence, table, text, time } from "./columns";

export type SsoRefusal =
  "SIGNATURE" | "TIME" | "AUDIENCE" | "ISSUER" | "CLAIMS" | "PROVIDER" | "ACCOUNT" | "OTHER";
type SsoAttemptResult = "SIGNED_IN" | "CODE_MAILED" | "REFUSED";

type NameIdFormat = "EMAIL" | "PERSISTENT" | "TRANSIENT" | "UNSPECIFIED";

export const settingsTables = {
  /** A customer's single sign-on; no row means not set up (SSO-03). */
  sso_configs: table({
    customerId: text().primary().references("customers"),
    id: text().unique(),
    hierarchyId: text(),
    /** Compared without case, unique within the file; over all regions the API checks (SSO-34). */
    accountName: text().uniqueIgnoringCase(),
    /** JSON: string[]. */
    groupIds: json().default("[]"),
    enabled: bit(),
    loginUrl: text(),
    /** One certificate, Base64 or PEM. */
    publicCertificates: text(),
    userProvisionMode: oneOf("IN_TIME", "BEFORE"),
    enabledCustomerIdAsUsernamePrefix: bit().default(0),
    /**
     * The identity provider's name for itself: the issuer of the first assertion accepted since the configuration was
     * saved, where that does not name it. No other issuer is accepted afterwards.
     */
    idpIssuer: text().optional(),
    /** The identity provider's name for itself, where somebody entered it. */
    idpEntityId: text().optional(),
    /** What the identity provider is asked to name people by. */
    nameIdFormat: text<NameIdFormat>().default("EMAIL"),
    /** Another one with every identity provider that people have to confirm (SSO-42). */
    providerId: text().default(""),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
  /** An account that its owner connected with an identity provider. */
  sso_links: table(
    {
      userId: text(),
      providerId: text(),
      linkedAt: time(),
    },
    { primaryKey: ["userId", "providerId"] },
  ),
  /** The last refused sign-in of a customer since the last one that was right. */
  sso_refusals: table(
    {
      customerId: text().primary(),
      reason: text<SsoRefusal>(),
      refusedAt: time(),
    },
    { hasRowid: false },
  ),
  /** A sign-in that somebody tries, with the settings that it is tried with. */
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
      /** Given to the browser that brings the answer, and known to nobody before. */
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
  /** The settings of a customer whose test passed last: a digest of what an identity provider is told by. */
  sso_passes: table({ customerId: text().primary(), digest: bytes(), passedAt: time() }, { hasRowid: false }),
  /** Attempts to sign in, for 90 days; of refused ones there are some a minute at most, since anybody can make one. */
  sso_attempts: table(
    {
      seq: sequence(),
      customerId: text(),
      attemptedAt: time(),
      /** The most of it hidden; null of an answer that proves nobody's. */
      email: text().optional(),
      result: text<SsoAttemptResult>(),
      reason: text<SsoRefusal>().optional(),
      /** How far the identity provider's clock is ahead, where that is why: behind is less than 0. */
      minutesOff: integer().optional(),
    },
    {
      indexes: {
        sso_attempts_customer: "customerId, attemptedAt, seq",
        sso_attempts_time: "attemptedAt",
      },
    },
  ),
  /** Who of a customer must have an authenticator app; no row means nobody (MFA-06). */
  sign_in_policies: table({
    customerId: text().primary().references("customers"),
    asks: oneOf("NOBODY", "GROUPS", "EVERYBODY"),
    /** JSON: string[]; of GROUPS. */
    groupIds: json().default("[]"),
    /** The beginning of the UTC day from which on they must. */
    fromDay: time().optional(),
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
   * What a customer changed about one notification; an entry without a row is as delivered: enabled,
   * with the standard template. `templateType` is the tab's key (NOTIF-02), `name` as in LOG-18..LOG-23
   * with the product's prefix. `customTemplate` is kept while `isCustom` is off (NOTIF-21).
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
   * One row per customer that changed either; without a row SMS is on and only English is enabled. The edition is of
   * the switch over all SMS: languages are only ever added.
   */
  notification_switches: table({
    customerId: text().primary().references("customers"),
    isGlobalSmsEnabled: bit(),
    /** JSON: keys of the languages enabled beside the always shown ones (NOTIF-05, NOTIF-06). */
    enabledLanguages: json().default("[]"),
    updatedAt: time(),
    ...edition(0),
  }),
  /** Compliance and SMS alerts, each with an edition of its own; no row means create mode (COMP-02). */
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
  /** A customer's own sender address; no row means nothing configured (MAIL-02). */
  email_domains: table({
    customerId: text().primary().references("customers"),
    displayName: text(),
    emailAddress: text(),
    isCustomizedEmailDomainEnabled: bit().default(0),
    verificationStatus: oneOf("PENDING", "SUCCESS", "FAILED", "TEMPORARY_FAILURE", "NOT_STARTED"),
    /** JSON: three strings. */
    dkimTokens: json(),
    verificationErrorType: text().optional(),
    /** When the running verification was asked for: at creation or the last retry (MAIL-23). */
    verificationRequestedAt: time(),
    lastCheckedAt: time().optional(),
    retriedAt: time().optional(),
    createdAt: time(),
    updatedAt: time(),
    ...edition(1),
  }),
};
