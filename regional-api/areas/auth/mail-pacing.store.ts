/** Rate limits for mails to an account that can be triggered without signing in (AUTH-27, AUTH-87). */
import type { Reader } from "../../store/engine";
import { prepared, sql } from "../../store/sql";

const perHour = 5;
const hourMs = 3_600_000;
/** Minimum pause between two requested mails. */
export const mailPauseMs = 60_000;

/** Mail templates that share a limit. */
const templates = {
  CODE: ["EMAIL_MFA", "EMAIL_RESEND_MFA"],
  SSO_CODE: ["EMAIL_SSO_CODE", "EMAIL_SSO_CODE"],
  RESET_LINK: ["EMAIL_RESET_PASSWORD", "EMAIL_RESET_PASSWORD"],
} as const;

const selectTimes = prepared<{ recipient: string; first: string; second: string; since: number }>()((p) =>
  sql
    .selectFrom("outbox")
    .select("createdAt")
    .where("recipient", "=", p.recipient)
    .where("createdAt", ">", p.since)
    .where("templateType", "in", [p.first, p.second])
    .orderBy("createdAt", "desc"),
);

/** Returns the ms until the next mail of this kind may go to `recipient`, `pauseMs` after the last; 0 if now. */
export async function waitBeforeMail(
  db: Reader,
  recipient: string,
  kind: keyof typeof templates,
  now: number,
  pauseMs = 0,
): Promise<number> {
  const [first, second] = templates[kind];
  const sent = await selectTimes.all(db, { recipient, first, second, since: now - hourMs });
  const newest = sent[0]?.createdAt;
  const fifth = sent[perHour - 1]?.createdAt;
  return Math.max(
    0,
    newest === undefined ? 0 : newest + pauseMs - now,
    fifth === undefined ? 0 : fifth + hourMs - now,
  );
}
