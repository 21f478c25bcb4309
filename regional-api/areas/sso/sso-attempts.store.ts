/** Single sign-on attempts, as shown to a customer's administrators (SSO-67). */
import { insertOf } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type SsoAttempt = Row<"sso_attempts">;

/** Retention of attempts. */
export const ssoAttemptsKeptMs = 90 * 24 * 3_600_000;

/**
 * Maximum refusals logged per customer and time span, since anyone can start a sign-in and post an invalid
 * response.
 */
const maxRefusals = { rows: 20, ms: 60_000 };

interface SsoAttemptSearch {
  readonly customerId: string;
  readonly result?: SsoAttempt["result"] | null | undefined;
  readonly reason?: SsoAttempt["reason"] | undefined;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

function matching({ customerId, result, reason, from, to }: SsoAttemptSearch) {
  let query = sql.selectFrom("sso_attempts").where("customerId", "=", customerId);
  if (result) query = query.where("result", "=", result);
  if (reason) query = query.where("reason", "=", reason);
  if (from != null) query = query.where("attemptedAt", ">=", from);
  if (to != null) query = query.where("attemptedAt", "<=", to);
  return query;
}

const countQuery = (search: SsoAttemptSearch, end: number) =>
  sql
    .selectFrom(matching(search).select("seq").limit(end).as("counted"))
    .select((select) => select.fn.countAll<number>().as("count"));

const pageQuery = (search: SsoAttemptSearch, { limit, offset }: { limit: number; offset: number }) =>
  matching(search)
    .selectAll()
    .orderBy("attemptedAt", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .offset(offset);

const selectRecentlyRefused = prepared<{ customerId: string; since: number }>()((p) =>
  sql
    .selectFrom("sso_attempts")
    .select("seq")
    .where("customerId", "=", p.customerId)
    .where("attemptedAt", ">", p.since)
    .where("result", "=", "REFUSED")
    .limit(maxRefusals.rows),
);

const insert = insertOf("sso_attempts");

/** Returns the number of matching attempts, counting up to `end`. */
export const countSsoAttempts = async (db: Reader, search: SsoAttemptSearch, end: number): Promise<number> =>
  (await db.get(countQuery(search, end)))?.count ?? 0;

/** Returns a page of matching attempts, newest first. */
export const listSsoAttempts = (
  db: Reader,
  search: SsoAttemptSearch,
  page: { limit: number; offset: number },
): Promise<SsoAttempt[]> => db.all(pageQuery(search, page));

/** Masks an email so that people who know it recognize it, but others cannot read it. */
function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.slice(0, 254).split("@");
  const [first = ""] = Array.from(local);
  return `${first}***@${domain}`;
}

/** Logs an attempt, unless too many were refused within the time span. */
export async function noteSsoAttempt(
  db: Writer,
  {
    email,
    ...attempt
  }: Omit<NewRow<"sso_attempts">, "seq" | "email" | "reason" | "minutesOff"> &
    Partial<Pick<SsoAttempt, "reason" | "minutesOff">> & { email?: string | undefined },
): Promise<void> {
  const { customerId, attemptedAt, result } = attempt;
  if (result === "REFUSED") {
    const since = attemptedAt - maxRefusals.ms;
    const recent = await selectRecentlyRefused.all(db, { customerId, since });
    if (recent.length >= maxRefusals.rows) return;
  }
  await insert(db, {
    reason: null,
    minutesOff: null,
    ...attempt,
    email: email === undefined ? null : maskedEmail(email),
  });
}
