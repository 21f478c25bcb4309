import { disambiguated } from "~/models/list/disambiguated";

/** Maximum workflows in a picker (WF-11). */
export const maxOffered = 500;

export type Named = { _id: string; name: string };

/** Workflow names for a picker; duplicates get the end of their id. */
export function distinctNames(workflows: readonly Named[]): ReadonlyMap<string, string> {
  const options = workflows.map(({ _id, name }) => ({ value: _id, label: name }));
  const labelled = disambiguated(options, (name) => name.trim().toLocaleLowerCase("en"));
  return new Map(labelled.map(({ value, label }) => [value, label]));
}

/** Workflows as options with unique labels. */
export function optionsOf(workflows: readonly Named[]) {
  const names = distinctNames(workflows);
  return workflows.map(({ _id, name }) => ({ value: _id, label: names.get(_id) ?? name }));
}
