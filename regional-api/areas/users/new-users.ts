/** Creates a user from the form or from a row of an upload, which creates many in one transaction. */
import { conflict, invalid } from "../../core/errors";
import { newId } from "../../core/ids";
import { newUserMail } from "../notifications/mails";
import { hashPassword } from "../../core/passwords";
import { temporaryPassword, type NewUser } from "./users.rules";
import { mapConcurrently } from "../../store/sequential";
import type { Reader, Writer } from "../../store/engine";
import { groupAmong } from "../permissions/group-grants.store";
import { isNotificationOn } from "../notifications/notification-settings.store";
import { sendCustomerMail } from "../notifications/sent-mails.store";
import { findUserByEmail, insertUser } from "./users.store";
import type { CustomerCall } from "../../core/access";
import { requireGroups } from "../permissions/rights";

/** A new user's password and the hash to store. */
export interface FirstPassword {
  readonly text: string;
  readonly hash: string;
}

/** Generates a password. Call before the transaction: hashing takes about 20 ms on another thread. */
export async function firstPassword(): Promise<FirstPassword> {
  const text = temporaryPassword();
  return { text, hash: await hashPassword(text) };
}

/** True if a user of the region, archived or not, has the email (lowercase) (USER-79). */
export const isEmailTaken = async (db: Reader, email: string): Promise<boolean> =>
  (await findUserByEmail(db, email)) !== undefined;

/** True if the customer mails new users their password (NOTIF-32); otherwise they use a reset link. */
export const isAccountMailOn = (db: Reader, customerId: string): Promise<boolean> =>
  isNotificationOn(db, customerId, { name: "CREATE_NEW_USER", type: "EMAIL" });

/** True if the customer's users can request a reset link by mail (NOTIF-32). */
export const isResetMailOn = (db: Reader, customerId: string): Promise<boolean> =>
  isNotificationOn(db, customerId, { name: "EMAIL_RESET_PASSWORD", type: "EMAIL" });

/** Throws for groups that the caller may not add users to, and for archived ones (GRP-53, USER-64). */
export async function requireGroupsToJoin(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await requireGroups(call, groupIds);
  const groups = await mapConcurrently(groupIds, (id) => groupAmong(call.ctx.db, id));
  if (groups.some((group) => group?.archivedAt !== null)) throw invalid("Please select active groups");
}

export interface PreparedUser {
  /** Result of `checkNewUser` in areas/users/users.rules.ts. */
  readonly user: NewUser;
  /** Checked by `requireGroupsToJoin`, once for all rows. */
  readonly groupIds: readonly string[];
  readonly hierarchyId: string;
  readonly password: FirstPassword;
  /** True if the first sign-in requires a new password (USER-80, UPLOAD-27). */
  readonly mustChangePassword: boolean;
  readonly mfaEnabled: boolean;
  readonly notes: string | null;
}

/**
 * Creates a user with the account mail and the audit entry. Throws a conflict with "existing" in its message
 * if the email is taken (USER-77, USER-79). Call inside a transaction.
 */
export async function makeUser(
  { ctx, caller, customer }: CustomerCall<Writer>,
  { user, groupIds, hierarchyId, password, mustChangePassword, mfaEnabled, notes }: PreparedUser,
): Promise<{
  id: string;
  email: string;
  createdAt: number;
  isMailSent: boolean;
  isResetMailOn: boolean;
}> {
  const { db, now } = ctx;
  if (await isEmailTaken(db, user.email)) throw conflict("An existing user has this email");
  const id = newId(now);
  const { email } = user;
  const own = [...new Set(groupIds)];
  await insertUser(
    db,
    {
      ...user,
      id,
      organizationId: customer.organizationId,
      customerId: customer.id,
      hierarchyId,
      source: "LOCAL",
      userType: "END_USER",
      username: email,
      passwordHash: password.hash,
      mustChangePassword: mustChangePassword ? 1 : 0,
      lastPasswordUpdatedAt: null,
      mfaEnabled: mfaEnabled ? 1 : 0,
      mfaMethod: mfaEnabled ? "Email" : null,
      notes,
      defaultCustomerId: customer.id,
      lastActive: null,
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
      changedAt: now,
      changedBy: caller.user.id,
    },
    own,
  );
  const signInUrl = `${ctx.config.consoleOrigin}/login`;
  const mail = newUserMail({
    firstName: user.firstName,
    email,
    password: password.text,
    signInUrl,
    mustChangePassword,
  });
  const isMailSent = await isAccountMailOn(db, customer.id);
  if (isMailSent) await sendCustomerMail(db, { ...mail, to: email, customerId: customer.id }, now);
  return { id, email, createdAt: now, isMailSent, isResetMailOn: await isResetMailOn(db, customer.id) };
}
