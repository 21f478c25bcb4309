/** Maps an identity to its account, and decides which accounts may use single sign-on. */
import { mapConcurrently } from "../../store/sequential";
import { z } from "zod/v4";
import { newId } from "../../core/ids";
import { isLimitedToCustomer } from "../../core/caller";
import type { Identity } from "./saml";
import { provisionedUser } from "../users/users.rules";
import { staysWithin } from "../permissions/rights";
import { recordMade, type Occasion } from "../../core/record";
import { userKind } from "../../core/users.record";
import type { Reader, Writer } from "../../store/engine";
import { groupAmong } from "../permissions/group-grants.store";
import { isLocked } from "../auth/login-attempts.store";
import type { Row } from "../../store/tables";
import type { SsoConfig } from "./sso-configs.store";
import { accountsWithEmail, findUser, normalizeEmail } from "../../core/users.store";
import { insertUser, type UserToAdd } from "../users/users.store";

type User = Row<"users">;

/**
 * True if an account may be signed in to through its customer's identity provider. The provider's operator
 * can assert any identity, so accounts with rights beyond the customer are excluded: staff of the product's
 * provider, and users whose current groups grant something elsewhere.
 */
export async function isOpenToSso(db: Reader, user: User, policyPrefix: string): Promise<boolean> {
  if (user.archivedAt !== null || user.userType === "INTERNAL") return false;
  return isLimitedToCustomer(db, user, policyPrefix);
}

/**
 * True if an account with a password is locked, which also blocks single sign-on (AUTH-93). An account
 * without a password has nothing to guess, and a lock would let anyone who knows its email keep its owner
 * out.
 */
export const isLockedToSso = async (db: Reader, user: User, now: number): Promise<boolean> =>
  user.passwordHash !== null && (await isLocked(db, user.email, now));

/**
 * Returns the groups for an account created at its first sign-in: the default groups that are active and stay
 * within the customer (AUTH-80).
 */
export async function newcomerGroups(
  db: Reader,
  customer: Pick<Row<"customer_directory">, "id">,
  { groupIds }: Pick<SsoConfig, "groupIds">,
  policyPrefix: string,
): Promise<string[]> {
  const given = await mapConcurrently(z.array(z.string()).parse(JSON.parse(groupIds)), async (groupId) => {
    const group = await groupAmong(db, groupId);
    const isActive = group?.customerId === customer.id && group.archivedAt === null;
    return isActive && (await staysWithin(db, groupId, customer, policyPrefix)) ? [groupId] : [];
  });
  return given.flat();
}

/** Creates the account at the first sign-in. */
async function createAccount(
  db: Writer,
  customer: Row<"customer_directory">,
  config: SsoConfig,
  identity: Identity,
  occasion: Occasion,
  policyPrefix: string,
): Promise<User | undefined> {
  const { now } = occasion;
  const person = provisionedUser(identity);
  if (!person) return undefined;
  const { email, firstName, lastName } = person;
  const id = newId(now);
  const row: UserToAdd = {
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
  await insertUser(db, row, await newcomerGroups(db, customer, config, policyPrefix));
  await recordMade(db, occasion, { operation: "sign-in", details: { by: "SSO" } }, userKind, [id]);
  return findUser(db, id);
}

/**
 * Returns the account of a verified identity at its customer, creating it if the configuration allows.
 * "unknown" if there is none and none may be created, e.g. because the email belongs to another customer.
 * "incomplete" without usable claims.
 */
export async function accountOf(
  db: Writer,
  customer: Row<"customer_directory">,
  config: SsoConfig,
  identity: Identity,
  occasion: Occasion,
  policyPrefix: string,
): Promise<{ user: User; isNew: boolean } | "unknown" | "incomplete"> {
  if (identity.email === undefined) return "incomplete";
  const accounts = await accountsWithEmail(db, normalizeEmail(identity.email));
  const own = accounts.find(
    (account) => account.customerId === customer.id && account.awsRegion === customer.awsRegion,
  );
  if (own) {
    const user = await findUser(db, own.id);
    return user && (await isOpenToSso(db, user, policyPrefix)) ? { user, isNew: false } : "unknown";
  }
  if (accounts.length > 0 || config.userProvisionMode === "BEFORE") return "unknown";
  const user = await createAccount(db, customer, config, identity, occasion, policyPrefix);
  return user ? { user, isNew: true } : "incomplete";
}
