/**
 * Sessions and their tokens. A session is a family of refresh tokens: each can be exchanged once. Reuse after
 * the grace period ends the session (ASVS 10.4.5), unless the client lost the response.
 */
import { expressionBuilder } from "kysely";
import { findBy, insertOf, updateBy } from "./statements.store";
import { z } from "zod/v4";
import { newId } from "./ids";
import type { AwsRegion } from "../../shared/regions";
import { hashToken, newToken, sealWith, unsealWith } from "./tokens";
import type { Reader, Writer } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { anyOf, from, literal } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { batchUpdater } from "../store/batch-loader";

/** Grace period in which several tabs may exchange the same refresh token. */
export const refreshGraceMs = 30_000;

/**
 * Period in which a client that lost the response may repeat the exchange, provided the new tokens have not
 * been used.
 */
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

/** Tokens stored for a repeated exchange; `client` is the client of the first exchange (see clientOf). */
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

/**
 * SQL condition that session `s` has a refresh token that can still be exchanged; without one, it has ended.
 */
function canRefresh(now: number) {
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
    .where(canRefresh(p.now)),
);

/** Query for open SSO sessions of the customers' own users, found by a partial index. */
const bySso = (customerIds: readonly string[]) =>
  sql
    .selectFrom(from("sessions as s", { index: "sessions_by_sso" }))
    .crossJoin("user_directory as u")
    .whereRef("u.id", "=", "s.userId")
    .where("s.isBySso", "=", literal(1))
    .where("s.revokedAt", "is", null)
    .where(anyOf("u.customerId", customerIds));

const selectBySso = prepared<{ customerIds: readonly string[]; now: number }>()((p) =>
  bySso(p.customerIds).select(["s.id", "s.userId"]).where("s.expiresAt", ">", p.now).where(canRefresh(p.now)),
);

/** A session that can still be used. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly network: string | null;
  /** User-Agent at the start of the session. */
  readonly browser: string | null;
  /** Time when its newest tokens were issued; open pages renew them at least hourly. */
  readonly lastUsedAt: number;
}

/** Returns a user's open sessions, most recently used first. */
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

/** Maximum length of a stored User-Agent. */
const longestBrowser = 300;

interface NewSession {
  readonly id: string;
  readonly awsRegion: AwsRegion;
  readonly network?: string;
  readonly browser?: string | undefined;
  readonly isBySso?: boolean;
}

/**
 * Starts a session for a user of region `awsRegion`. `network` is the client's network (see networkOf),
 * `browser` the User-Agent.
 */
export async function startSession(
  db: Writer,
  user: NewSession,
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
  // These tokens replace no earlier ones, so they count as used: there is no exchange to repeat.
  return { ...(await issue(db, session, now, lifetimes, now)), csrfToken: session.csrfToken };
}

/** Returns the session of a token, ended or not; undefined for an unknown token. */
export async function findSession(
  db: Reader,
  kind: "access" | "refresh",
  token: string | undefined,
): Promise<SessionOfToken | undefined> {
  return token ? selectByToken.get(db, { hash: hashToken(token), kind }) : undefined;
}

/** True if a token returned by `findSession` is still valid. */
export function isLive(session: SessionOfToken, now: number): boolean {
  return session.revokedAt === null && session.expiresAt > now && session.tokenExpiresAt > now;
}

/** Records the first use of a token. */
export async function recordFirstUse(db: Writer, token: string, now: number): Promise<void> {
  await markUsed.run(db, { hash: hashToken(token), usedAt: now });
}

/**
 * Exchanges a refresh token found by `findSession` in the same transaction. A repeat within the grace period
 * gets the same new tokens. After it, a repeat gets them only from the same client (see clientOf) while they
 * are valid and unused, because that client lost the response (SESS-12); any other repeat revokes the
 * session. Returns undefined if the session has ended.
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
      // The lifetime starts now: a shorter one would look like the end of the session, which no refresh can
      // postpone (SESS-43).
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
  // An exchange, which is the usual use of a refresh token, is recorded only as `rotatedAt`.
  return access?.usedAt !== null || refresh?.usedAt !== null || refresh.rotatedAt !== null;
}

/** Ends a session and all its tokens. */
export async function revokeSession(db: Writer, id: string, now: number): Promise<void> {
  await revokeOne.run(db, { id, now });
}

/** Returns a user's session, ended or not; undefined for a session of another user. */
export const sessionOf = findBy("sessions", "userId", "id");

const revokeOfUser = batchUpdater<{ now: number }>((db, userIds, { now }) =>
  revokeAll.run(db, { userIds, now }),
);

/** Ends every session of a user. */
export const revokeSessionsOf = (db: Writer, userId: string, now: number): Promise<void> =>
  revokeOfUser(db, userId, { now });

/** Returns the open SSO sessions of a customer's own users. */
export const ssoSessionsOf = (db: Reader, customerId: string, now: number) =>
  selectBySso.all(db, { customerIds: [customerId], now });

const endBySso = batchUpdater<{ butId: string; now: number }>((db, customerIds, { butId, now }) =>
  revokeBySso.run(db, { customerIds, butId, now }),
);

/** Ends the SSO sessions of a customer's own users, except the session `butId` (SSO-58). */
export const endSsoSessionsOf = (db: Writer, customerId: string, now: number, butId = ""): Promise<void> =>
  endBySso(db, customerId, { butId, now });
