/**
 * Sessions and their tokens. A session is the family of its refresh tokens: each is exchanged once,
 * and one that comes back after the grace ends the session (ASVS 10.4.5).
 */
import { z } from "zod/v4";
import { newId } from "../domain/ids";
import type { AwsRegion } from "../domain/regions";
import { hashToken, newToken, sealWith, unsealWith } from "../domain/tokens";
import type { Database } from "./database";
import type { Row } from "./tables";
import { prepared, sql } from "./sql";

/** How long parallel tabs may still exchange the same refresh token. */
export const refreshGraceMs = 30_000;

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

export type IssuedTokens = z.infer<typeof issuedTokens> & { readonly csrfToken: string };

export type SessionOfToken = Row<"sessions"> & {
  tokenKind: Row<"session_tokens">["kind"];
  tokenExpiresAt: number;
  rotatedAt: number | null;
  successor: Buffer | null;
};

const insertSession = prepared<Omit<Row<"sessions">, "revokedAt">>()((p) =>
  sql.insertInto("sessions").values({
    id: p.id,
    userId: p.userId,
    awsRegion: p.awsRegion,
    csrfToken: p.csrfToken,
    createdAt: p.createdAt,
    expiresAt: p.expiresAt,
    revokedAt: null,
    network: p.network,
  }),
);

const insertToken = prepared<Omit<Row<"session_tokens">, "rotatedAt" | "successor">>()((p) =>
  sql.insertInto("session_tokens").values({
    hash: p.hash,
    sessionId: p.sessionId,
    kind: p.kind,
    createdAt: p.createdAt,
    expiresAt: p.expiresAt,
    rotatedAt: null,
    successor: null,
  }),
);

const selectByToken = prepared<{ hash: Buffer; kind: "access" | "refresh" }>()((p) =>
  sql
    .selectFrom("session_tokens as t")
    .innerJoin("sessions as s", "s.id", "t.sessionId")
    .selectAll("s")
    .select(["t.kind as tokenKind", "t.expiresAt as tokenExpiresAt", "t.rotatedAt", "t.successor"])
    .where("t.hash", "=", p.hash)
    .where("t.kind", "=", p.kind),
);

const markRotated = prepared<{ hash: Buffer; rotatedAt: number; successor: Buffer }>()((p) =>
  sql
    .updateTable("session_tokens")
    .set({ rotatedAt: p.rotatedAt, successor: p.successor })
    .where("hash", "=", p.hash),
);

const selectOpen = prepared<{ userId: string; now: number }>()((p) =>
  sql
    .selectFrom("sessions as s")
    .select((s) => [
      "s.id",
      "s.createdAt",
      "s.expiresAt",
      "s.network",
      s
        .selectFrom("session_tokens as t")
        .select((t) => t.fn.max("t.createdAt").as("at"))
        .whereRef("t.sessionId", "=", "s.id")
        .as("lastUsedAt"),
    ])
    .where("s.userId", "=", p.userId)
    .where("s.revokedAt", "is", null)
    .where("s.expiresAt", ">", p.now)
    .where((s) =>
      s.exists(
        s
          .selectFrom("session_tokens as t")
          .select("t.hash")
          .whereRef("t.sessionId", "=", "s.id")
          .where("t.kind", "=", "refresh")
          .where("t.expiresAt", ">", p.now),
      ),
    ),
);

/** For EXPLAIN QUERY PLAN tests. */
export const sessionQueries = { selectOpen };

/** A session that can still be used. */
export interface OpenSession {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly network: string | null;
  /** When its tokens were last made, which open pages do every hour at the latest. */
  readonly lastUsedAt: number;
}

/** A user's sessions that can still be used, the one used last first. */
export const openSessionsOf = (db: Database, userId: string, now: number): OpenSession[] =>
  selectOpen
    .all(db, { userId, now })
    .map((session) => ({ ...session, lastUsedAt: session.lastUsedAt ?? session.createdAt }))
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt || (a.id < b.id ? 1 : -1));

const revokeOne = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("sessions").set({ revokedAt: p.now }).where("id", "=", p.id).where("revokedAt", "is", null),
);

const revokeAll = prepared<{ userId: string; now: number }>()((p) =>
  sql
    .updateTable("sessions")
    .set({ revokedAt: p.now })
    .where("userId", "=", p.userId)
    .where("revokedAt", "is", null),
);

function issue(db: Database, session: Row<"sessions">, now: number, lifetimes: Lifetimes): IssuedTokens {
  const tokens = {
    accessToken: newToken(),
    refreshToken: newToken(),
    accessExpiresAt: Math.min(now + lifetimes.accessTokenMs, session.expiresAt),
    refreshExpiresAt: Math.min(now + lifetimes.refreshTokenMs, session.expiresAt),
  };
  const row = { sessionId: session.id, createdAt: now };
  insertToken.run(db, {
    ...row,
    kind: "access",
    hash: hashToken(tokens.accessToken),
    expiresAt: tokens.accessExpiresAt,
  });
  insertToken.run(db, {
    ...row,
    kind: "refresh",
    hash: hashToken(tokens.refreshToken),
    expiresAt: tokens.refreshExpiresAt,
  });
  return { ...tokens, csrfToken: session.csrfToken };
}

/** Starts a session of a user whose row lies in `awsRegion`; `network` is where from, see networkOf. */
export function startSession(
  db: Database,
  user: { id: string; awsRegion: AwsRegion; network?: string },
  now: number,
  lifetimes: Lifetimes,
): IssuedTokens {
  const session: Row<"sessions"> = {
    id: newId(now),
    userId: user.id,
    awsRegion: user.awsRegion,
    csrfToken: newToken(),
    createdAt: now,
    expiresAt: now + lifetimes.sessionMs,
    revokedAt: null,
    network: user.network ?? null,
  };
  return db.transaction(() => {
    insertSession.run(db, session);
    return issue(db, session, now, lifetimes);
  });
}

/** The session a token belongs to, ended or not; undefined for an unknown token. */
export function findSession(
  db: Database,
  kind: "access" | "refresh",
  token: string | undefined,
): SessionOfToken | undefined {
  return token ? selectByToken.get(db, { hash: hashToken(token), kind }) : undefined;
}

/** Whether a token that was found still counts. */
export function isLive(session: SessionOfToken, now: number): boolean {
  return session.revokedAt === null && session.expiresAt > now && session.tokenExpiresAt > now;
}

/**
 * Exchanges a refresh token found by `findSession`. Within the grace the same new tokens are given again; later the
 * session is revoked. Undefined means the session has ended.
 */
export function rotate(
  db: Database,
  session: SessionOfToken,
  refreshToken: string,
  now: number,
  lifetimes: Lifetimes,
): IssuedTokens | undefined {
  if (!isLive(session, now)) return undefined;
  if (session.rotatedAt === null) {
    return db.transaction(() => {
      const { csrfToken, ...tokens } = issue(db, session, now, lifetimes);
      const successor = sealWith(refreshToken, JSON.stringify(tokens));
      markRotated.run(db, { hash: hashToken(refreshToken), rotatedAt: now, successor });
      return { csrfToken, ...tokens };
    });
  }
  if (session.successor && now - session.rotatedAt <= refreshGraceMs) {
    const tokens = issuedTokens.parse(JSON.parse(unsealWith(refreshToken, session.successor)));
    return { ...tokens, csrfToken: session.csrfToken };
  }
  revokeSession(db, session.id, now);
  return undefined;
}

/** Ends a session with all its tokens. */
export function revokeSession(db: Database, id: string, now: number): void {
  revokeOne.run(db, { id, now });
}

/** Ends every session of a user. */
export function revokeSessionsOf(db: Database, userId: string, now: number): void {
  revokeAll.run(db, { userId, now });
}
