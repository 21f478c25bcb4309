/** Validity of a password, in days (USER-06). */
const validDays = 60;
const dayMs = 24 * 3_600_000;

type PasswordDates = { lastPasswordUpdatedAt: string | null; createdAt: string; hasPassword: boolean };

/** Whole days since a password was set, or the account created, and days left (USER-06, USER-45). */
export type PasswordAge = {
  age: number;
  /** 0 or less is displayed as expired; signing in still works (USER-87). */
  daysLeft: number;
};

/**
 * Age of a user's password; null for accounts with single sign-on only. Those have no password, so its age, lock and
 * second factor do not apply (USER-121).
 */
export function passwordOf(
  { lastPasswordUpdatedAt, createdAt, hasPassword }: PasswordDates,
  now: number,
): PasswordAge | null {
  if (!hasPassword) return null;
  const age = Math.max(0, Math.floor((now - Date.parse(lastPasswordUpdatedAt ?? createdAt)) / dayMs));
  return { age, daysLeft: validDays - age };
}
