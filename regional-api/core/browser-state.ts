/** A cookie that ties the second half of a sign-in to the browser that began it (AUTH-73, AUTH-89). */
import { newToken } from "./tokens";
import type { ApiContext } from "./context";

/** Returns this browser's state, creating it if missing, and keeps it for `lifetimeMs`. All tabs share it. */
export function browserState(ctx: ApiContext, name: "ssoState" | "mfaState", lifetimeMs: number): string {
  const known = ctx.cookie(name);
  const state = known && /^[\w-]{43}$/.test(known) ? known : newToken();
  ctx.setCookie(name, state, lifetimeMs);
  return state;
}
