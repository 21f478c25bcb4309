/**
 * Options of a choice whose labels occur once each: those that share one carry the end of their id, which the address of
 * their page ends with (GRP-64, WF-62). `keyOf` says which labels a reader takes for the same; without it, equal ones.
 */
export function toldApart<Option extends { value: string; label: string }>(
  options: readonly Option[],
  keyOf = (label: string) => label,
): Option[] {
  // A letter with its accent looks the same as one character and as two.
  const seen = (label: string) => keyOf(label.normalize());
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(seen(label), (counts.get(seen(label)) ?? 0) + 1);
  return options.map((option) =>
    (counts.get(seen(option.label)) ?? 0) > 1
      ? { ...option, label: `${option.label} (…${option.value.slice(-6)})` }
      : option,
  );
}
