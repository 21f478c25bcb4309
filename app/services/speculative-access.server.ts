import { isDeepStrictEqual } from "node:util";
import type { Params } from "@remix-run/react";
import { BoundedCache } from "../../shared/bounded-cache";
import { type AwsRegion, isAwsRegion } from "~/regions";
import type { CurrentUser, CustomerSummary } from "./identity.server";
import type { RequestState } from "./request-state.server";
import { needsRefresh } from "./session-refresh.server";

/** The signed-in user without their customers, which only the page frame needs. */
export type Person = Omit<CurrentUser, "customers" | "defaultCustomer">;

/** The requesting user and the requested customer. */
export type Access = { user: Person; customer: CustomerSummary; region: AwsRegion };

/** Last access confirmed by AuthMe, by session, region and customer. */
const lastConfirmed = new BoundedCache<string, Access>(1000);

const keyOf = (state: RequestState, region: string, customerId: string) =>
  `${state.session.id} ${region} ${customerId}`;

/**
 * Access that AuthMe will probably confirm, so that a page's reads can run in parallel and save a round trip. Not a
 * cache of rights: results must not be used before AuthMe confirms. Undefined on first use.
 */
export function speculativeAccess(
  state: RequestState,
  { awsRegion, customerId }: Params,
): Access | undefined {
  if (!state.session.apiCookies || needsRefresh(state.session)) return undefined;
  if (!isAwsRegion(awsRegion) || !customerId) return undefined;
  return lastConfirmed.get(keyOf(state, awsRegion, customerId));
}

/** True if the assumed access was right; stores the actual one for the session's next page. */
function confirm(state: RequestState, access: Access, assumed: Access | undefined): boolean {
  if (assumed && isDeepStrictEqual(access, assumed)) return true;
  lastConfirmed.set(keyOf(state, access.region, access.customer.customerId), access);
  return false;
}

/** Reads with the confirmed access; reuses the speculative read if AuthMe confirms its access. */
export async function readDuringAuthMe<T extends { answer: Promise<unknown> }>(
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
