/** How long a password is meant to last (USER-06). */
const validDays = 60;
const dayMs = 24 * 3_600_000;

type Dated = { lastPasswordUpdatedAt: string | null; createdAt: string; hasPassword: boolean };

/** Of a password: the whole days since it was set, or the account made, and how many are left (USER-06, USER-45). */
export type PasswordAge = {
  age: number;
  /** 0 or less is shown as expired, and still signs in (USER-87). */
  daysLeft: number;
};

/**
 * How old somebody's password is; null of an account that signs in by single sign-on alone. It has none, and whatever else is
 * about a password says nothing of it: its age, its lock, the code beside it (USER-121).
 */
export function passwordOf(
  { lastPasswordUpdatedAt, createdAt, hasPassword }: Dated,
  now: number,
): PasswordAge | null {
  if (!hasPassword) return null;
  const age = Math.max(0, Math.floor((now - Date.parse(lastPasswordUpdatedAt ?? createdAt)) / dayMs));
  return { age, daysLeft: validDays - age };
}
