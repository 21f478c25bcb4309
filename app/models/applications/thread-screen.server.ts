import type { Vacancy } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { ifAllowed, optional } from "~/services/failure.server";
import { stageOf } from "./application-screen.server";
import { readApplicationSearch } from "./application.schema";
import { findPlaceInList } from "./application.server";
import { getVacanciesOfCandidate } from "./candidate.server";
import { decidedOf } from "./decided";

/**
 * The candidate's position in the list that the URL describes, as of when it was opened, with the previous
 * and next candidates and the number decided on since (APP-88).
 */
export async function loadPlaceInList({ api, url, timeZone, param }: ConsoleArgs, vacancy: Vacancy) {
  const search = readApplicationSearch(url.searchParams, timeZone);
  const { stage } = stageOf(vacancy, search.stageId);
  if (search.applicationId || !stage) return null;
  const [id, decided] = [param("applicationId"), decidedOf(url.searchParams)];
  const place = await optional(findPlaceInList(api, vacancy, stage._id, search, decided, id), null);
  return place && { ...place, decided: decided.length, isDecided: decided.includes(id) };
}

/** Vacancies a candidate applied for; null if some are in departments the user has no rights on. */
export const loadVacanciesOf = ({ api }: ConsoleArgs, candidateId: string) =>
  optional(ifAllowed(getVacanciesOfCandidate(api, candidateId)), []);
