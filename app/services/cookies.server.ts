import { parse, serialize } from "cookie";
import { z } from "zod/v4";
import { secure } from "./env.server";

/** The longest cookie that every browser keeps. */
const maxCookieBytes = 4096;

/** The name of a cookie as it is sent: over HTTPS no other host can set it. */
export const cookieName = (name: string) => `${secure ? "__Host-" : ""}edge-${name}`;

/** The cookies that a request brings. */
export const cookiesOf = (request: Request): Record<string, string | undefined> =>
  parse(request.headers.get("cookie") ?? "");

/** The Set-Cookie text of a cookie for the whole console that no script reads; without `maxAge` it ends with the browser. */
export function setCookie(name: string, value: string, maxAge?: number): string {
  const text = serialize(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
  if (Buffer.byteLength(text) > maxCookieBytes)
    throw new Error(`Cookie ${name} is larger than browsers keep`);
  return text;
}

/** A plain cookie that holds a value as JSON for `seconds`; one that is absent or damaged reads as undefined. */
export function jsonCookie<T>(shortName: string, schema: z.ZodType<T>, seconds: number) {
  const name = cookieName(shortName);
  return {
    read: (request: Request): T | undefined => {
      const text = cookiesOf(request)[name];
      // Most people have chosen nothing: an error a page is not free.
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

/** A `jsonCookie` of what a person chose in this browser: what another person chose there counts for nothing. */
export function personCookie<T extends object, Sent extends object>(
  shortName: string,
  schema: z.ZodType<T, Sent>,
  seconds: number,
) {
  const cookie = jsonCookie(shortName, z.intersection(z.object({ u: z.string() }), schema), seconds);
  // The end of the id tells people apart, and takes less room than all of it.
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
