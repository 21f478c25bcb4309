import type { Vacancy } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { ifAllowed, optional } from "~/services/failure.server";
import { stageOf } from "./application-screen.server";
import { readApplicationSearch } from "./application.schema";
import { findPlaceInList } from "./application.server";
import { getVacanciesOfCandidate } from "./candidate.server";
import { decidedOf } from "./decided";

/**
 * Where the candidate stands in the list that the address carries, as it was when it was opened, the candidates before and
 * after, and how many were decided on since (APP-88).
 */
export async function loadPlaceInList({ api, url, timeZone, param }: ConsoleArgs, vacancy: Vacancy) {
  const search = readApplicationSearch(url.searchParams, timeZone);
  const { stage } = stageOf(vacancy, search.stageId);
  if (search.applicationId || !stage) return null;
  const [id, decided] = [param("applicationId"), decidedOf(url.searchParams)];
  const place = await optional(findPlaceInList(api, vacancy, stage._id, search, decided, id), null);
  return place && { ...place, decided: decided.length, isDecided: decided.includes(id) };
}

/** The vacancies a candidate applied for; null where they applied in departments that the person has no rights on, too. */
export const loadVacanciesOf = ({ api }: ConsoleArgs, candidateId: string) =>
  optional(ifAllowed(getVacanciesOfCandidate(api, candidateId)), []);
