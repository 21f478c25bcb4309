import { peopleNamed } from "~/models/vacancies/vacancy-people.server";
import { consoleLoader } from "~/services/guard.server";

const gate = {
  flag: ["edgeVacancyListEnabled", "edgeVacancyFiltersEnabled"],
  right: "apps:listVacancy somewhere",
} as const;

/** Managers and recruiters of the list, or of the archive, for `?q=`, as JSON (VAC-71). */
export const loader = consoleLoader(gate, async ({ api, url }) =>
  Response.json(
    await peopleNamed(api, url.searchParams.get("q") ?? "", url.pathname.endsWith("/archive/people.json")),
  ),
);
