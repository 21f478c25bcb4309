/**
 * Sessions and their tokens. A session is the family of its refresh tokens: each is exchanged once,
 * and one that comes back after the grace ends the session (ASVS 10.4.5), unless its answer was lost.
 */
import { expressionBuilder } from "kysely";
import { insertOf, selectBy, updateBy } from "./statements.store";
import { z } from "zod/v4";
import { newId } from "./ids";
import type { AwsRegion } from "../../shared/regions";
import { hashToken, newToken, sealWith, unsealWith } from "./tokens";
import type { Reader, Writer } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { anyOf, from, literal } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { setTogether } from "../store/together";

/** How long parallel tabs may still exchange the same refresh token. */
export const refreshGraceMs = 30_000;

/** How long a client whose answer was lost may exchange it again, while its successors have never been shown. */
export const lostAnswerMs = 60 * 60_000;

export interface Lifetimes {
  readonly accessTokenMs: number;
  readonly refreshTokenMs: number;
  readonly sessionMs: number;
}

const issuedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  accessExpiresAt: z.number(),
  refreshExpiresAt: z.number(),
});

type NewTokens = z.infer<typeof issuedTokens>;

export type IssuedTokens = NewTokens & { readonly csrfToken: string };

/** What is kept for a repeated exchange; `client` is who made the first one, see clientOf. */
const keptTokens = issuedTokens.extend({ client: z.string().optional() });

export type SessionOfToken = Row<"sessions"> & {
  tokenKind: Row<"session_tokens">["kind"];
  tokenExpiresAt: number;
  rotatedAt: number | null;
  successor: Buffer | null;
  usedAt: number | null;
};

const insertSession = insertOf("sessions");

const insertToken = insertOf("session_tokens");

const selectByToken = prepared<{ hash: Buffer; kind: "access" | "refresh" }>()((p) =>
  sql
    .selectFrom("session_tokens as t")
    .innerJoin("sessions as s", "s.id", "t.sessionId")
    .selectAll("s")
    .select([
      "t.kind as tokenKind",
      "t.expiresAt as tokenExpiresAt",
      "t.rotatedAt",
      "t.successor",
      "t.usedAt",
    ])
    .where("t.hash", "=", p.hash)
    .where("t.kind", "=", p.kind),
);

const markRotated = updateBy("session_tokens", ["hash"], "rotatedAt", "successor");

const markUsed = updateBy("session_tokens", ["hash"], "usedAt");

const setExpiry = updateBy("session_tokens", ["hash"], "expiresAt");

/** Whether a refresh token of the session `s` can still be exchanged: without one it has ended, too. */
function canGoOn(now: number) {
  const s = expressionBuilder<{ s: Tables["sessions"] } & Tables, "s">();
  return s.exists(
    s
      .selectFrom("session_tokens as t")
      .select("t.hash")
      .whereRef("t.sessionId", "=", "s.id")
      .where("t.kind", "=", "refresh")
      .where("t.expiresAt", ">", now),
  );
}

const selectOpen = prepared<{ userId: string; now: number }>()((p) =>
  sql
    .selectFrom("sessions as s")
    .select((s) => [
      "s.id",
      "s.createdAt",
      "s.expiresAt",
      "s.network",
      "s.browser",
      s
        .selectFrom("session_tokens as t")
        .select((t) => t.fn.max("t.createdAt").as("at"))
        .whereRef("t.sessionId", "=", "s.id")
        .as("lastUsedAt"),
    ])
    .where("s.userId", "=", p.userId)
    .where("s.revokedAt", "is", null)
    .where("s.expiresAt", ">", p.now)
    .where(canGoOn(p.now)),
);

const selectOwn = selectBy("sessions", "id", "userId");

/** Sessions of the customers' own people that began by single sign-on and were not ended: by an index of these alone. */
const bySso = (customerIds: readonly string[]) =>
  sql
    .selectFrom(from("sessions as s", { index: "sessions_by_sso" }))
    .crossJoin("user_directory as u")
    .whereRef("u.id", "=", "s.userId")
    .where("s.isBySso", "=", literal(1))
    .where("s.revokedAt", "is", null)
    .where(anyOf("u.customerId", customerIds));

const selectBySso = prepared<{ customerIds: readonly string[]; now: number }>()((p) =>
  bySso(p.customerIds).select(["s.id", "s.userId"]).where("s.expiresAt", ">", p.now).where(canGoOn(p.now)),
);

/** For EXPLAIN QUERY PLAN tests. */
export const sessionQueries = { selectOpen, selectOwn, selectBySso };

/** A session that can still be used. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly network: string | null;
  /** The User-Agent that it began with. */
  readonly browser: string | null;
  /** When its tokens were last made, which open pages do every hour at the latest. */
  readonly lastUsedAt: number;
}

/** A user's sessions that can still be used, the one used last first. */
export const openSessionsOf = async (db: Reader, userId: string, now: number): Promise<OpenSession[]> =>
  (await selectOpen.all(db, { userId, now }))
    .map((session) => ({ ...session, lastUsedAt: session.lastUsedAt ?? session.createdAt }))
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt || (a.id < b.id ? 1 : -1));

const revokeOne = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("sessions").set({ revokedAt: p.now }).where("id", "=", p.id).where("revokedAt", "is", null),
);

const revokeAll = prepared<{ userIds: readonly string[]; now: number }>()((p) =>
  sql
    .updateTable("sessions")
    .set({ revokedAt: p.now })
    .where(anyOf("userId", p.userIds))
    .where("revokedAt", "is", null),
);

const revokeBySso = prepared<{ customerIds: readonly string[]; butId: string; now: number }>()((p) =>
  sql
    .updateTable("sessions")
    .set({ revokedAt: p.now })
    .where("id", "in", bySso(p.customerIds).select("s.id"))
    .where("id", "<>", p.butId),
);

async function issue(
  db: Writer,
  session: Row<"sessions">,
  now: number,
  lifetimes: Lifetimes,
  usedAt: number | null,
): Promise<NewTokens> {
  const tokens = {
    accessToken: newToken(),
    refreshToken: newToken(),
    accessExpiresAt: Math.min(now + lifetimes.accessTokenMs, session.expiresAt),
    refreshExpiresAt: Math.min(now + lifetimes.refreshTokenMs, session.expiresAt),
  };
  const row = { sessionId: session.id, createdAt: now, usedAt };
  await insertToken(db, {
    ...row,
    kind: "access",
    hash: hashToken(tokens.accessToken),
    expiresAt: tokens.accessExpiresAt,
  });
  await insertToken(db, {
    ...row,
    kind: "refresh",
    hash: hashToken(tokens.refreshToken),
    expiresAt: tokens.refreshExpiresAt,
  });
  return tokens;
}

/** As much of a User-Agent is kept. */
const longestBrowser = 300;

interface Beginning {
  readonly id: string;
  readonly awsRegion: AwsRegion;
  readonly network?: string;
  readonly browser?: string | undefined;
  readonly isBySso?: boolean;
}

/**
 * Starts a session of a user whose row lies in `awsRegion`; `network` is where from, see networkOf, and `browser` the
 * User-Agent.
 */
export async function startSession(
  db: Writer,
  user: Beginning,
  now: number,
  lifetimes: Lifetimes,
): Promise<IssuedTokens> {
  const session: Row<"sessions"> = {
    id: newId(now),
    userId: user.id,
    awsRegion: user.awsRegion,
    csrfToken: newToken(),
    createdAt: now,
    expiresAt: now + lifetimes.sessionMs,
    revokedAt: null,
    network: user.network ?? null,
    browser: user.browser?.slice(0, longestBrowser) || null,
    isBySso: user.isBySso ? 1 : 0,
  };
  await insertSession(db, session);
  // Nothing was exchanged for these: whether they arrive makes no difference.
  return { ...(await issue(db, session, now, lifetimes, now)), csrfToken: session.csrfToken };
}

/** The session a token belongs to, ended or not; undefined for an unknown token. */
export async function findSession(
  db: Reader,
  kind: "access" | "refresh",
  token: string | undefined,
): Promise<SessionOfToken | undefined> {
  return token ? selectByToken.get(db, { hash: hashToken(token), kind }) : undefined;
}

/** Whether a token that was found still counts. */
export function isLive(session: SessionOfToken, now: number): boolean {
  return session.revokedAt === null && session.expiresAt > now && session.tokenExpiresAt > now;
}

/** Takes note that a token was shown for the first time. */
export async function markShown(db: Writer, token: string, now: number): Promise<void> {
  await markUsed.run(db, { hash: hashToken(token), usedAt: now });
}

/**
 * Exchanges a refresh token found by `findSession` in the same transaction. Within the grace the same new tokens are given again, and after it
 * to the same client (see clientOf) as long as they are of use and nobody has shown them: their answer was lost
 * (SESS-12). Otherwise the session is revoked. Undefined means the session has ended.
 */
export async function rotate(
  db: Writer,
  session: SessionOfToken,
  { refreshToken, client }: { refreshToken: string; client: string },
  now: number,
  lifetimes: Lifetimes,
): Promise<IssuedTokens | undefined> {
  if (!isLive(session, now)) return undefined;
  const { rotatedAt, successor, csrfToken } = session;
  if (rotatedAt === null) {
    const tokens = await issue(db, session, now, lifetimes, null);
    const kept: z.infer<typeof keptTokens> = { ...tokens, client };
    const sealed = sealWith(refreshToken, JSON.stringify(kept));
    await markRotated.run(db, { hash: hashToken(refreshToken), rotatedAt: now, successor: sealed });
    return { ...tokens, csrfToken };
  }
  if (successor) {
    const { client: first, ...tokens } = keptTokens.parse(JSON.parse(unsealWith(refreshToken, successor)));
    const age = now - rotatedAt;
    if (age <= refreshGraceMs) return { ...tokens, csrfToken };
    const isOfUse = age <= lostAnswerMs && tokens.accessExpiresAt > now;
    if (first === client && isOfUse && !(await wasShown(db, tokens))) {
      // Its life begins when it is given: a shorter one would look like an end that no refresh moves (SESS-43).
      const refreshExpiresAt = Math.min(now + lifetimes.refreshTokenMs, session.expiresAt);
      await setExpiry.run(db, { hash: hashToken(tokens.refreshToken), expiresAt: refreshExpiresAt });
      return { ...tokens, refreshExpiresAt, csrfToken };
    }
  }
  await revokeSession(db, session.id, now);
  return undefined;
}

async function wasShown(db: Reader, { accessToken, refreshToken }: NewTokens): Promise<boolean> {
  const access = await findSession(db, "access", accessToken);
  const refresh = await findSession(db, "refresh", refreshToken);
  // An exchange, which is what a refresh token is mostly shown for, notes itself as `rotatedAt` alone.
  return access?.usedAt !== null || refresh?.usedAt !== null || refresh.rotatedAt !== null;
}

/** Ends a session with all its tokens. */
export async function revokeSession(db: Writer, id: string, now: number): Promise<void> {
  await revokeOne.run(db, { id, now });
}

/** A session of a user, ended or not; undefined for those of others, too. */
export const sessionOf = (db: Reader, userId: string, id: string) => selectOwn.get(db, { id, userId });

const revokeOfUser = setTogether<{ now: number }>((db, userIds, { now }) =>
  revokeAll.run(db, { userIds, now }),
);

/** Ends every session of a user. */
export const revokeSessionsOf = (db: Writer, userId: string, now: number): Promise<void> =>
  revokeOfUser(db, userId, { now });

/** The open sessions of a customer's own people that began by single sign-on. */
export const ssoSessionsOf = (db: Reader, customerId: string, now: number) =>
  selectBySso.all(db, { customerIds: [customerId], now });

const endBySso = setTogether<{ butId: string; now: number }>((db, customerIds, { butId, now }) =>
  revokeBySso.run(db, { customerIds, butId, now }),
);

/** Ends the sessions of a customer's own people that began by single sign-on, but for the session `butId` (SSO-58). */
export const endSsoSessionsOf = (db: Writer, customerId: string, now: number, butId = ""): Promise<void> =>
  endBySso(db, customerId, { butId, now });
