import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { candidates } from "~/i18n/candidates";
import { retention } from "~/i18n/retention";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { isWordTyped, type RefusedSave } from "~/services/form-action.server";
import { phoneCountry, phoneNumber } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
import { candidateSchema } from "./candidate.schema";
import { type Candidate, getCandidate } from "./candidate.server";
import { withDecided } from "./decided";
import type { Vacancy } from "~/models/vacancies/vacancy.server";

/** `{base}/vacancies/{vacancyId}` with the list's current query string (filters, page). */
export function candidatesHref({ base, param, url }: ConsoleArgs): string {
  const search = withDecided(url.searchParams, []).toString();
  return `${base}/vacancies/${param("vacancyId")}${search && `?${search}`}`;
}

/** The page behind a candidate dialog: the candidate's, or the list. */
export function pageBehindDialog(args: ConsoleArgs): string {
  const { base, param, paramIfAny, url } = args;
  const page = `${base}/vacancies/${param("vacancyId")}/applications/${paramIfAny("applicationId") ?? ""}`;
  return url.pathname.startsWith(`${page}/candidate/`) ? page + url.search : candidatesHref(args);
}

/**
 * The candidate named in the URL below this vacancy. If it no longer exists, redirects to the list rather
 * than showing an empty page. Throws ApiError.
 */
export async function candidateOfAddress(
  args: ConsoleArgs,
  vacancy: Vacancy,
): Promise<{ candidate: Candidate; applicationId: string; backHref: string }> {
  const { api, param } = args;
  const backHref = pageBehindDialog(args);
  const applicationId = param("applicationId");
  const candidate = await getCandidate(api, vacancy, applicationId);
  if (!candidate) throw redirectFromGoneCandidate(args);
  return { candidate, applicationId, backHref };
}

/** Redirects to the list with a "candidate is gone" notice. */
export function redirectFromGoneCandidate(args: ConsoleArgs) {
  args.notify({ tone: "warning", title: args.translate(candidates)("gone") });
  return redirect(candidatesHref(args), 303);
}

type TypedCandidate = z.output<ReturnType<typeof candidateSchema>>;

/**
 * Phone number to save, parsed for the chosen country unless it has its own prefix; null if invalid. An unchanged
 * number is kept even if the country's number rules have changed since (CAND-07).
 */
export function editedNumber(
  candidate: Pick<Candidate, "phoneNumber">,
  { country, phoneNumber: typed }: Pick<TypedCandidate, "country" | "phoneNumber">,
): string | null {
  const known = phoneCountry(country) ?? undefined;
  if ([typed, `+${known?.code}${typed}`].includes(candidate.phoneNumber)) return candidate.phoneNumber;
  return phoneNumber(typed, typed.startsWith("+") ? undefined : known);
}

/** Validates a correction of a candidate. An unchanged email or phone number is always accepted (CAND-04, CAND-07). */
export function correctionErrors(
  candidate: Pick<Candidate, "email" | "phoneNumber">,
  typed: TypedCandidate,
  { translate }: Pick<ConsoleArgs, "translate">,
): RefusedSave | undefined {
  const { error } = candidateSchema(translate(candidates), {
    checkPhone: (text) => editedNumber(candidate, { ...typed, phoneNumber: text }) !== null,
    isStored: (email) => email === candidate.email,
  }).safeParse(typed);
  return error && { fieldErrors: z.flattenError(error).fieldErrors };
}

/**
 * Deletes or de-identifies a candidate after the confirmation word was typed (CAND-23). The candidate is not loaded
 * first: a repeated post would not find it, while the API repeats its first answer.
 */
export async function applyRemoval(
  args: FormArgs,
  removal: "remove" | "deidentify",
  run: () => Promise<unknown>,
) {
  const t = args.translate(candidates);
  const title = t(`${removal}.failed`);
  if (!isWordTyped(args.form, t(`${removal}.word`)))
    return data({ errors: [t(`${removal}.wrong`)], notice: null }, { status: 400 });
  try {
    await run();
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NOT_FOUND") return redirectFromGoneCandidate(args);
    // The page shows the hold and, with access, its reason (RET-10); with its flag off, only this notice does.
    if (isApiMessage(error, "keptByHold")) {
      const notice = {
        tone: "error" as const,
        title,
        description: args.translate(retention)("kept.refused"),
      };
      return data({ errors: [], notice }, { status: 409 });
    }
    // The screen opens for a right in any department, so the API can still refuse this one.
    const isElsewhere = error instanceof ApiError && error.kind === "FORBIDDEN";
    const description = isElsewhere ? `${title}. ${t("elsewhere")}` : undefined;
    const { notice, status } = failureNotice(error, args, { title, ...(description && { description }) });
    return data({ errors: [], notice }, { status });
  }
  args.notify({ tone: "success", title: t(`${removal}.done`) });
  return redirect(removal === "remove" ? candidatesHref(args) : pageBehindDialog(args), 303);
}
