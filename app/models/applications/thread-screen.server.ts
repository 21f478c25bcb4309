import type { Vacancy } from "~/models/vacancies/vacancy.server";
import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { stageOf } from "./application-screen.server";
import { readApplicationSearch } from "./application.schema";
import { findPlaceInList } from "./application.server";
import { getVacanciesOfCandidate } from "./candidate.server";

/** Where the candidate stands in the list that the address carries, and the candidates before and after. */
export function loadPlaceInList({ api, scope, url, timeZone, param }: ConsoleArgs, vacancy: Vacancy) {
  const search = readApplicationSearch(url.searchParams, timeZone);
  const { stage } = stageOf(vacancy, search.stageId);
  if (search.applicationId || !stage) return Promise.resolve(null);
  return optional(findPlaceInList(api, scope, vacancy, stage._id, search, param("applicationId")), null);
}

/** The vacancies a candidate applied for, as far as the person may know. */
export const loadVacanciesOf = ({ api, scope }: ConsoleArgs, candidateId: string) =>
  optional(getVacanciesOfCandidate(api, scope, candidateId), []);
