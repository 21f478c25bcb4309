/**
 * The accounts of one email. Users are unique by email within a region only (USER-79), and people sign in by an email
 * alone, so whatever begins with an email looks at the accounts of all regions.
 */
import type { AwsRegion } from "../../regions";
import type { Region } from "../../store/engine";
import type { Row } from "../../store/tables";
import { accountsWithEmail, findUser, normalizeEmail } from "../../core/users.store";
import type { ApiContext } from "../../core/context";

/** A user with the region that the account belongs to. */
export interface EmailAccount {
  readonly home: Region;
  readonly user: Row<"users">;
}

/**
 * Every account with this email, in whatever case it is written, archived ones included. That of the endpoint's region
 * comes first, then the others by region.
 */
export function accountsOf(ctx: ApiContext, email: string): EmailAccount[] {
  const isElsewhere = (awsRegion: AwsRegion) => Number(awsRegion !== ctx.awsRegion);
  return accountsWithEmail(ctx.db, normalizeEmail(email))
    .sort((a, b) => isElsewhere(a.awsRegion) - isElsewhere(b.awsRegion))
    .flatMap(({ id, awsRegion }) => {
      const home = ctx.databases.region(awsRegion);
      const user = findUser(home.reader, id);
      return user ? [{ home, user }] : [];
    });
}
