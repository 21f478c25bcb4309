/** The signed-in user, the customer in the URL, and the user's rights there. */
import type { Params } from "@remix-run/react";
import type { Flags } from "~/flags";
import { type AwsRegion, isAwsRegion } from "~/regions";
import { endedSession } from "~/sessions.server";
import { customerPath } from "./customer-path";
import { optional } from "./failure.server";
import { flagsFor } from "./flags.server";
import { type Gate, hasFlags, screenGates } from "./gates";
import { type CurrentUser, type CustomerSummary, findArchivedCustomers, rightsOn } from "./identity.server";
import { sessionUserOf } from "./session-user.server";
import { ApiError } from "./regional-api.server";
import type { RequestState } from "./request-state.server";
import { sessionEnd } from "./respond.server";
import { isHeld, type Rights } from "./rights";
import { archivedCustomer, denied, notFound, toLogin } from "./screens.server";
import type { Access, Person } from "./speculative-access.server";

/**
 * Returns the signed-in user, read from the URL's region; otherwise throws a redirect to the sign-in page.
 */
export async function signedInOrThrow(
  state: RequestState,
  request: Request,
  params: Params,
): Promise<CurrentUser> {
  const here = new URL(request.url);
  const region = isAwsRegion(params.awsRegion) ? params.awsRegion : state.session.region;
  if (!state.session.apiCookies)
    throw (
      state.ending ??
      (state.postedForm && state.session.former ? await sessionEnd(state, here) : toLogin(here))
    );
  return state.once("signed in", async () => {
    const known = await sessionUserOf(state, region);
    if (known.user) return known.user;
    // A refusal by AuthMe itself skips the expiry dialog (SESS-21), unless there is typed input to keep.
    if (known.endedBy === "refresh" || state.postedForm) throw await sessionEnd(state, here);
    state.changeSession(endedSession(state.session));
    throw toLogin(here, "expired");
  });
}

/** The customer in the URL; undefined if it is not one of the user's (SHELL-41). */
export function customerOf(user: CurrentUser, params: Params): CustomerSummary | undefined {
  return user.customers.find(
    ({ customerId, awsRegion }) => customerId === params.customerId && awsRegion === params.awsRegion,
  );
}

/** A user's feature flags at a customer. */
export function userFlags(user: Person, customer: CustomerSummary): Promise<Flags> {
  return flagsFor({
    userId: user._id,
    userType: user.userType,
    groups: user.groupIds,
    customer: customer.customerId,
    hierarchy: customer.rootHierarchyId,
    organisation: customer.organizationId,
  });
}

/**
 * The user's rights from the access policies; null without access. Cached per request (SHELL-40, SHELL-42).
 */
export function rightsOf(state: RequestState, { user, customer, region }: Access): Promise<Rights | null> {
  const whose = JSON.stringify([user._id, user.groupIds, region, customer]);
  return state.once(`access ${whose}`, () => rightsOn(state.api(region), user, customer));
}

/** The signed-in user at the customer in the URL; throws the matching error page without access. */
export async function accessOrThrow(state: RequestState, request: Request, params: Params): Promise<Access> {
  const region = params.awsRegion;
  const me = await signedInOrThrow(state, request, params);
  if (!isAwsRegion(region)) throw notFound();
  const customer = customerOf(me, params);
  if (!customer) throw await withoutCustomer(state, me, region, params);
  const { customers: _, defaultCustomer: __, ...user } = me;
  return { user, customer, region };
}

/**
 * True if a screen is known to be closed to the user. An ended session or an unreachable region does not count, so that
 * typed input can still be submitted.
 */
export async function isClosed(gate: Gate, state: RequestState, params: Params): Promise<boolean> {
  const region = params.awsRegion;
  if (!isAwsRegion(region) || !state.session.apiCookies) return false;
  try {
    const { user } = await sessionUserOf(state, region);
    if (!user) return false;
    const customer = customerOf(user, params);
    const rights = customer && (await rightsOf(state, { user, customer, region }));
    return !rights || !isHeld(rights, gate.right);
  } catch (error) {
    return error instanceof ApiError && error.kind === "FORBIDDEN";
  }
}

/**
 * Screen shown if the customer is not among the user's: "archived" if it would be theirs once restored, otherwise "not
 * found" (SHELL-41).
 */
async function withoutCustomer(state: RequestState, me: CurrentUser, region: AwsRegion, params: Params) {
  const id = params.customerId ?? "";
  const [archived] = await state.once(`archived customer ${id}`, () =>
    optional(findArchivedCustomers(state.api(region), [id]), []),
  );
  if (archived?.awsRegion !== region) return denied();
  // The archive page exists under every customer of the same organisation and region; link to any the user has.
  const sibling = me.customers.find(
    ({ organizationId, awsRegion }) => organizationId === archived.organizationId && awsRegion === region,
  );
  const isOpen =
    archived.canRestore &&
    sibling &&
    hasFlags(screenGates["customers/archive"], await userFlags(me, sibling));
  const search = new URLSearchParams({ search: archived.displayName });
  return archivedCustomer(
    archived.displayName,
    isOpen ? `${customerPath(sibling)}/customers/archive?${search}` : undefined,
  );
}
