import { data } from "@remix-run/node";
import { outcomes, withoutSupport } from "~/i18n/outcomes";
import type { Notice } from "~/sessions.server";
import { isApiMessage } from "./api-messages";
import { reportError } from "./errors.server";
import type { ConsoleArgs } from "./console-args";
import { ApiError } from "./regional-api.server";

type Speaker = Pick<ConsoleArgs, "translate"> & Partial<Pick<ConsoleArgs, "degrade">>;

/**
 * The status of an answer that a region's error decides: 503 while it does not answer, 429 when it asks for patience,
 * 502 when what it answers is of no use. 400 is a change that it refuses for a reason.
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

/** The page's status for a read that failed: 502 where the region rejects what the console itself asked for. */
export const pageStatusOf = (error: unknown): number => {
  const status = statusOf(error);
  return status === 404 || status === 429 || status >= 500 ? status : 502;
};

/** What is said to who has as much of something going on as one may, or whose customer has; undefined for another failure. */
function busyText(error: ApiError, { translate }: Pick<ConsoleArgs, "translate">): string | undefined {
  const busy = (["busyPerson", "busyCustomer"] as const).find((message) => isApiMessage(error, message));
  return busy && translate(outcomes)(busy, { count: Number(/\d+/.exec(error.message)?.[0] ?? 0) });
}

/** The notice that is shown in place of data that could not be loaded. */
export type LoadError = { tone: "warning" | "error"; title: string; description: string };
export type Loaded<T, E = LoadError> = { data: T; error: null } | { data: null; error: E };
/** Why a record could not be loaded. */
export type DetailError = Omit<LoadError, "description"> & { description?: string };

/**
 * Waits for the data of a screen. A refusal becomes the "No permission" warning and other errors "Unexpected
 * error", both with the area's own text (SESS-32, SESS-33). An ended session and a region that does not answer
 * are rethrown for the guard to handle (SESS-19, SESS-34). The page then answers 502, 503, 429 or 404.
 * A `side` part is one that the screen can do without: the rest is shown whatever happens to it (SSO-31).
 */
export async function loaded<T>(
  result: Promise<T>,
  { translate, degrade }: Speaker,
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
    // An address may name what there is not: no fault of anybody who could mend it.
    if (error.kind !== "NOT_FOUND") reportError(error, { operation: error.operation, kind: error.kind });
    // With a side missing the page is still what was asked for.
    if (part === "main") degrade?.(pageStatusOf(error));
    return { data: null, error: { tone: "error", title: t("unexpectedError"), description } };
  }
}

/** Returns `nothing` if the call fails. Still throws when the session has ended or the browser has gone. */
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

/** What is there; null where the region knows no such thing, or none that the person may see. Rethrows every other failure. */
export async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NOT_FOUND") return null;
    throw error;
  }
}

/** The answer; null where the person may not have it. Rethrows every other failure. */
export async function ifAllowed<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "FORBIDDEN") return null;
    throw error;
  }
}

/** The notice for a change that failed, in the area's words; a refusal says "No permission" first. Rethrows what ends the session. */
export function failureNotice(
  error: unknown,
  { translate }: Speaker,
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
  // Somebody archived it meanwhile: there is a way on, whatever was tried (GEN-25).
  if (isApiMessage(error, "archived"))
    return { notice: { tone: "warning", title: t("archived") }, status: statusOf(error) };
  const busy = busyText(error, { translate });
  if (busy !== undefined) return { notice: { tone: "warning", title: busy }, status: statusOf(error) };
  const hope = error.outcomeUnknown
    ? t("outcomeUnknown")
    : error.kind === "DOWNSTREAM"
      ? t("cannotStore")
      : undefined;
  // To try again and to contact support are contrary advices: where there is hope the first stands alone.
  const said = (text = "") => (hope ? withoutSupport(text) : text);
  const description = [said(words.description), hope].filter(Boolean).join(" ");
  const notice: Notice = { tone: "error", title: said(words.title), ...(description && { description }) };
  return { notice, status: statusOf(error) };
}

/** The answer of an action whose call failed: the page again, with the notice on it. */
export function failure(error: unknown, speaker: Speaker, words: { title: string; description?: string }) {
  const { notice, status } = failureNotice(error, speaker, words);
  return data({ notice }, { status });
}

/** The answer to a post that asks for what cannot be: the page again, with the reason on it. */
export function refusal(title: string, description?: string) {
  const notice: Notice = { tone: "warning", title, ...(description && { description }) };
  return data({ notice }, { status: 400 });
}

/** The answer to a bulk button pressed with nothing selected (SHELL-29). */
export function nothingSelected({ translate }: Speaker) {
  return refusal(translate(outcomes)("nothingSelected"));
}

/**
 * Returns a record, or a notice with the words of `failed` in its place (WF-44, WFS-47). Unknown ones,
 * refusals, an ended session and a region that does not answer have their usual screens.
 */
export async function detailOr<T>(
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
