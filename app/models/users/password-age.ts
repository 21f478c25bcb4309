/** How long a password is meant to last (USER-06). */
const validDays = 60;
const dayMs = 24 * 3_600_000;

type Dated = { lastPasswordUpdatedAt: string | null; createdAt: string };

/** The whole days since somebody's password was set, or the account made (USER-45). */
export function passwordAge({ lastPasswordUpdatedAt, createdAt }: Dated, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(lastPasswordUpdatedAt ?? createdAt)) / dayMs));
}

/** The whole days that a password of this age has left; 0 or less is shown as expired, and still signs in (USER-87). */
export const passwordDaysLeft = (age: number): number => validDays - age;
