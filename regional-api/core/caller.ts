/** Who calls, and what their policies grant. Read anew for every request, so that no change is ever late (GRP-50, PERM-61). */
import { forbidden, unauthenticated } from "./errors";
import { Grants, parseStatements } from "./policy";
import type { AwsRegion } from "../regions";
import { sameSecret } from "./tokens";
import type { Row } from "../store/tables";
import { findSession, isLive, markShown, type SessionOfToken } from "./sessions.store";
import { findUser, statementTextsOf } from "./users.store";
import type { ApiContext } from "./context";

export interface Caller {
  readonly user: Row<"users">;
  /** The region whose file holds the user. */
  readonly homeRegion: SessionOfToken["awsRegion"];
  readonly sessionId: string;
  readonly grants: Grants;
}

/** Refuses with FORBIDDEN unless the anti-forgery header is the session's (SESS-03). */
export function checkAntiForgery(ctx: ApiContext, session: SessionOfToken): void {
  if (!ctx.csrfHeader || !sameSecret(ctx.csrfHeader, session.csrfToken)) {
    throw forbidden("The anti-forgery value is missing or wrong");
  }
}

/** The active user of a session, if still there. */
export function userOf(
  { readerOf }: Pick<ApiContext, "readerOf">,
  session: SessionOfToken,
): Row<"users"> | undefined {
  const user = findUser(readerOf(session.awsRegion), session.userId);
  return user?.archivedAt === null ? user : undefined;
}

/**
 * The session that a token of the request's cookies names, ended or not. Notes that the token was shown, see `markShown`:
 * this writes, once a token.
 */
export function presentedSession(ctx: ApiContext, kind: "access" | "refresh"): SessionOfToken | undefined {
  const token = ctx.cookie(kind);
  const session = findSession(ctx.db, kind, token);
  if (token && session?.usedAt === null) ctx.write(({ db }) => markShown(db, token, ctx.now));
  return session;
}

/** The signed-in caller. Throws UNAUTHENTICATED without a live session, FORBIDDEN without its anti-forgery value. */
export function authenticate(ctx: ApiContext): Caller {
  const session = presentedSession(ctx, "access");
  if (!session || !isLive(session, ctx.now)) throw unauthenticated();
  const user = userOf(ctx, session);
  if (!user) throw unauthenticated();
  checkAntiForgery(ctx, session);
  return {
    user,
    homeRegion: session.awsRegion,
    sessionId: session.id,
    grants: grantsOf(ctx, session.awsRegion, user.id),
  };
}

/** What the policies of a user grant now. */
function grantsOf({ readerOf, config }: ApiContext, homeRegion: AwsRegion, userId: string): Grants {
  const texts = statementTextsOf(readerOf(homeRegion), userId);
  return new Grants(texts.flatMap(parseStatements), config.policyPrefix);
}

/**
 * The user in whose name something goes on when nobody calls, with what they may do now. Throws FORBIDDEN once the user is
 * archived or gone.
 */
export function callerWithoutSession(ctx: ApiContext, homeRegion: AwsRegion, userId: string): Caller {
  const user = findUser(ctx.readerOf(homeRegion), userId);
  if (user?.archivedAt !== null) throw forbidden();
  return { user, homeRegion, sessionId: "", grants: grantsOf(ctx, homeRegion, userId) };
}
