import { actions } from "./actions";
import { fields } from "./fields";
import { filters } from "./filters";
import { forms } from "./forms";
import { layouts } from "./layouts";
import { messages } from "./messages";
import { over } from "./over";
import type { Stories, Story } from "./specimen";
import { tables } from "./tables";

/** All stories, by section of the gallery. */
export const parts = { actions, messages, layouts, fields, forms, tables, filters, over } satisfies Record<
  string,
  Stories
>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

/** A part's stories: full names, such as "ui/button solid", and their render functions. */
export function storiesOf(part: PartName): { name: string; story: Story }[] {
  return Object.entries<Stories[string]>(parts[part]).flatMap(([component, states]) =>
    Object.entries(states).map(([state, story]) => ({ name: `${component} ${state}`, story })),
  );
}

/** A story by its full name. */
export const storyNamed = (name: string) => partNames.flatMap(storiesOf).find((story) => story.name === name);
