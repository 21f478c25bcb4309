import type { Vacancy } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { nullIfForbidden, optional } from "~/services/failure.server";
import { stageOf } from "./application-screen.server";
import { readApplicationSearch } from "./application.schema";
import { findPlaceInList } from "./application.server";
import { getVacanciesOfCandidate } from "./candidate.server";
import { sideListParameter } from "./side-list";
import { decidedOf } from "./decided";

/** For a candidate opened from no list. */
export const noPlace = { place: null, beside: undefined };

/**
 * The candidate's position in the list that the URL describes, as of when it was opened, with the previous
 * and next candidates and the number decided on since (APP-88); and that list's page, if it is shown next to
 * the candidate (PIPE-10).
 */
export async function loadPlaceInList({ api, url, timeZone, param }: ConsoleArgs, vacancy: Vacancy) {
  const search = readApplicationSearch(url.searchParams, timeZone);
  const { stage } = stageOf(vacancy, search.stageId);
  const isBeside = url.searchParams.has(sideListParameter);
  const [applicationId, decided] = [param("applicationId"), decidedOf(url.searchParams)];
  if (search.applicationId || !stage) return noPlace;
  const opened = { applicationId, decided, isBeside };
  const found = await optional(findPlaceInList(api, vacancy, stage._id, search, opened), null);
  const done = { decided: decided.length, isDecided: decided.includes(applicationId) };
  return {
    place: found?.place ? { ...found.place, ...done } : null,
    /** Undefined unless the list is shown next to the candidate, null if it could not be loaded. */
    beside: isBeside ? (found?.beside ? { ...found.beside, size: search.list.size } : null) : undefined,
  };
}

/** Vacancies a candidate applied for; null if some are in departments the user has no rights on. */
export const loadVacanciesOf = ({ api }: ConsoleArgs, candidateId: string) =>
  optional(nullIfForbidden(getVacanciesOfCandidate(api, candidateId)), []);
