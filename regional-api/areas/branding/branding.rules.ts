/** Theme of a chat interview (BRAND-04..BRAND-08). */
import { z } from "zod/v4";
import { plainCharacters } from "../../../shared/pasted";

/**
 * `link`: the part has a link colour of its own. `blackOrWhite`: the part allows only these two font colours.
 */
const parts = {
  header: {},
  progressBar: {},
  hint: { link: true, blackOrWhite: true },
  question: { link: true, blackOrWhite: true },
  response: { blackOrWhite: true },
  listItem: {},
  selectedItem: {},
  button: {},
} as const satisfies Record<string, { link?: true; blackOrWhite?: true }>;

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as [PartName, ...PartName[]];

const colour = z
  .string()
  .overwrite(plainCharacters)
  .regex(/^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i, "Please enter a valid HEX code");

const themePart = z.object({
  name: z.enum(partNames, "The theme has no such part"),
  type: z.literal("object"),
  value: z.object({ backgroundColor: colour, fontColor: colour, linkColor: colour.nullish() }),
});

export type ThemePart = z.infer<typeof themePart>;

const rulesOf = (name: PartName): { link?: true; blackOrWhite?: true } => parts[name];

/** Theme of a branding: each part exactly once. Drops the link colours of parts without links. */
export const theme = z
  .array(themePart)
  .refine(
    (list) => list.length === partNames.length && new Set(list.map(({ name }) => name)).size === list.length,
    "The theme needs every part once",
  )
  .refine(
    (list) =>
      list.every(
        ({ name, value }) =>
          !rulesOf(name).blackOrWhite || ["#000000", "#ffffff"].includes(value.fontColor.toLowerCase()),
      ),
    "This font is black or white",
  )
  .transform((list): ThemePart[] =>
    list.map(({ value: { linkColor, ...value }, ...part }) => ({
      ...part,
      value: rulesOf(part.name).link && linkColor ? { ...value, linkColor } : value,
    })),
  );

/** Parses the theme column. */
export const parseTheme = (text: string): ThemePart[] => z.array(themePart).parse(JSON.parse(text));
