/**
 * Accounts by email. Emails are unique only within a region (USER-79), but users sign in without naming a
 * region, so every lookup by email covers all regions.
 */
import { flatMapSequentially } from "../../store/sequential";
import type { AwsRegion } from "../../../shared/regions";
import type { Region } from "../../store/engine";
import type { Row } from "../../store/tables";
import { accountsWithEmail, findUser, normalizeEmail } from "../../core/users.store";
import type { ApiContext } from "../../core/context";

/** A user and the region of the account. */
export interface EmailAccount {
  readonly home: Region;
  readonly user: Row<"users">;
}

/**
 * Returns all accounts with this email, ignoring case, archived ones included. The endpoint's region comes
 * first, then the others by region.
 */
export async function accountsOf(ctx: ApiContext, email: string): Promise<EmailAccount[]> {
  const isElsewhere = (awsRegion: AwsRegion) => Number(awsRegion !== ctx.awsRegion);
  return flatMapSequentially(
    (await accountsWithEmail(ctx.db, normalizeEmail(email))).sort(
      (a, b) => isElsewhere(a.awsRegion) - isElsewhere(b.awsRegion),
    ),
    async ({ id, awsRegion }) => {
      const home = ctx.databases.region(awsRegion);
      const user = await findUser(home.reader, id);
      return user ? [{ home, user }] : [];
    },
  );
}
