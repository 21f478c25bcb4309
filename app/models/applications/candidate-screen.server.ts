import { data, redirect } from "@remix-run/node";
import { candidates } from "~/i18n/candidates";
import type { ConsoleArgs } from "~/services/console-args";
import { type Candidate, getCandidate } from "./candidate.server";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";

/** `{base}/vacancies/{vacancyId}` and the list as it was before a dialog opened over it. */
export function candidatesHref({ base, params, url }: ConsoleArgs): string {
  return `${base}/vacancies/${params.vacancyId}${url.search}`;
}

/**
 * The candidate that an address below a vacancy names. One that is not there (any more) leads back to the list with a
 * message, so that nobody is left on a page about nothing.
 */
export async function candidateOfAddress(
  args: ConsoleArgs,
): Promise<{ vacancy: Vacancy; candidate: Candidate; applicationId: string; backHref: string }> {
  const { api, scope, params, translate, notify } = args;
  const backHref = candidatesHref(args);
  const applicationId = params.applicationId ?? "";
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  const candidate = await getCandidate(api, scope, vacancy, applicationId);
  if (!candidate) {
    notify({ tone: "warning", title: translate(candidates)("gone") });
    throw redirect(backHref);
  }
  return { vacancy, candidate, applicationId, backHref };
}

/** How a candidate is called on screens. */
export const nameOf = ({ firstName, lastName }: Candidate) => `${firstName} ${lastName}`.trim();

/** What the confirmation of something that cannot be undone is answered with (CAND-23). */
export function wrongWord(message: string) {
  return data({ errors: [message], notice: null }, { status: 400 });
}
