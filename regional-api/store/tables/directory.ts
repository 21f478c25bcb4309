import type { AwsRegion } from "../../../shared/regions";
import { bit, bytes, edition, integer, json, oneOf, table, text, time } from "./columns";

export const directoryTables = {
  organizations: table(
    {
      id: text().primary(),
      uniqueName: text().uniqueIgnoringCase(),
      displayName: text(),
      tags: text().default("[]"),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(0),
    },
    {
      indexes: {
        organizations_created: "createdAt DESC, id DESC",
      },
    },
  ),
  /** One row per customer of any region, archived ones included: keeps account names unique (CUST-43). */
  customer_directory: table(
    {
      id: text().primary(),
      organizationId: text().references("organizations"),
      uniqueName: text().uniqueIgnoringCase(),
      displayName: text(),
      awsRegion: text<AwsRegion>(),
      rootHierarchyId: text(),
      createdAt: time(),
      archivedAt: time().optional(),
    },
    {
      indexes: {
        customer_directory_active: "displayName, id WHERE archivedAt IS NULL",
        customer_directory_organization: "organizationId, displayName, id WHERE archivedAt IS NULL",
      },
    },
  ),
  /** One row per user of any region; `email` is lower case and unique within a region (USER-79). */
  user_directory: table(
    {
      id: text().primary(),
      email: text(),
      awsRegion: text<AwsRegion>(),
      organizationId: text(),
      customerId: text(),
      archivedAt: time().optional(),
    },
    {
      indexes: {
        user_directory_email: "UNIQUE (email, awsRegion)",
      },
    },
  ),
  /** The customers a user was given (SESS-24), over all regions. */
  user_customers: table(
    {
      userId: text(),
      customerId: text(),
    },
    { primaryKey: ["userId", "customerId"] },
  ),
  sessions: table(
    {
      id: text().primary(),
      userId: text(),
      /** The region whose file holds the user. */
      awsRegion: text<AwsRegion>(),
      csrfToken: text(),
      createdAt: time(),
      /** The absolute end, however often the tokens are refreshed. */
      expiresAt: time(),
      revokedAt: time().optional(),
      /** Where it began, without the last part of the address. */
      network: text().optional(),
      /** The User-Agent that it began with, its first 300 characters. */
      browser: text().check("length(browser) <= 300").optional(),
      /** Whether it began by single sign-on. */
      isBySso: bit().check("isBySso IN (0, 1)").default(0),
    },
    {
      indexes: {
        sessions_user: "userId",
        sessions_expiry: "expiresAt",
        sessions_by_sso: "userId, id WHERE isBySso = 1 AND revokedAt IS NULL",
      },
    },
  ),
  /** Access and refresh tokens of a session, by SHA-256; the session is the refresh tokens' family. */
  session_tokens: table(
    {
      hash: bytes().primary(),
      sessionId: text().references("sessions", "CASCADE"),
      kind: oneOf("access", "refresh"),
      createdAt: time(),
      expiresAt: time(),
      /** Refresh tokens: when it was exchanged, and its successors sealed with the token itself. */
      rotatedAt: time().optional(),
      successor: bytes().optional(),
      /** When it was first shown, which proves that it arrived. */
      usedAt: time().optional(),
    },
    {
      indexes: {
        session_tokens_session: "sessionId",
        session_tokens_expiry: "expiresAt",
        session_tokens_rotated: "rotatedAt WHERE successor IS NOT NULL",
      },
    },
  ),
  /** Browsers that need no one-time code until `expiresAt` (AUTH-25). */
  remembered_devices: table(
    {
      tokenHash: bytes(),
      userId: text(),
      createdAt: time(),
      expiresAt: time(),
      /** The last sign-in that needed no code because of it. */
      lastUsedAt: time().optional(),
    },
    {
      primaryKey: ["tokenHash", "userId"],
      indexes: {
        remembered_devices_user: "userId",
        remembered_devices_expiry: "expiresAt",
      },
    },
  ),
  /**
   * Wrong passwords in a row, by region and lower-case email, whether or not an account exists.
   * `lockedUntil` in the future means locked (AUTH-16); unlocking deletes the row.
   */
  login_attempts: table(
    {
      awsRegion: text<AwsRegion>(),
      email: text(),
      failures: integer(),
      /** Wrong codes, which a right password does not clear (AUTH-87). */
      codeFailures: integer().default(0),
      lockedUntil: time().optional(),
      updatedAt: time(),
    },
    {
      primaryKey: ["awsRegion", "email"],
      indexes: {
        login_attempts_updated: "updatedAt",
      },
    },
  ),
  /** MFA codes, password reset links and SSO exchange codes, by SHA-256. */
  one_time_codes: table(
    {
      id: text().primary(),
      purpose: oneOf("MFA", "PASSWORD_RESET", "SSO"),
      codeHash: bytes(),
      userId: text(),
      awsRegion: text<AwsRegion>(),
      attempts: integer().default(0),
      data: text().default("{}"),
      createdAt: time(),
      expiresAt: time(),
      usedAt: time().optional(),
    },
    {
      indexes: {
        one_time_codes_hash: "purpose, codeHash",
        one_time_codes_user: "userId, purpose, createdAt",
        one_time_codes_expiry: "expiresAt",
      },
    },
  ),
  /** A sign-in begun, by the id its SAML request carries; answered at most once. */
  sso_requests: table(
    {
      id: text().primary(),
      awsRegion: text<AwsRegion>(),
      customerId: text(),
      /** SHA-256 of what the browser that began holds. */
      stateHash: bytes(),
      redirect: text(),
      createdAt: time(),
      expiresAt: time(),
      usedAt: time().optional(),
    },
    {
      hasRowid: false,
      indexes: {
        sso_requests_expiry: "expiresAt",
      },
    },
  ),
  /** Assertions that were accepted, for as long as they could be sent again. */
  sso_assertions: table(
    {
      customerId: text(),
      id: text(),
      expiresAt: time(),
    },
    {
      primaryKey: ["customerId", "id"],
      indexes: {
        sso_assertions_expiry: "expiresAt",
      },
    },
  ),
  /** Failures for one email by where they came from; `source` is a digest. */
  sign_in_sources: table(
    {
      awsRegion: text<AwsRegion>(),
      email: text(),
      source: bytes(),
      failures: integer(),
      /** How often it was made to wait; each time it is longer. */
      strikes: integer(),
      refusedUntil: time().optional(),
      updatedAt: time(),
    },
    {
      primaryKey: ["awsRegion", "email", "source"],
      indexes: {
        sign_in_sources_updated: "updatedAt",
      },
    },
  ),
  /** Browsers in which people have signed in, by the SHA-256 of a token that each browser has (MFA-10). */
  known_browsers: table(
    { tokenHash: bytes(), userId: text(), createdAt: time(), expiresAt: time() },
    {
      primaryKey: ["tokenHash", "userId"],
      indexes: { known_browsers_user: "userId", known_browsers_expiry: "expiresAt" },
    },
  ),
  /** Links of the mails about a new browser, by SHA-256; one that was used is gone. */
  sign_in_links: table(
    {
      linkHash: bytes().primary(),
      userId: text(),
      awsRegion: text<AwsRegion>(),
      createdAt: time(),
      expiresAt: time(),
    },
    { indexes: { sign_in_links_user: "userId", sign_in_links_expiry: "expiresAt" } },
  ),
  /** Passkeys of users of any region, by the credential's id (MFA-09). */
  passkeys: table(
    {
      id: text().primary(),
      userId: text(),
      name: text(),
      publicKey: bytes(),
      /** What the authenticator counted at the last sign-in; 0 of one that does not count. */
      counter: integer(),
      /** JSON: string[]; how a browser reaches it. */
      transports: json().default("[]"),
      createdAt: time(),
      lastUsedAt: time().optional(),
    },
    { indexes: { passkeys_user: "userId, createdAt" } },
  ),
  /** Of the passkey that somebody is adding: one a person, for the session that asked. */
  passkey_challenges: table({
    userId: text().primary(),
    sessionId: text(),
    challenge: text(),
    expiresAt: time(),
  }),
  /** Authenticator apps, one of a user of any region; it counts once it is confirmed (MFA-02). */
  authenticators: table({
    userId: text().primary(),
    /** Sealed for the user (core/sealed.ts). */
    secret: bytes(),
    /** Which of the settings' secrets it was sealed with. */
    keyId: text(),
    createdAt: time(),
    confirmedAt: time().optional(),
    /** The last step of time whose code was taken: neither it nor an earlier one is taken again (MFA-05). */
    lastStep: integer().default(0),
    /** Wrong codes since the last right one, and when the first of a day was entered. */
    wrongTries: integer().default(0),
    wrongSince: time().optional(),
    /** JSON: SHA-256 of the recovery codes that are left, as Base64url. */
    recoveryCodes: json().default("[]"),
  }),
};
