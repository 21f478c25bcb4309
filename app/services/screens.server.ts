import type { Busy } from "./file-answer.server";
import { data, redirect } from "@remix-run/node";
import type { Flags } from "~/flags";
import { regions } from "~/regions";
import { ApiError } from "./regional-api.server";
import { reportError } from "./errors.server";
import type { FailedPost } from "./failed-post.server";
import { pageStatusOf } from "./failure.server";

/** The error screen that an error boundary shows (SHELL-35..39, SESS-16). */
export type ScreenError =
  | { screen: "not-found" }
  | { screen: "denied"; post?: FailedPost | undefined }
  | {
      screen: "archived-customer";
      name: string;
      archiveHref?: string | undefined;
      post?: FailedPost | undefined;
    }
  | { screen: "expired"; kept?: KeptForm }
  | { screen: "forbidden-post" }
  | { screen: "no-default-customer"; archived?: string | undefined }
  | { screen: "downloads-under-way"; busy: Busy }
  | { screen: "failed"; region?: string; requestId?: string; post?: FailedPost };

/** What was typed when the session ended, sealed, and how to take it through the sign-in. */
export type KeptForm = { draft: string; csrf: string; loginPath: string };

/** The intent that brings a kept form back. */
export const restoreIntent = "bring-back";

/** 404: unknown address, or its flag is off (SHELL-07, SHELL-37). */
export const notFound = () => data<ScreenError>({ screen: "not-found" }, { status: 404 });
/** The records whose pages say in their own words that there is none; `recordBoundary` draws it. */
export type RecordName = "user" | "group" | "policy" | "vacancy";
/** `listHref` leads back to all of them; null where their list is closed. */
export type RecordMissing = { screen: `${RecordName}-not-found`; listHref?: string | null };

/** 404: no such record, in place of its page (USER-50, GRP-36, POL-20). */
export const recordMissing = (record: RecordName, listHref?: string | null) =>
  data<RecordMissing>(
    { screen: `${record}-not-found`, ...(listHref !== undefined && { listHref }) },
    { status: 404 },
  );

/** The not-found page of a vacancy, which leads to the list only where the list's flag is on (VAC-03, VAC-54). */
export const vacancyMissing = ({ base, flags }: { base: string; flags: Flags }) =>
  recordMissing("vacancy", flags.edgeVacancyListEnabled ? `${base}/vacancies` : null);
/** 403: signed in, but without access (SHELL-39). */
export const denied = () => data<ScreenError>({ screen: "denied" }, { status: 403 });
/** 403: the customer is archived; `archiveHref` leads whoever may restore it there (SHELL-41). */
export const archivedCustomer = (name: string, archiveHref: string | undefined) =>
  data<ScreenError>({ screen: "archived-customer", name, archiveHref }, { status: 403 });
/** 401 for a page that is already open: it shows the expiry dialog over itself (SESS-16, SESS-19). */
export const expired = (kept?: KeptForm) => data<ScreenError>({ screen: "expired", kept }, { status: 401 });
/** 400: no form of this session's pages makes such a post. */
export const unacceptablePost = () => data<ScreenError>({ screen: "forbidden-post" }, { status: 400 });
/** 403: the post did not come from one of this session's forms (SESS-40). */
export const forbiddenPost = () => data<ScreenError>({ screen: "forbidden-post" }, { status: 403 });

/** The user has no customer to begin with (SHELL-05); `archived` names their own, which is archived (CUST-56). */
export const noDefaultCustomer = (archived?: string) =>
  data<ScreenError>({ screen: "no-default-customer", archived }, { status: 404 });

/** 503: the person, or the customer, has as many downloads under way as there may be (GEN-109). */
export const downloadsUnderWay = (busy: Busy) =>
  data<ScreenError>({ screen: "downloads-under-way", busy }, { status: 503 });

/**
 * The screen for an error that no area has a text of its own for (SHELL-36); with `post`, what was posted stays on it
 * and can be sent again (SHELL-54).
 */
export function failed(error: unknown, requestId: string, post?: FailedPost) {
  const region = error instanceof ApiError && error.outcomeUnknown ? regions[error.region].label : undefined;
  reportError(error, error instanceof ApiError ? { operation: error.operation, kind: error.kind } : {});
  return data<ScreenError>({ screen: "failed", region, requestId, post }, { status: pageStatusOf(error) });
}

/** The sign-in page's address, which leads back to `from` (AUTH-01). */
export function loginPath(from: URL, reason?: "expired"): string {
  const search = new URLSearchParams({ redirect: from.href });
  if (reason) search.set("reason", reason);
  return `/login?${search}`;
}

/** To the sign-in page, and back to `from` afterwards. */
export const toLogin = (from: URL, reason?: "expired") => redirect(loginPath(from, reason));

/**
 * Returns the data, or shows the access-denied view in place of a screen whose data may not be read (GEN-14, USER-34, GRP-12,
 * WF-04, WFS-03, WFS-49, LOG-17).
 */
export async function orThrowDenied<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "FORBIDDEN") throw denied();
    throw error;
  }
}
