import { data } from "@remix-run/node";
import { outcomes, withoutSupport } from "~/i18n/outcomes";
import type { Notice } from "~/sessions.server";
import { isApiMessage } from "./api-messages";
import { reportError } from "./errors.server";
import type { ConsoleArgs } from "./console-args";
import { ApiError } from "./regional-api.server";

type NoticeContext = Pick<ConsoleArgs, "translate"> & Partial<Pick<ConsoleArgs, "degrade">>;

/**
 * HTTP status for a regional error: 503 if it does not answer, 429 if rate-limited, 502 if the answer is unusable, 400
 * if the change was refused for a reason.
 */
export function statusOf(error: unknown): number {
  if (!(error instanceof ApiError)) return 500;
  if (error.outcomeUnknown || error.kind === "DOWNSTREAM") return 503;
  const statuses: Partial<Record<ApiError["kind"], number>> = {
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    RATE_LIMITED: 429,
    UNREADABLE: 502,
    UNEXPECTED: 502,
  };
  return statuses[error.kind] ?? 400;
}

/** HTTP status of a page whose read failed: 502 if the region rejected the console's own query. */
export const pageStatusOf = (error: unknown): number => {
  const status = statusOf(error);
  return status === 404 || status === 429 || status >= 500 ? status : 502;
};

/** Message if the user or customer has reached a concurrency limit; undefined for other failures. */
function busyText(error: ApiError, { translate }: Pick<ConsoleArgs, "translate">): string | undefined {
  const busy = (["busyPerson", "busyCustomer"] as const).find((message) => isApiMessage(error, message));
  return busy && translate(outcomes)(busy, { count: Number(/\d+/.exec(error.message)?.[0] ?? 0) });
}

/** Notice shown in place of data that failed to load. */
export type LoadError = { tone: "warning" | "error"; title: string; description: string };
export type Loaded<T, E = LoadError> = { data: T; error: null } | { data: null; error: E };
/** Notice for a record that failed to load. */
export type DetailError = Omit<LoadError, "description"> & { description?: string };

/**
 * Awaits a screen's data. Refusals become the "No permission" warning and other errors "Unexpected error", both with
 * the area's text (SESS-32, SESS-33). Ended sessions and unreachable regions are rethrown for the guard (SESS-19,
 * SESS-34). The page's status becomes 502, 503, 429 or 404. A `side` part is optional: if it fails, the rest of the
 * screen is still shown (SSO-31).
 */
export async function loaded<T>(
  result: Promise<T>,
  { translate, degrade }: NoticeContext,
  description: string,
  part: "main" | "side" = "main",
): Promise<Loaded<T>> {
  const t = translate(outcomes);
  try {
    return { data: await result, error: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
    if (error.outcomeUnknown && (part === "main" || error.kind === "ABANDONED")) throw error;
    if (error.kind === "FORBIDDEN") {
      return { data: null, error: { tone: "warning", title: t("noPermission"), description } };
    }
    const busy = busyText(error, { translate });
    if (busy !== undefined) {
      if (part === "main") degrade?.(pageStatusOf(error));
      return { data: null, error: { tone: "warning", title: busy, description: "" } };
    }
    // Not reported: a URL may simply name a record that does not exist.
    if (error.kind !== "NOT_FOUND") reportError(error, { operation: error.operation, kind: error.kind });
    // A failed side part does not change the page's status.
    if (part === "main") degrade?.(pageStatusOf(error));
    return { data: null, error: { tone: "error", title: t("unexpectedError"), description } };
  }
}

/**
 * Returns `nothing` if the call fails. Still throws if the session has ended or the browser has disconnected.
 */
export async function optional<T, N>(result: Promise<T>, nothing: N): Promise<T | N> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED" || error.kind === "ABANDONED")
      throw error;
    if (error.kind !== "FORBIDDEN" && error.kind !== "NOT_FOUND")
      reportError(error, { operation: error.operation, kind: error.kind });
    return nothing;
  }
}

/** The result; null if it does not exist or is not visible to the user. Rethrows other failures. */
export async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NOT_FOUND") return null;
    throw error;
  }
}

/** The result; null if forbidden. Rethrows other failures. */
export async function nullIfForbidden<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "FORBIDDEN") return null;
    throw error;
  }
}

/** Notice for a failed change, with the area's texts; refusals start with "No permission". Rethrows session errors. */
export function failureNotice(
  error: unknown,
  { translate }: NoticeContext,
  words: { title: string; description?: string },
): { notice: Notice; status: number } {
  if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
  reportError(error, { operation: error.operation, kind: error.kind });
  if (error.kind === "FORBIDDEN") {
    const description = words.description ?? words.title;
    return {
      notice: { tone: "warning", title: translate(outcomes)("noPermission"), description },
      status: 403,
    };
  }
  const t = translate(outcomes);
  // Archived in the meantime: explain how to continue, whatever the action was (GEN-25).
  if (isApiMessage(error, "archived"))
    return { notice: { tone: "warning", title: t("archived") }, status: statusOf(error) };
  const busy = busyText(error, { translate });
  if (busy !== undefined) return { notice: { tone: "warning", title: busy }, status: statusOf(error) };
  const hope = error.outcomeUnknown
    ? t("outcomeUnknown")
    : error.kind === "DOWNSTREAM"
      ? t("cannotStore")
      : undefined;
  // "Try again" and "contact support" contradict each other: if a retry may help, show only that.
  const trimmed = (text = "") => (hope ? withoutSupport(text) : text);
  const description = [trimmed(words.description), hope].filter(Boolean).join(" ");
  const notice: Notice = { tone: "error", title: trimmed(words.title), ...(description && { description }) };
  return { notice, status: statusOf(error) };
}

/** Action result for a failed call: the page with a notice. */
export function failure(
  error: unknown,
  speaker: NoticeContext,
  words: { title: string; description?: string },
) {
  const { notice, status } = failureNotice(error, speaker, words);
  return data({ notice }, { status });
}

/** Action result for an impossible request: the page with the reason, status 400. */
export function refusal(title: string, description?: string) {
  const notice: Notice = { tone: "warning", title, ...(description && { description }) };
  return data({ notice }, { status: 400 });
}

/** Action result for a bulk button without a selection (SHELL-29). */
export function nothingSelected({ translate }: NoticeContext) {
  return refusal(translate(outcomes)("nothingSelected"));
}

/**
 * Returns a record, or a notice with the text `failed` (WF-44, WFS-47). Unknown records, refusals, ended sessions and
 * unreachable regions get their usual screens.
 */
export async function detailOrNotice<T>(
  detail: Promise<T>,
  { degrade }: Pick<ConsoleArgs, "degrade">,
  failed: string,
): Promise<Loaded<T, DetailError>> {
  try {
    return { data: await detail, error: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error;
    if (["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"].includes(error.kind)) throw error;
    reportError(error, { operation: error.operation, kind: error.kind });
    degrade(pageStatusOf(error));
    return { data: null, error: { tone: "error", title: failed } };
  }
}
