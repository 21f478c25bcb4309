import type { Bit, EditionColumns, Optional } from "./columns";

/** A customer's single sign-on; no row means not set up (SSO-03). */
interface SsoConfigTable extends EditionColumns {
  customerId: string;
  id: string;
  hierarchyId: string;
  /** Compared without case, unique within the file; over all regions the API checks (SSO-34). */
  accountName: string;
  /** JSON: string[]. */
  groupIds: Optional<string>;
  enabled: Bit;
  loginUrl: string;
  /** One certificate, Base64 or PEM. */
  publicCertificates: string;
  userProvisionMode: "IN_TIME" | "BEFORE";
  enabledCustomerIdAsUsernamePrefix: Optional<Bit>;
  /**
   * The identity provider's name for itself: the issuer of the first assertion accepted since the configuration was
   * saved. Nobody types it in, and no other issuer is accepted afterwards.
   */
  idpIssuer: Optional<string | null>;
  /** Another one with every identity provider that people have to confirm (SSO-42). */
  providerId: Optional<string>;
  createdAt: number;
  updatedAt: number;
}

export type SsoRefusal =
  "SIGNATURE" | "TIME" | "AUDIENCE" | "ISSUER" | "CLAIMS" | "PROVIDER" | "ACCOUNT" | "OTHER";

/** The last refused sign-in of a customer since the last one that was right. */
interface SsoRefusalTable {
  customerId: string;
  reason: SsoRefusal;
  refusedAt: number;
}

/** An account that its owner connected with an identity provider. */
interface SsoLinkTable {
  userId: string;
  providerId: string;
  linkedAt: number;
}

/** No row means "Branding is not found" (BRAND-03). */
interface BrandingTable extends EditionColumns {
  customerId: string;
  id: string;
  hierarchyId: string;
  customerName: string;
  logoUrl: string | null;
  title: string | null;
  /** JSON: [{name, type: "object", value: {backgroundColor, fontColor, linkColor?}}]. */
  theme: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * What a customer changed about one notification; an entry without a row is as delivered: enabled,
 * with the standard template. `templateType` is the tab's key (NOTIF-02), `name` as in LOG-18..LOG-23
 * with the product's prefix. `customTemplate` is kept while `isCustom` is off (NOTIF-21).
 */
interface NotificationSettingTable extends EditionColumns {
  customerId: string;
  templateType: string;
  name: string;
  type: "EMAIL" | "SMS";
  enabled: Bit;
  isCustom: Optional<Bit>;
  customTemplate: string | null;
  updatedAt: number;
}

/**
 * One row per customer that changed either; without a row SMS is on and only English is enabled. The edition is of
 * the switch over all SMS: languages are only ever added.
 */
interface NotificationSwitchTable extends EditionColumns {
  customerId: string;
  isGlobalSmsEnabled: Bit;
  /** JSON: keys of the languages enabled beside the always shown ones (NOTIF-05, NOTIF-06). */
  enabledLanguages: Optional<string>;
  updatedAt: number;
}

/** Compliance and SMS alerts, each with an edition of its own; no row means create mode (COMP-02). */
interface CustomerSettingTable extends EditionColumns {
  customerId: string;
  id: string;
  hierarchyId: string;
  /** Months. */
  candidatePiiRetentionPeriod: number;
  /** Months. */
  videoRetentionPeriod: number;
  /** JSON: [{channel, language, lastSentAt, recipients, threshold, type}] (SMS-13). */
  smsNotificationSettings: Optional<string>;
  smsVersion: Optional<number>;
  smsChangedAt: Optional<number | null>;
  smsChangedBy: Optional<string | null>;
  tags: Optional<string>;
  createdAt: number;
  updatedAt: number;
}

interface SmsCreditTable {
  customerId: string;
  credits: number;
  totalCredits: number;
  updatedAt: number;
}

interface SmsCreditPurchaseTable {
  id: string;
  customerId: string;
  purchaseAmount: number;
  purchaseUserId: string;
  purchaseUserEmail: string;
  notes: string | null;
  purchasedAt: number;
}

/** A customer's own sender address; no row means nothing configured (MAIL-02). */
interface EmailDomainTable extends EditionColumns {
  customerId: string;
  displayName: string;
  emailAddress: string;
  isCustomizedEmailDomainEnabled: Optional<Bit>;
  verificationStatus: "PENDING" | "SUCCESS" | "FAILED" | "TEMPORARY_FAILURE" | "NOT_STARTED";
  /** JSON: three strings. */
  dkimTokens: string;
  verificationErrorType: string | null;
  /** When the running verification was asked for: at creation or the last retry (MAIL-23). */
  verificationRequestedAt: number;
  lastCheckedAt: number | null;
  retriedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface SettingsTables {
  sso_configs: SsoConfigTable;
  sso_links: SsoLinkTable;
  sso_refusals: SsoRefusalTable;
  brandings: BrandingTable;
  notification_settings: NotificationSettingTable;
  notification_switches: NotificationSwitchTable;
  customer_settings: CustomerSettingTable;
  sms_credits: SmsCreditTable;
  sms_credit_purchases: SmsCreditPurchaseTable;
  email_domains: EmailDomainTable;
}
