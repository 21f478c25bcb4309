import { isDeepStrictEqual } from "node:util";
import type { Params } from "@remix-run/react";
import { BoundedCache } from "../../shared/bounded-cache";
import { type AwsRegion, isAwsRegion } from "~/regions";
import type { CurrentUser, CustomerSummary } from "./identity.server";
import type { RequestState } from "./request-state.server";
import { needsRefresh } from "./session-refresh.server";

/** The signed-in person, without the customers they may open: those are the frame's. */
export type Person = Omit<CurrentUser, "customers" | "defaultCustomer">;

/** The person who asks, and the customer they ask for. */
export type Access = { user: Person; customer: CustomerSummary; region: AwsRegion };

/** What AuthMe last said of each session: by session, region and customer. */
const lastConfirmed = new BoundedCache<string, Access>(1000);

const keyOf = (state: RequestState, region: string, customerId: string) =>
  `${state.session.id} ${region} ${customerId}`;

/**
 * The access that AuthMe will probably confirm, so that a page's reads can be sent beside it, which saves a round trip.
 * It is no memory of rights: nothing that was read with it may be used before AuthMe confirms it. Undefined the first time.
 */
export function speculativeAccess(
  state: RequestState,
  { awsRegion, customerId }: Params,
): Access | undefined {
  if (!state.session.apiCookies || needsRefresh(state.session)) return undefined;
  if (!isAwsRegion(awsRegion) || !customerId) return undefined;
  return lastConfirmed.get(keyOf(state, awsRegion, customerId));
}

/** Whether the access that was assumed is the real one; keeps the real one for the session's next page. */
function confirm(state: RequestState, access: Access, assumed: Access | undefined): boolean {
  if (assumed && isDeepStrictEqual(access, assumed)) return true;
  lastConfirmed.set(keyOf(state, access.region, access.customer.customerId), access);
  return false;
}

/** Reads with the real access; where AuthMe confirms the speculative one, what was read with that beside AuthMe. */
export async function readBesideAuthMe<T extends { answer: Promise<unknown> }>(
  state: RequestState,
  params: Params,
  accessPromise: Promise<Access>,
  read: (access: Access) => T,
): Promise<T> {
  const assumed = speculativeAccess(state, params);
  const early = assumed && read(assumed);
  early?.answer.catch(() => {});
  const access = await accessPromise;
  return confirm(state, access, assumed) && early ? early : read(access);
}
