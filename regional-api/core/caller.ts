/** Who calls, and what their policies grant. Read anew for every request, so that no change is ever late (PERM-61). */
import { forbidden, unauthenticated } from "./errors";
import { Grants, narrowedTo, parseStatements } from "./policy";
import { findInDirectory } from "./customers.store";
import type { AwsRegion } from "../../shared/regions";
import { sameSecret } from "./tokens";
import type { Reader } from "../store/engine";
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

/** Whether nothing is granted to a user of `db`'s region, as their groups are now, outside of their customer. */
export const staysAtCustomer = async (
  db: Reader,
  user: Pick<Row<"users">, "id" | "customerId">,
  policyPrefix: string,
): Promise<boolean> =>
  new Grants((await statementTextsOf(db, user.id)).flatMap(parseStatements), policyPrefix).staysWithin(
    user.customerId,
  );

/**
 * The active user of a session, if still there. In a session that began by single sign-on nobody goes on who reaches beyond
 * the customer by now: its identity provider does not vouch for that (SSO-57).
 */
export async function userOf(
  { readerOf, config }: Pick<ApiContext, "readerOf" | "config">,
  session: SessionOfToken,
): Promise<Row<"users"> | undefined> {
  const db = readerOf(session.awsRegion);
  const user = await findUser(db, session.userId);
  if (user?.archivedAt !== null) return undefined;
  return session.isBySso === 0 || (await staysAtCustomer(db, user, config.policyPrefix)) ? user : undefined;
}

const accessSessions = new WeakMap<ApiContext, Promise<SessionOfToken | undefined>>();

/** The session of a request's access token: asked for once, and anew by each transaction. */
function accessSessionOf(ctx: ApiContext): Promise<SessionOfToken | undefined> {
  const known = accessSessions.get(ctx);
  if (known) return known;
  const found = findSession(ctx.db, "access", ctx.cookie("access"));
  accessSessions.set(ctx, found);
  return found;
}

/** The live session of who sends a request, before anything of it is read; undefined for a stranger. */
export async function liveSession(ctx: ApiContext): Promise<SessionOfToken | undefined> {
  const session = await accessSessionOf(ctx);
  return session && isLive(session, ctx.now) ? session : undefined;
}

/**
 * The session that a token of the request's cookies names, ended or not. Notes that the token was shown, see `markShown`:
 * this writes, once a token.
 */
export async function presentedSession(
  ctx: ApiContext,
  kind: "access" | "refresh",
): Promise<SessionOfToken | undefined> {
  const token = ctx.cookie(kind);
  const session = kind === "access" ? await accessSessionOf(ctx) : await findSession(ctx.db, kind, token);
  if (token && session?.usedAt === null)
    await ctx.write(({ db }) => markShown(db, token, ctx.now), session.id);
  return session;
}

/** The signed-in caller. Throws UNAUTHENTICATED without a live session, FORBIDDEN without its anti-forgery value. */
export async function authenticate(ctx: ApiContext): Promise<Caller> {
  const session = await presentedSession(ctx, "access");
  if (!session || !isLive(session, ctx.now)) throw unauthenticated();
  const user = await userOf(ctx, session);
  if (!user) throw unauthenticated();
  checkAntiForgery(ctx, session);
  return {
    user,
    homeRegion: session.awsRegion,
    sessionId: session.id,
    grants: await grantsOf(ctx, session.awsRegion, user),
  };
}

/**
 * What the policies of a user grant now. While their customer is archived nobody can change its groups: these grant nothing
 * elsewhere then, but to those who run organisations, who restore it (CUST-56).
 */
async function grantsOf(
  { readerOf, config: { policyPrefix } }: ApiContext,
  homeRegion: AwsRegion,
  { id, customerId }: Row<"users">,
): Promise<Grants> {
  const db = readerOf(homeRegion);
  const statements = (await statementTextsOf(db, id)).flatMap(parseStatements);
  const grants = new Grants(statements, policyPrefix);
  if (grants.staysWithin(customerId) || grants.hasWildcard()) return grants;
  const customer = await findInDirectory(db, customerId);
  return customer?.archivedAt == null
    ? grants
    : new Grants(narrowedTo(statements, customerId, policyPrefix), policyPrefix);
}

/**
 * The user in whose name something goes on when nobody calls, with what they may do now. Throws FORBIDDEN once the user is
 * archived or gone.
 */
export async function callerWithoutSession(
  ctx: ApiContext,
  homeRegion: AwsRegion,
  userId: string,
): Promise<Caller> {
  const user = await findUser(ctx.readerOf(homeRegion), userId);
  if (user?.archivedAt !== null) throw forbidden();
  return { user, homeRegion, sessionId: "", grants: await grantsOf(ctx, homeRegion, user) };
}
