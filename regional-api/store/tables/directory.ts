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
  /** One row per customer of any region, archived ones included. Keeps account names unique (CUST-43). */
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
  /** The customers that a user is assigned to (SESS-24), in all regions. */
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
      /** Region of the database that holds the user. */
      awsRegion: text<AwsRegion>(),
      csrfToken: text(),
      createdAt: time(),
      /** Time when the session ends, regardless of token refreshes. */
      expiresAt: time(),
      revokedAt: time().optional(),
      /** Network of the client's address at the start. */
      network: text().optional(),
      /** First 300 characters of the User-Agent at the start. */
      browser: text().check("length(browser) <= 300").optional(),
      /** 1 if the session was started by single sign-on. */
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
  /** A session's access and refresh tokens, by SHA-256; the session is the family of its refresh tokens. */
  session_tokens: table(
    {
      hash: bytes().primary(),
      sessionId: text().references("sessions", "CASCADE"),
      kind: oneOf("access", "refresh"),
      createdAt: time(),
      expiresAt: time(),
      /** For refresh tokens: time of exchange, and the new tokens, encrypted with the old token. */
      rotatedAt: time().optional(),
      successor: bytes().optional(),
      /** Time of first use, which proves that the client received the token. */
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
      /** The last sign-in that skipped the code because of this browser. */
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
   * Consecutive wrong passwords by region and lower-case email, whether or not the account exists. The email
   * is locked while `lockedUntil` is in the future (AUTH-16); unlocking deletes the row.
   */
  login_attempts: table(
    {
      awsRegion: text<AwsRegion>(),
      email: text(),
      failures: integer(),
      /** Wrong codes; a correct password does not reset them (AUTH-87). */
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
  /** A started sign-in, by the id of its SAML request, which can be answered once. */
  sso_requests: table(
    {
      id: text().primary(),
      awsRegion: text<AwsRegion>(),
      customerId: text(),
      /** SHA-256 of the browser's state cookie. */
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
  /** Accepted assertions, kept for as long as they could be replayed. */
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
  /** Failures for an email by source; `source` is a digest. */
  sign_in_sources: table(
    {
      awsRegion: text<AwsRegion>(),
      email: text(),
      source: bytes(),
      failures: integer(),
      /** Number of waits imposed so far; each is longer than the last. */
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
  /** Browsers in which users have signed in, by the SHA-256 of the browser's token (MFA-10). */
  known_browsers: table(
    { tokenHash: bytes(), userId: text(), createdAt: time(), expiresAt: time() },
    {
      primaryKey: ["tokenHash", "userId"],
      indexes: { known_browsers_user: "userId", known_browsers_expiry: "expiresAt" },
    },
  ),
  /** Links in mails about a new browser, by SHA-256; deleted when used. */
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
      /** The authenticator's signature counter at the last sign-in; 0 if it has none. */
      counter: integer(),
      /** JSON: string[], the transports by which browsers can reach the authenticator. */
      transports: json().default("[]"),
      createdAt: time(),
      lastUsedAt: time().optional(),
    },
    { indexes: { passkeys_user: "userId, createdAt" } },
  ),
  /** Challenge for a passkey being added; one per user, for the session that requested it. */
  passkey_challenges: table({
    userId: text().primary(),
    sessionId: text(),
    challenge: text(),
    expiresAt: time(),
  }),
  /** Authenticator apps, one per user of any region; valid once confirmed (MFA-02). */
  authenticators: table({
    userId: text().primary(),
    /** Encrypted for the user (core/sealed.ts). */
    secret: bytes(),
    /** Id of the configured secret that encrypts this one. */
    keyId: text(),
    createdAt: time(),
    confirmedAt: time().optional(),
    /** Last time step with an accepted code. Codes of this step and earlier ones are refused (MFA-05). */
    lastStep: integer().default(0),
    /** Wrong codes since the last correct one, and the time of the first within a day. */
    wrongTries: integer().default(0),
    wrongSince: time().optional(),
    /** JSON: SHA-256 of the remaining recovery codes, as Base64url. */
    recoveryCodes: json().default("[]"),
  }),
};
