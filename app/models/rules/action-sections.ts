/** What an action's label says: "Vacancy & Application Management - Create vacancy" is a section and a name (PERM-28). */
function partsOf(label: string) {
  const [section = "", ...rest] = label.split(" - ");
  return { section, name: rest.join(" - ") };
}

/** What has an action, by the action's section, each with the action's name, in the order they came in. */
export function bySection<Item>(items: readonly Item[], labelOf: (item: Item) => string) {
  const sections = new Map<string, { item: Item; name: string }[]>();
  for (const item of items) {
    const { section, name } = partsOf(labelOf(item));
    sections.set(section, [...(sections.get(section) ?? []), { item, name }]);
  }
  return sections;
}
