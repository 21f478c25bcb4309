import { toldApart } from "~/models/list/told-apart";

/** Most workflows that a picker offers (WF-11). */
export const maxOffered = 500;

type Named = { _id: string; name: string };

/** What workflows are called where one is chosen: those of the same name are told apart by the end of their ids. */
export function namesToChoose(workflows: readonly Named[]): ReadonlyMap<string, string> {
  const options = workflows.map(({ _id, name }) => ({ value: _id, label: name }));
  const told = toldApart(options, (name) => name.trim().toLocaleLowerCase("en"));
  return new Map(told.map(({ value, label }) => [value, label]));
}
