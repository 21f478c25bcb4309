/**
 * The value of a vacancy's checkbox: the id, which no vacancy lacks, and the external id, by which vacancies are
 * archived and restored. Ids have no blanks.
 */
export function selectionValue(vacancy: { _id: string; externalVacancyId: string | null }): string {
  return `${vacancy._id} ${vacancy.externalVacancyId ?? ""}`;
}

/** The external ids of those chosen vacancies that have one (VAC-23). */
export function externalIdsOf(chosen: readonly string[]): string[] {
  return chosen.map((value) => value.slice(value.indexOf(" ") + 1)).filter(Boolean);
}
