import { parse, serialize } from "cookie";
import { z } from "zod/v4";
import { secure } from "./env.server";

/** Cookie size that every browser accepts, in bytes. */
const maxCookieBytes = 4096;

/** Full cookie name. Over HTTPS it has the __Host- prefix, so that no other host can set it. */
export const cookieName = (name: string) => `${secure ? "__Host-" : ""}edge-${name}`;

/** The request's cookies. */
export const cookiesOf = (request: Request): Record<string, string | undefined> =>
  parse(request.headers.get("cookie") ?? "");

/** Set-Cookie header for an HttpOnly cookie on the whole console; a session cookie without `maxAge` (seconds). */
export function setCookie(name: string, value: string, maxAge?: number): string {
  const text = serialize(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
  if (Buffer.byteLength(text) > maxCookieBytes)
    throw new Error(`Cookie ${name} is larger than browsers keep`);
  return text;
}

/** Unencrypted JSON cookie kept for `seconds`; reads as undefined if missing or damaged. */
export function jsonCookie<T>(shortName: string, schema: z.ZodType<T>, seconds: number) {
  const name = cookieName(shortName);
  return {
    read: (request: Request): T | undefined => {
      const text = cookiesOf(request)[name];
      // Most requests have no such cookie; returning early avoids the cost of an exception.
      if (!text) return undefined;
      try {
        return schema.parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write: (value: object) => setCookie(name, JSON.stringify(value), seconds),
    forget: () => setCookie(name, "", 0),
  };
}

/** A `jsonCookie` for a user's choices in this browser; another user's are ignored. */
export function personCookie<T extends object, Sent extends object>(
  shortName: string,
  schema: z.ZodType<T, Sent>,
  seconds: number,
) {
  const cookie = jsonCookie(shortName, z.intersection(z.object({ u: z.string() }), schema), seconds);
  // The last characters of the id are enough to tell users apart and save space.
  const personOf = (userId: string) => userId.slice(-8);
  return {
    read: (request: Request, userId: string): T | undefined => {
      const chosen = cookie.read(request);
      return chosen?.u === personOf(userId) ? chosen : undefined;
    },
    write: (userId: string, value: Sent) => cookie.write({ u: personOf(userId), ...value }),
    forget: cookie.forget,
  };
}
