/**
 * The caller and the grants of their policies. Read again for every request, so that changes apply at once
 * (PERM-61).
 */
import { forbidden, unauthenticated } from "./errors";
import { Grants, narrowToCustomer, parseStatements } from "./policy";
import { findInDirectory } from "./customers.store";
import type { AwsRegion } from "../../shared/regions";
import { sameSecret } from "./tokens";
import type { Reader } from "../store/engine";
import type { Row } from "../store/tables";
import { findSession, isLive, recordFirstUse, type SessionOfToken } from "./sessions.store";
import { findUser, statementTextsOf } from "./users.store";
import type { ApiContext } from "./context";

export interface Caller {
  readonly user: Row<"users">;
  /** Region of the database that holds the user. */
  readonly homeRegion: SessionOfToken["awsRegion"];
  readonly sessionId: string;
  readonly grants: Grants;
}

/** Throws FORBIDDEN unless the anti-forgery header matches the session's (SESS-03). */
export function checkAntiForgery(ctx: ApiContext, session: SessionOfToken): void {
  if (!ctx.csrfHeader || !sameSecret(ctx.csrfHeader, session.csrfToken)) {
    throw forbidden("The anti-forgery value is missing or wrong");
  }
}

/** True if the current groups of a user of `db`'s region grant nothing outside the user's customer. */
export const isLimitedToCustomer = async (
  db: Reader,
  user: Pick<Row<"users">, "id" | "customerId">,
  policyPrefix: string,
): Promise<boolean> =>
  new Grants((await statementTextsOf(db, user.id)).flatMap(parseStatements), policyPrefix).staysWithin(
    user.customerId,
  );

/**
 * Returns the active user of a session, if it still exists. An SSO session ends once its user has rights
 * beyond the customer, since the customer's identity provider cannot vouch for those (SSO-57).
 */
export async function userOf(
  { readerOf, config }: Pick<ApiContext, "readerOf" | "config">,
  session: SessionOfToken,
): Promise<Row<"users"> | undefined> {
  const db = readerOf(session.awsRegion);
  const user = await findUser(db, session.userId);
  if (user?.archivedAt !== null) return undefined;
  return session.isBySso === 0 || (await isLimitedToCustomer(db, user, config.policyPrefix))
    ? user
    : undefined;
}

const accessSessions = new WeakMap<ApiContext, Promise<SessionOfToken | undefined>>();

/** Returns the session of a request's access token, read once per request and once per transaction. */
function accessSessionOf(ctx: ApiContext): Promise<SessionOfToken | undefined> {
  const known = accessSessions.get(ctx);
  if (known) return known;
  const found = findSession(ctx.db, "access", ctx.cookie("access"));
  accessSessions.set(ctx, found);
  return found;
}

/** Returns the live session of a request, before its body is read; undefined if there is none. */
export async function liveSession(ctx: ApiContext): Promise<SessionOfToken | undefined> {
  const session = await accessSessionOf(ctx);
  return session && isLive(session, ctx.now) ? session : undefined;
}

/**
 * Returns the session that a token in the request's cookies belongs to, live or ended. Records the first use
 * of the token with a single write; see `recordFirstUse`.
 */
export async function presentedSession(
  ctx: ApiContext,
  kind: "access" | "refresh",
): Promise<SessionOfToken | undefined> {
  const token = ctx.cookie(kind);
  const session = kind === "access" ? await accessSessionOf(ctx) : await findSession(ctx.db, kind, token);
  if (token && session?.usedAt === null)
    await ctx.write(({ db }) => recordFirstUse(db, token, ctx.now), session.id);
  return session;
}

/**
 * Returns the signed-in caller. Throws UNAUTHENTICATED without a live session, FORBIDDEN without its
 * anti-forgery value.
 */
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
 * Returns the grants of a user's current policies. The groups of an archived customer cannot be changed, so
 * they grant nothing elsewhere, except to organisation administrators, who can restore the customer
 * (CUST-56).
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
    : new Grants(narrowToCustomer(statements, customerId, policyPrefix), policyPrefix);
}

/**
 * Returns a caller for work on behalf of a user outside a request, with the user's current rights. Throws
 * FORBIDDEN if the user is archived or no longer exists.
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
