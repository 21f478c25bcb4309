/** Whose account an identity is, and who may use single sign-on at all. */
import { z } from "zod/v4";
import { newId } from "../../core/ids";
import { Grants, parseStatements } from "../../core/policy";
import type { Identity } from "./saml";
import { checkNewUser } from "../users/users.rules";
import { staysWithin } from "../permissions/rights";
import { recordMade, type Occasion } from "../../core/record";
import { userKind } from "../../core/users.record";
import type { Reader, Writer } from "../../store/engine";
import { findGroup } from "../permissions/group-grants.store";
import { isLocked } from "../auth/login-attempts.store";
import type { NewRow, Row } from "../../store/tables";
import type { SsoConfig } from "./sso-configs.store";
import { accountsWithEmail, findUser, normalizeEmail, statementTextsOf } from "../../core/users.store";
import { insertUser } from "../users/users.store";

type User = Row<"users">;

/**
 * Whether an account may be entered through its customer's identity provider. Whoever runs that could name anybody, so
 * it opens no account that reaches further than the customer: not the provider's own staff, and nobody whose groups, as
 * they are now, grant something elsewhere.
 */
export function isOpenToSso(db: Reader, user: User, policyPrefix: string): boolean {
  if (user.archivedAt !== null || user.userType === "INTERNAL") return false;
  const statements = statementTextsOf(db, user.id).flatMap(parseStatements);
  return new Grants(statements, policyPrefix).staysWithin(user.customerId);
}

/**
 * Whether an account with a password is locked, which holds for this way in, too (AUTH-93). One without a password has
 * nothing to guess: else anybody who knows its email could keep its owner out.
 */
export const isLockedToSso = (db: Reader, user: User, now: number): boolean =>
  user.passwordHash !== null && isLocked(db, { awsRegion: db.awsRegion, email: user.email }, now);

/** The first sign-in makes the account, in the default groups that still exist and stay within the customer (AUTH-80). */
function createAccount(
  db: Writer,
  customer: Row<"customer_directory">,
  config: SsoConfig,
  identity: Identity,
  occasion: Occasion,
  policyPrefix: string,
): User | undefined {
  const { now } = occasion;
  const { email: given, firstName: first, lastName: last } = identity;
  // An identity provider may not make what the create form would refuse (USER-66..USER-69).
  const person = checkNewUser({ email: given, firstName: first, lastName: last });
  if (!("user" in person)) return undefined;
  const { email, firstName, lastName } = person.user;
  const id = newId(now);
  const row: NewRow<"users"> = {
    id,
    organizationId: customer.organizationId,
    customerId: customer.id,
    hierarchyId: customer.rootHierarchyId,
    source: "SSO",
    userType: "END_USER",
    username: config.enabledCustomerIdAsUsernamePrefix ? `${customer.id}:${email}` : email,
    email,
    firstName,
    lastName,
    phoneNumber: null,
    passwordHash: null,
    lastPasswordUpdatedAt: null,
    mfaMethod: null,
    notes: null,
    defaultCustomerId: customer.id,
    lastActive: null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  const groupIds = z
    .array(z.string())
    .parse(JSON.parse(config.groupIds))
    .filter((groupId) => {
      const group = findGroup(db, groupId);
      const isActive = group?.customerId === customer.id && group.archivedAt === null;
      return isActive && staysWithin(db, groupId, customer, policyPrefix);
    });
  insertUser(db, row, groupIds);
  recordMade(db, occasion, { operation: "sign-in", details: { by: "SSO" } }, userKind, [id]);
  return findUser(db, id);
}

/**
 * The account of a proven identity at its customer, made now when the configuration says so. "unknown" is somebody who
 * has none there and may have none: an email of another customer is not taken over. "incomplete" lacks usable claims.
 */
export function accountOf(
  db: Writer,
  customer: Row<"customer_directory">,
  config: SsoConfig,
  identity: Identity,
  occasion: Occasion,
  policyPrefix: string,
): { user: User; isNew: boolean } | "unknown" | "incomplete" {
  if (identity.email === undefined) return "incomplete";
  const accounts = accountsWithEmail(db, normalizeEmail(identity.email));
  const own = accounts.find(
    (account) => account.customerId === customer.id && account.awsRegion === customer.awsRegion,
  );
  if (own) {
    const user = findUser(db, own.id);
    return user && isOpenToSso(db, user, policyPrefix) ? { user, isNew: false } : "unknown";
  }
  if (accounts.length > 0 || config.userProvisionMode === "BEFORE") return "unknown";
  const user = createAccount(db, customer, config, identity, occasion, policyPrefix);
  return user ? { user, isNew: true } : "incomplete";
}
