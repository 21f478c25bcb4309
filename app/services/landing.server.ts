import { redirect } from "@remix-run/node";
import { sortByName } from "~/i18n/name-order";
import { isAwsRegion } from "~/regions";
import { customerPath } from "./customer-path";
import { optional } from "./failure.server";
import { type CurrentUser, findArchivedCustomers } from "./identity.server";
import { env } from "./env.server";
import { logger } from "./log.server";
import type { RequestState } from "./request-state.server";
import { noDefaultCustomer } from "./screens.server";

/** Origins a sign-in may redirect to directly (AUTH-38). */
export const trustedOrigins = new Set([
  new URL(env.TALENT_HUB_URL).origin,
  new URL(env.QUESTION_BANK_URL).origin,
  ...env.TRUSTED_REDIRECT_ORIGINS,
]);
const publicPaths = new Set([
  "/login",
  "/logout",
  "/forgetPassword",
  "/resetPassword",
  "/notMe",
  "/loginWithSSO",
  "/ssoCallback",
]);

/** Data and file endpoints; never a landing page after signing in. */
const dataPath = /^\/(session\/check|preferences|client-errors)$|\.(data|json)$|\/(places|zone-file)$/;

/** Target of a `redirect` parameter: inside the console, outside of it, or invalid. */
export type RedirectTarget =
  { kind: "internal"; path: string } | { kind: "trusted" | "external"; href: string } | { kind: "invalid" };

/** Parses a `redirect` parameter (AUTH-37..39). A bare path is invalid. */
export function redirectTarget(value: string, ownHost: string): RedirectTarget {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return { kind: "invalid" };
  const url = new URL(value);
  if (url.host === ownHost) {
    // A path starting with two slashes would be read as another host.
    const path = `/${`${url.pathname}${url.search}`.replace(/^[/\\]+/, "")}`;
    return publicPaths.has(url.pathname) || dataPath.test(url.pathname)
      ? { kind: "invalid" }
      : { kind: "internal", path };
  }
  return { kind: trustedOrigins.has(url.origin) ? "trusted" : "external", href: url.href };
}

/**
 * Start customer. The API lists only active customers; if the default one has been archived, falls back to the first in
 * the switcher's order (SHELL-50).
 */
function firstCustomer({ customers, defaultCustomer }: CurrentUser) {
  const open = customers.filter(({ awsRegion }) => isAwsRegion(awsRegion));
  const byDefault = open.find(({ customerId }) => customerId === defaultCustomer?.customerId);
  return byDefault ?? sortByName(open, ({ customerDisplayName }) => customerDisplayName)[0];
}

/**
 * Start page of the user's default customer (SHELL-04); throws an error screen if there is none (SHELL-05), which names
 * the user's own customer if that is archived (CUST-56).
 */
export async function defaultLanding(user: CurrentUser, state: Pick<RequestState, "api" | "session">) {
  const customer = firstCustomer(user);
  if (customer) return customerPath(customer);
  const api = state.api(state.session.region);
  const [archived] = await optional(findArchivedCustomers(api, [user.customerId]), []);
  throw noDefaultCustomer(archived?.displayName);
}

/** Redirect after signing in, or for a user already signed in (AUTH-37..41). */
export function landingRedirect(url: URL, user: CurrentUser): Response {
  const wanted = url.searchParams.get("redirect");
  if (wanted) {
    const target = redirectTarget(wanted, url.host);
    if (target.kind === "internal") return redirect(target.path, 303);
    if (target.kind === "trusted") return redirect(target.href, 303);
    if (target.kind === "external")
      return redirect(`/leaving?${new URLSearchParams({ to: target.href })}`, 303);
    logger.warn("redirect ignored", { reason: "not a valid address" });
  }
  const customer =
    user.customers.find(({ customerId }) => customerId === url.searchParams.get("customer_id")) ??
    firstCustomer(user);
  // Without a customer, "/" shows the error screen within the new session, so that its Log Out works (SHELL-50).
  return redirect(customer ? customerPath(customer) : "/", 303);
}
