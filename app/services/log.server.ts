import { currentRequest } from "./current-request.server";
import { writeLine } from "../../shared/log-stream";

/** Field names whose values must never reach a log or error report (SESS-35). */
const secretNames =
  /pass(word|code)?$|secret|token|cookie|authorization|credential|certificate|csrf|^code$|mfa|email|phone|first_?name|last_?name|^to$|recipient/i;
// No slashes: paths such as node_modules/@scope/file.js are not email addresses. The lookbehind prevents trying every
// letter of a long text as a start.
const addresses =
  /(?<![\p{L}\p{N}.!#$%&'*+=?^_`{|}~-])[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const phones = /\+\d[\d\s-]{6,}\d/g;
/** Matches `password=…`, `"token": "…"`, `Authorization: Bearer …` inside a text. */
const assignments =
  /((?:pass(?:word|code|wd)|secret|token|cookie|authorization|credentials?|api[-_]?key|csrf)\w*["']?\s*[=:]\s*)(?:"[^"]*"?|'[^']*'?|(?:bearer\s+|basic\s+)?[^\s,;&"'<>)}\]]+)/gi;
const bearers = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const queryValues = /([?&][^?=&\s]+)=[^&\s"']+/g;

/** A log-safe copy: secrets and personal data blanked, errors reduced to name and message, depth and length bounded. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    return value
      .slice(0, 2000)
      .replace(assignments, "$1[removed]")
      .replace(bearers, "$1 [removed]")
      .replace(addresses, "[email]")
      .replace(phones, "[phone]")
      .replace(queryValues, "$1=…");
  }
  if (value instanceof Error) {
    return {
      name: value.name,
      message: scrub(value.message),
      stack: scrub(value.stack?.split("\n").slice(1, 8).join("\n") ?? ""),
      ...(value.cause !== undefined && depth < 3 && { cause: scrub(value.cause, depth + 1) }),
    };
  }
  if (value === null || typeof value !== "object") return value;
  if (depth >= 4) return "[…]";
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secretNames.test(key) ? "[removed]" : scrub(inner, depth + 1),
    ]),
  );
}

function write(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
): void {
  const request = currentRequest();
  const line = JSON.stringify({
    at: new Date().toISOString(),
    level,
    message,
    requestId: request?.id,
    traceId: request?.trace?.id,
    ...(scrub(fields) as object),
  });
  writeLine(level === "error" ? process.stderr : process.stdout, line);
}

/** Logs one structured, scrubbed line per event. */
export const logger = {
  info: (message: string, fields?: Record<string, unknown>) => write("info", message, fields),
  warn: (message: string, fields?: Record<string, unknown>) => write("warn", message, fields),
  error: (message: string, fields?: Record<string, unknown>) => write("error", message, fields),
};
