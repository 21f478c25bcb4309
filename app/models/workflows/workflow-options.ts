import { toldApart } from "~/models/list/told-apart";

/** Most workflows that a picker offers (WF-11). */
export const maxOffered = 500;

/** The field that looks for the others (WF-61). */
export const workflowSearch = "workflowSearch";

export type Named = { _id: string; name: string };

/** The names of workflows to choose from: the end of the id is added to names that occur twice. */
export function namesToChoose(workflows: readonly Named[]): ReadonlyMap<string, string> {
  const options = workflows.map(({ _id, name }) => ({ value: _id, label: name }));
  const told = toldApart(options, (name) => name.trim().toLocaleLowerCase("en"));
  return new Map(told.map(({ value, label }) => [value, label]));
}

/**
 * Workflows as the options of a field, two of the same name among the `known` told apart. The one that is chosen is there whatever
 * is offered.
 */
export function optionsOf(offered: readonly Named[], known = offered, chosenId = "") {
  const names = namesToChoose(known);
  const chosen = offered.some(({ _id }) => _id === chosenId)
    ? []
    : known.filter(({ _id }) => _id === chosenId);
  return [...chosen, ...offered].map(({ _id, name }) => ({ value: _id, label: names.get(_id) ?? name }));
}
