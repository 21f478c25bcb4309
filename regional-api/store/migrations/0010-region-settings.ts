import type { Migration } from "./migration";

/** Customer settings: single sign-on, branding, notifications, compliance, SMS, email domain. */
export const regionSettings: Migration = {
  number: 10,
  name: "region-settings",
  file: "region",
  sql: `
    CREATE TABLE sso_configs (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      id TEXT NOT NULL UNIQUE,
      hierarchyId TEXT NOT NULL,
      accountName TEXT NOT NULL COLLATE NOCASE UNIQUE,
      groupIds TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(groupIds)),
      enabled INTEGER NOT NULL,
      loginUrl TEXT NOT NULL,
      publicCertificates TEXT NOT NULL,
      userProvisionMode TEXT NOT NULL CHECK (userProvisionMode IN ('IN_TIME', 'BEFORE')),
      enabledCustomerIdAsUsernamePrefix INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE brandings (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      id TEXT NOT NULL UNIQUE,
      hierarchyId TEXT NOT NULL,
      customerName TEXT NOT NULL,
      logoUrl TEXT,
      title TEXT,
      theme TEXT NOT NULL CHECK (json_valid(theme)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE notification_settings (
      customerId TEXT NOT NULL REFERENCES customers (id),
      templateType TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('EMAIL', 'SMS')),
      enabled INTEGER NOT NULL,
      isCustom INTEGER NOT NULL DEFAULT 0,
      customTemplate TEXT,
      updatedAt INTEGER NOT NULL,
      PRIMARY KEY (customerId, templateType, name, type)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE notification_switches (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      isGlobalSmsEnabled INTEGER NOT NULL,
      enabledLanguages TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(enabledLanguages)),
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE customer_settings (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      id TEXT NOT NULL UNIQUE,
      hierarchyId TEXT NOT NULL,
      candidatePiiRetentionPeriod INTEGER NOT NULL,
      videoRetentionPeriod INTEGER NOT NULL,
      smsNotificationSettings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(smsNotificationSettings)),
      tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sms_credits (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      credits INTEGER NOT NULL CHECK (credits >= 0),
      totalCredits INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE sms_credit_purchases (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      purchaseAmount INTEGER NOT NULL CHECK (purchaseAmount > 0),
      purchaseUserId TEXT NOT NULL,
      purchaseUserEmail TEXT NOT NULL,
      notes TEXT,
      purchasedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sms_credit_purchases_newest ON sms_credit_purchases (customerId, purchasedAt, id);

    CREATE TABLE email_domains (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      displayName TEXT NOT NULL,
      emailAddress TEXT NOT NULL,
      isCustomizedEmailDomainEnabled INTEGER NOT NULL DEFAULT 0,
      verificationStatus TEXT NOT NULL CHECK (
        verificationStatus IN ('PENDING', 'SUCCESS', 'FAILED', 'TEMPORARY_FAILURE', 'NOT_STARTED')
      ),
      dkimTokens TEXT NOT NULL CHECK (json_valid(dkimTokens)),
      verificationErrorType TEXT,
      verificationRequestedAt INTEGER NOT NULL,
      lastCheckedAt INTEGER,
      retriedAt INTEGER,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
  `,
};
