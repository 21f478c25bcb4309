/**
 * The value of a vacancy's checkbox: the id, which no vacancy lacks, and the external id, by which vacancies are
 * archived and restored. Ids have no blanks.
 */
export function selectionValue(vacancy: { _id: string; externalVacancyId: string | null }): string {
  return `${vacancy._id} ${vacancy.externalVacancyId ?? ""}`;
}

/** How many vacancies a posted list has selected, and the external ids of those that have one (VAC-23). */
export function selectedVacancies(form: FormData): { count: number; externalIds: string[] } {
  const selected = [...new Set(form.getAll("ids").map(String))];
  const externalIds = selected.map((value) => value.slice(value.indexOf(" ") + 1)).filter(Boolean);
  return { count: selected.length, externalIds };
}
