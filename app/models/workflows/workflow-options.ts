/** Most workflows that a picker offers (WF-11). */
export const mostOffered = 500;

type Named = { _id: string; name: string };

/** What workflows are called where one is chosen: those of the same name are told apart by the end of their ids. */
export function namesToChoose(workflows: readonly Named[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const keyOf = ({ name }: Named) => name.trim().toLocaleLowerCase("en");
  for (const one of workflows) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return new Map(
    workflows.map((one) => [
      one._id,
      (counts.get(keyOf(one)) ?? 0) > 1 ? `${one.name} (…${one._id.slice(-6)})` : one.name,
    ]),
  );
}
