import type { ExhaustedHolder } from "./file-answer.server";
import { data, redirect } from "@remix-run/node";
import type { Flags } from "~/flags";
import { regions } from "~/regions";
import { ApiError } from "./regional-api.server";
import { reportError } from "./errors.server";
import type { FailedPost } from "./failed-post.server";
import { pageStatusOf } from "./failure.server";

/** Error screens rendered by the error boundary (SHELL-35..39, SESS-16). */
export type ScreenError =
  | { screen: "not-found" }
  | { screen: "denied"; post?: FailedPost | undefined }
  | {
      screen: "archived-customer";
      name: string;
      archiveHref?: string | undefined;
      post?: FailedPost | undefined;
    }
  | { screen: "expired"; kept?: InterruptedForm }
  | { screen: "forbidden-post" }
  | { screen: "no-default-customer"; archived?: string | undefined }
  | { screen: "downloads-under-way"; busy: ExhaustedHolder }
  | { screen: "failed"; region?: string; requestId?: string; post?: FailedPost };

/** Sealed input from when the session ended, and what is needed to carry it through the sign-in. */
export type InterruptedForm = { draft: string; csrf: string; loginPath: string };

/** Intent that restores a kept form. */
export const restoreIntent = "bring-back";

/** 404: unknown URL, or its flag is off (SHELL-07, SHELL-37). */
export const notFound = () => data<ScreenError>({ screen: "not-found" }, { status: 404 });
/** Records with their own not-found text; rendered by `recordBoundary`. */
export type RecordName = "user" | "group" | "policy" | "vacancy";
/** `listHref` links to the list; null if the list is closed. */
export type RecordMissing = { screen: `${RecordName}-not-found`; listHref?: string | null };

/** 404: no such record, in place of its page (USER-50, GRP-36, POL-20). */
export const recordMissing = (record: RecordName, listHref?: string | null) =>
  data<RecordMissing>(
    { screen: `${record}-not-found`, ...(listHref !== undefined && { listHref }) },
    { status: 404 },
  );

/** Not-found page of a vacancy; links to the list only if its flag is on (VAC-03, VAC-54). */
export const vacancyMissing = ({ base, flags }: { base: string; flags: Flags }) =>
  recordMissing("vacancy", flags.edgeVacancyListEnabled ? `${base}/vacancies` : null);
/** 403: signed in, but without access (SHELL-39). */
export const denied = () => data<ScreenError>({ screen: "denied" }, { status: 403 });
/** 403: the customer is archived; `archiveHref` is set for users who may restore it (SHELL-41). */
export const archivedCustomer = (name: string, archiveHref: string | undefined) =>
  data<ScreenError>({ screen: "archived-customer", name, archiveHref }, { status: 403 });
/** 401 for an open page: shows the expiry dialog over it (SESS-16, SESS-19). */
export const expired = (kept?: InterruptedForm) =>
  data<ScreenError>({ screen: "expired", kept }, { status: 401 });
/** 400: not a post that this session's pages could make. */
export const unacceptablePost = () => data<ScreenError>({ screen: "forbidden-post" }, { status: 400 });
/** 403: the post did not come from this session's forms (SESS-40). */
export const forbiddenPost = () => data<ScreenError>({ screen: "forbidden-post" }, { status: 403 });

/** The user has no customer to start with (SHELL-05); `archived` names their own if it is archived (CUST-56). */
export const noDefaultCustomer = (archived?: string) =>
  data<ScreenError>({ screen: "no-default-customer", archived }, { status: 404 });

/** 503: the user or customer has reached the limit of parallel downloads (GEN-109). */
export const tooManyDownloads = (busy: ExhaustedHolder) =>
  data<ScreenError>({ screen: "downloads-under-way", busy }, { status: 503 });

/**
 * Screen for errors without a specific text (SHELL-36); with `post`, the posted values stay on it and can be resent
 * (SHELL-54).
 */
export function failed(error: unknown, requestId: string, post?: FailedPost) {
  const region = error instanceof ApiError && error.outcomeUnknown ? regions[error.region].label : undefined;
  reportError(error, error instanceof ApiError ? { operation: error.operation, kind: error.kind } : {});
  return data<ScreenError>({ screen: "failed", region, requestId, post }, { status: pageStatusOf(error) });
}

/** URL of the sign-in page, returning to `from` (AUTH-01). */
export function loginPath(from: URL, reason?: "expired"): string {
  const search = new URLSearchParams({ redirect: from.href });
  if (reason) search.set("reason", reason);
  return `/login?${search}`;
}

/** Redirects to the sign-in page, returning to `from` afterwards. */
export const toLogin = (from: URL, reason?: "expired") => redirect(loginPath(from, reason));

/**
 * Returns the data, or throws the access-denied screen if it may not be read (GEN-14, USER-34, GRP-12, WF-04, WFS-03,
 * WFS-49, LOG-17).
 */
export async function orThrowDenied<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "FORBIDDEN") throw denied();
    throw error;
  }
}
