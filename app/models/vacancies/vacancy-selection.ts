/**
 * Checkbox value of a vacancy: the id, which always exists, and the external id, which archiving and restoring use. Ids
 * contain no spaces.
 */
export function selectionValue(vacancy: { _id: string; externalVacancyId: string | null }): string {
  return `${vacancy._id} ${vacancy.externalVacancyId ?? ""}`;
}

/** External ids of the selected vacancies that have one (VAC-23). */
export function externalIdsOf(chosen: readonly string[]): string[] {
  return chosen.map((value) => value.slice(value.indexOf(" ") + 1)).filter(Boolean);
}
