/**
 * The accounts of one email. Users are unique by email within a region only (USER-79), and people sign in by an email
 * alone, so whatever begins with an email looks at the accounts of all regions.
 */
import { flatMapInTurn } from "../../store/in-turn";
import type { AwsRegion } from "../../../shared/regions";
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
export async function accountsOf(ctx: ApiContext, email: string): Promise<EmailAccount[]> {
  const isElsewhere = (awsRegion: AwsRegion) => Number(awsRegion !== ctx.awsRegion);
  return flatMapInTurn(
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
