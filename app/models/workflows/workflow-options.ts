import { toldApart } from "~/models/list/told-apart";

/** Most workflows that a picker offers (WF-11). */
export const maxOffered = 500;

export type Named = { _id: string; name: string };

/** The names of workflows to choose from: the end of the id is added to names that occur twice. */
export function namesToChoose(workflows: readonly Named[]): ReadonlyMap<string, string> {
  const options = workflows.map(({ _id, name }) => ({ value: _id, label: name }));
  const told = toldApart(options, (name) => name.trim().toLocaleLowerCase("en"));
  return new Map(told.map(({ value, label }) => [value, label]));
}

/** Workflows as the options of a field, two of the same name told apart. */
export function optionsOf(workflows: readonly Named[]) {
  const names = namesToChoose(workflows);
  return workflows.map(({ _id, name }) => ({ value: _id, label: names.get(_id) ?? name }));
}
