/**
 * Makes option labels unique: options sharing a label get the end of their id, as seen in the URL of their
 * page (GRP-64, WF-62). `keyOf` decides which labels look the same; by default, equal ones.
 */
export function disambiguated<Option extends { value: string; label: string }>(
  options: readonly Option[],
  keyOf = (label: string) => label,
): Option[] {
  // An accented letter looks the same in composed and decomposed form.
  const seen = (label: string) => keyOf(label.normalize());
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(seen(label), (counts.get(seen(label)) ?? 0) + 1);
  return options.map((option) =>
    (counts.get(seen(option.label)) ?? 0) > 1
      ? { ...option, label: `${option.label} (…${option.value.slice(-6)})` }
      : option,
  );
}
