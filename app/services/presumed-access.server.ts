import { isDeepStrictEqual } from "node:util";
import type { Params } from "@remix-run/react";
import { type AwsRegion, isAwsRegion } from "~/regions";
import type { CurrentUser, CustomerSummary } from "./identity.server";
import type { RequestState } from "./request-state.server";
import { needsRefresh } from "./session-refresh.server";

/** The signed-in person, without the customers they may open: those are the frame's. */
export type Person = Omit<CurrentUser, "customers" | "defaultCustomer">;

/** Who asks, for which of their customers. */
export type Access = { user: Person; customer: CustomerSummary; region: AwsRegion };

/** Whom each session was, and where, when AuthMe last told: by session, region and customer. */
const lastTold = new Map<string, Access>();
const limit = 1000;

const keyOf = (state: RequestState, region: string, customerId: string) =>
  `${state.session.id} ${region} ${customerId}`;

/**
 * What AuthMe will probably say again, so that a page's reads can leave beside it. Nothing that was read with it may
 * be used before AuthMe has said so: it saves a round trip, and is no memory of rights. Undefined the first time.
 */
export function presumedAccess(state: RequestState, { awsRegion, customerId }: Params): Access | undefined {
  if (!state.session.apiCookies || needsRefresh(state.session)) return undefined;
  if (!isAwsRegion(awsRegion) || !customerId) return undefined;
  return lastTold.get(keyOf(state, awsRegion, customerId));
}

/** Whether AuthMe has told what was presumed; keeps what it told for the session's next page. */
export function isAsPresumed(state: RequestState, told: Access, presumed: Access | undefined): boolean {
  if (presumed && isDeepStrictEqual(told, presumed)) return true;
  const key = keyOf(state, told.region, told.customer.customerId);
  lastTold.delete(key);
  if (lastTold.size >= limit) lastTold.delete(lastTold.keys().next().value ?? "");
  lastTold.set(key, told);
  return false;
}
