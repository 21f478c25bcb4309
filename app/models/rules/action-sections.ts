/** Splits an action's label, "Vacancy & Application Management - Create vacancy", into section and name (PERM-28). */
function partsOf(label: string) {
  const [section = "", ...rest] = label.split(" - ");
  return { section, name: rest.join(" - ") };
}

/** Groups items by the section of their action, each with the action's name, in the order given. */
export function bySection<Item>(items: readonly Item[], labelOf: (item: Item) => string) {
  const sections = new Map<string, { item: Item; name: string }[]>();
  for (const item of items) {
    const { section, name } = partsOf(labelOf(item));
    sections.set(section, [...(sections.get(section) ?? []), { item, name }]);
  }
  return sections;
}
