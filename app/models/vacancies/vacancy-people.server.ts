import { vacanciesArea } from "~/areas/vacancies";
import { searchKey, sortByName } from "~/i18n/name-order";
import { isEmail } from "~/models/form/pasted";
import { textFilter } from "~/models/list/list-search";
import { fullName } from "~/models/users/full-name";
import type { CustomerApi } from "~/services/customer-api.server";
import type { Gate } from "~/services/gates";
import { pageQueryOf } from "~/services/operation.server";

/** The gate of the list or archive whose filter suggests people, with the filter's flag. */
export function peopleGate(isArchived: boolean): Gate {
  const { flag, right } = vacanciesArea.screens[isArchived ? "archive" : "list"];
  return { flag: [flag, "edgeVacancyFiltersEnabled"], right };
}

const fetchVacancyPeople = pageQueryOf(
  "AppsGetVacancyListV2",
  "managers { firstName lastName email }",
  "VacancyPeople",
);

/** Reads the text as the list's filter does. */
const managerFilter = textFilter();

/** The list takes what looks like an email for a whole one (VAC-68), but here more may follow: "a@x.co", "a@x.com". */
const asPart = (text: string): string => (isEmail(text) ? text.replace(/(@[^.]*).*$/, "$1") : text);

/** Vacancies that are looked through, the newest, and how many of their people are offered. */
const vacanciesRead = 100;
const offered = 8;

/**
 * Managers and recruiters of the newest vacancies whose name or email contains the text; none below two characters
 * (VAC-71). People of one name are one, since the filter finds both. Throws ApiError.
 */
export async function peopleNamed(api: CustomerApi, text: string, isArchived: boolean) {
  const managerText = managerFilter.parse([text]) ?? "";
  if ([...managerText].length < 2) return [];
  const filter = {
    ...api.ids,
    managerText: asPart(managerText),
    isArchived,
    skipEq: 0,
    limitEq: vacanciesRead,
  };
  const { data } = await fetchVacancyPeople(api, { filter });
  const key = searchKey(managerText);
  const people = data
    .flatMap(({ managers }) => managers)
    .map((one) => ({ name: fullName(one), email: one.email }))
    .filter(({ name, email }) => searchKey(`${name} ${email}`).includes(key));
  const byName = new Map(people.map((one) => [searchKey(one.name), one]));
  return sortByName([...byName.values()], ({ name }) => name).slice(0, offered);
}
