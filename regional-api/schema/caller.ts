/** Who calls, and what their policies grant. Read anew for every request, so that no change is ever late (GRP-50, PERM-61). */
import { forbidden, unauthenticated } from "../domain/errors";
import { Grants, parseStatements } from "../domain/policy";
import { sameSecret } from "../domain/tokens";
import type { Row } from "../store/schema";
import { findSession, isLive, type SessionOfToken } from "../store/sessions";
import { findUser, statementTextsOf } from "../store/users";
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
export function userOf(ctx: ApiContext, session: SessionOfToken): Row<"users"> | undefined {
  const user = findUser(ctx.databases.region(session.awsRegion), session.userId);
  return user?.archivedAt === null ? user : undefined;
}

/** The signed-in caller. Throws UNAUTHENTICATED without a live session, FORBIDDEN without its anti-forgery value. */
export function authenticate(ctx: ApiContext): Caller {
  const session = findSession(ctx.db, "access", ctx.cookie("access"));
  if (!session || !isLive(session, ctx.now)) throw unauthenticated();
  const user = userOf(ctx, session);
  if (!user) throw unauthenticated();
  checkAntiForgery(ctx, session);
  const texts = statementTextsOf(ctx.databases.region(session.awsRegion), user.id);
  return {
    user,
    homeRegion: session.awsRegion,
    sessionId: session.id,
    grants: new Grants(texts.flatMap(parseStatements), ctx.config.policyPrefix),
  };
}
