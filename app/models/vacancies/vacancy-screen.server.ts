import { data } from "@remix-run/node";
import type { vacancies } from "~/i18n/vacancies";
import type { Translate } from "~/i18n/texts";
import { reportError } from "~/services/errors.server";
import type { Scope } from "~/services/console-args";
import { ApiError, type RegionalApi } from "~/services/regional-api.server";
import { peopleLeftOut, type VacancyValues } from "./vacancy.schema";
import { getVacancy, type Vacancy } from "./vacancy.server";

/**
 * The vacancy an address names, for every screen about one. An id may carry a query suffix (VAC-59). Whatever fails
 * becomes the not-found page of VAC-54, save what is no matter of the vacancy: an ended session, a refusal, a region
 * that does not answer.
 */
export async function vacancyOfAddress(
  api: RegionalApi,
  scope: Scope,
  vacancyId: string | undefined,
): Promise<Vacancy> {
  try {
    return await getVacancy(api, scope, (vacancyId ?? "").split("?", 1)[0] ?? "");
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error;
    if (error.kind === "UNAUTHENTICATED" || error.kind === "FORBIDDEN") throw error;
    if (error.kind !== "NOT_FOUND") reportError(error, { operation: error.operation, kind: error.kind });
    throw vacancyMissing();
  }
}

/** The not-found page of a vacancy: drawn by VacancyErrorBoundary. */
export const vacancyMissing = () => data({ screen: "vacancy-not-found" }, { status: 404 });

/** The notice of a saved vacancy: it names who was left out for want of an email (VAC-38). */
export function savedNotice(
  t: Translate<(typeof vacancies)["en"]>,
  title: string,
  people: VacancyValues["people"],
) {
  const names = peopleLeftOut(people);
  return names.length === 0 ? title : { title, description: t("form.leftOut", { names: names.join(", ") }) };
}
