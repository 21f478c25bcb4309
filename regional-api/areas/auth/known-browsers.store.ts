/** Browsers known from earlier sign-ins, and the links in mails about new ones (MFA-10). */
import { deleteBy, insertOf } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

interface Browser {
  readonly tokenHash: Buffer;
  readonly userId: string;
}

const selectOfUser = prepared<{ userId: string; now: number }>()((p) =>
  sql
    .selectFrom("known_browsers")
    .select("tokenHash")
    .where("userId", "=", p.userId)
    .where("expiresAt", ">", p.now),
);

const rename = prepared<{ from: Buffer; to: Buffer }>()((p) =>
  sql.updateTable("known_browsers").set({ tokenHash: p.to }).where("tokenHash", "=", p.from),
);

const upsert = prepared<Browser & { createdAt: number; expiresAt: number }>()((p) =>
  sql
    .insertInto("known_browsers")
    .values({ tokenHash: p.tokenHash, userId: p.userId, createdAt: p.createdAt, expiresAt: p.expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(["tokenHash", "userId"])
        .doUpdateSet((row) => ({ expiresAt: row.ref("excluded.expiresAt") })),
    ),
);

const selectLink = prepared<{ linkHash: Buffer; now: number }>()((p) =>
  sql
    .selectFrom("sign_in_links")
    .selectAll()
    .where("linkHash", "=", p.linkHash)
    .where("expiresAt", ">", p.now),
);

/** Returns the token hashes of a user's known browsers. */
export const browsersOf = async (db: Reader, userId: string, now: number): Promise<Buffer[]> =>
  (await selectOfUser.all(db, { userId, now })).map(({ tokenHash }) => tokenHash);

/**
 * Stores a browser as known to a user. Moves the rows of all users with its `former` token to the new one.
 */
export async function keepBrowser(
  db: Writer,
  browser: Browser,
  former: Buffer | undefined,
  now: number,
  expiresAt: number,
): Promise<void> {
  if (former) await rename.run(db, { from: former, to: browser.tokenHash });
  await upsert.run(db, { ...browser, createdAt: now, expiresAt });
}

/** Removes a user's known browsers. */
export const forgetBrowsersOf = deleteBy("known_browsers", "userId");

/** Stores the link of a mail. */
export const addSignInLink = insertOf("sign_in_links");

/** Returns the link with this hash unless it is expired. */
export const openSignInLink = (db: Reader, linkHash: Buffer, now: number) =>
  selectLink.get(db, { linkHash, now });

/** Removes a user's links. */
export const removeSignInLinksOf = deleteBy("sign_in_links", "userId");
