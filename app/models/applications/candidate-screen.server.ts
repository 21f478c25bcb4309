import { data, redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { candidates } from "~/i18n/candidates";
import { retention } from "~/i18n/retention";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { isWordTyped, type Refused } from "~/services/form-action.server";
import { phoneCountry, phoneNumber } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
import { candidateSchema } from "./candidate.schema";
import { type Candidate, getCandidate } from "./candidate.server";
import { withDecided } from "./decided";
import type { Vacancy } from "~/models/vacancies/vacancy.server";

/** `{base}/vacancies/{vacancyId}` with the list as the address has it: filters, page and all. */
export function candidatesHref({ base, param, url }: ConsoleArgs): string {
  const search = withDecided(url.searchParams, []).toString();
  return `${base}/vacancies/${param("vacancyId")}${search && `?${search}`}`;
}

/** The page under a dialog about a candidate: the candidate's own, or the list. */
export function behindDialog(args: ConsoleArgs): string {
  const { base, param, paramIfAny, url } = args;
  const page = `${base}/vacancies/${param("vacancyId")}/applications/${paramIfAny("applicationId") ?? ""}`;
  return url.pathname.startsWith(`${page}/candidate/`) ? page + url.search : candidatesHref(args);
}

/**
 * The candidate that an address below this vacancy names. One that is not there (any more) leads back to the list, so
 * that nobody is left on a page about nothing. Throws ApiError.
 */
export async function candidateOfAddress(
  args: ConsoleArgs,
  vacancy: Vacancy,
): Promise<{ candidate: Candidate; applicationId: string; backHref: string }> {
  const { api, param } = args;
  const backHref = behindDialog(args);
  const applicationId = param("applicationId");
  const candidate = await getCandidate(api, vacancy, applicationId);
  if (!candidate) throw candidateGone(args);
  return { candidate, applicationId, backHref };
}

/** The list again, with the message that the candidate is not there. */
export function candidateGone(args: ConsoleArgs) {
  args.notify({ tone: "warning", title: args.translate(candidates)("gone") });
  return redirect(candidatesHref(args), 303);
}

type TypedCandidate = z.output<ReturnType<typeof candidateSchema>>;

/**
 * The number to save with a correction, read in the chosen country unless it names its own; null when it is none. Left
 * as it is stored it stays, whatever its country's numbers are by now (CAND-07).
 */
export function editedNumber(
  candidate: Pick<Candidate, "phoneNumber">,
  { country, phoneNumber: typed }: Pick<TypedCandidate, "country" | "phoneNumber">,
): string | null {
  const known = phoneCountry(country) ?? undefined;
  if ([typed, `+${known?.code}${typed}`].includes(candidate.phoneNumber)) return candidate.phoneNumber;
  return phoneNumber(typed, typed.startsWith("+") ? undefined : known);
}

/** Checks a correction of a candidate; an email or phone number left as it is stored is never wrong (CAND-04, CAND-07). */
export function refusedCorrection(
  candidate: Pick<Candidate, "email" | "phoneNumber">,
  typed: TypedCandidate,
  { translate }: Pick<ConsoleArgs, "translate">,
): Refused | undefined {
  const { error } = candidateSchema(translate(candidates), {
    checkPhone: (text) => editedNumber(candidate, { ...typed, phoneNumber: text }) !== null,
    isStored: (email) => email === candidate.email,
  }).safeParse(typed);
  return error && { fieldErrors: z.flattenError(error).fieldErrors };
}

/**
 * Deletes or de-identifies a candidate once its word was typed (CAND-23), and shows the page behind, or what is wrong. The
 * candidate is not read first: a repeated post would find none, while the API repeats its first answer.
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
    if (error instanceof ApiError && error.kind === "NOT_FOUND") return candidateGone(args);
    // The page says since when, and to those who may see holds why (RET-10); where its flag is off, only this does.
    if (isApiMessage(error, "keptByHold")) {
      const notice = {
        tone: "error" as const,
        title,
        description: args.translate(retention)("kept.refused"),
      };
      return data({ errors: [], notice }, { status: 409 });
    }
    // The screen is open to whoever has the right somewhere.
    const isElsewhere = error instanceof ApiError && error.kind === "FORBIDDEN";
    const description = isElsewhere ? `${title}. ${t("elsewhere")}` : undefined;
    const { notice, status } = failureNotice(error, args, { title, ...(description && { description }) });
    return data({ errors: [], notice }, { status });
  }
  args.notify({ tone: "success", title: t(`${removal}.done`) });
  return redirect(removal === "remove" ? candidatesHref(args) : behindDialog(args), 303);
}
