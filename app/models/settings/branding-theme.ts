import { plainCharacters } from "~/models/form/pasted";
import { addressOf } from "~/models/form/web-address";
import { contrastRatio, isHexColour } from "./colours";

type PartColours = { backgroundColor: string; fontColor: string; linkColor?: string };

/** Parts of a chat interview with their default colours, in the form's order (BRAND-05, BRAND-06). */
export const defaultTheme = {
  header: { backgroundColor: "#2d38ff", fontColor: "#ffffff" },
  progressBar: { backgroundColor: "#bbbfff", fontColor: "#add8e6" },
  hint: { backgroundColor: "#add8e6", fontColor: "#000000", linkColor: "#0000EE" },
  question: { backgroundColor: "#f3f5f5", fontColor: "#000000", linkColor: "#0000EE" },
  response: { backgroundColor: "#add8e6", fontColor: "#000000" },
  listItem: { backgroundColor: "#ffffff", fontColor: "#000000de" },
  selectedItem: { backgroundColor: "#2d38ff", fontColor: "#ffffff" },
  button: { backgroundColor: "#2d38ff", fontColor: "#ffffff" },
} as const satisfies Record<string, PartColours>;

export type PartName = keyof typeof defaultTheme;
export type Theme = Record<PartName, PartColours>;
export type BrandingValues = { logoUrl: string; title: string; theme: Theme };

export const partNames = Object.keys(defaultTheme) as PartName[];
/** True if a part has links, and so a link colour. */
export const hasLink = (part: PartName): part is "hint" | "question" => "linkColor" in defaultTheme[part];
/** Parts whose font is limited to black or white (BRAND-07). */
export const isBlackOrWhite = (part: PartName): boolean => ["hint", "question", "response"].includes(part);
export const black = "#000000";
export const white = "#ffffff";

/** A colour in storage format: truncated to 9 characters, white if empty (BRAND-09, BRAND-10). */
export const normalizeColour = (text: string | null | undefined): string =>
  plainCharacters(text ?? "").slice(0, 9) || white;

/** Replaces invalid link colours with their defaults; also returns the affected parts (BRAND-12). */
export function replaceBadLinks(theme: Theme): { theme: Theme; replaced: PartName[] } {
  const replaced = partNames.filter(hasLink).filter((part) => !isHexColour(theme[part].linkColor ?? ""));
  const repaired = replaced.map((part) => [
    part,
    { ...theme[part], linkColor: defaultTheme[part].linkColor },
  ]);
  return { theme: { ...theme, ...Object.fromEntries(repaired) }, replaced };
}

/** Preview values from a form, valid or not; `valueOf` returns a field's text by name. */
export function readBranding(valueOf: (name: string) => unknown): BrandingValues {
  const read = (name: string) => {
    const value = valueOf(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const colours = (part: PartName): PartColours => ({
    backgroundColor: normalizeColour(read(`theme.${part}.backgroundColor`)),
    fontColor: normalizeColour(read(`theme.${part}.fontColor`)),
    ...(hasLink(part) && { linkColor: normalizeColour(read(`theme.${part}.linkColor`)) }),
  });
  return {
    logoUrl: read("logoUrl"),
    title: read("title"),
    theme: Object.fromEntries(partNames.map((part) => [part, colours(part)])) as Theme,
  };
}

/** True if browsers will never show the image: https pages do not load http images (BRAND-14). */
export const isNeverShown = (logoUrl: string): boolean => addressOf(logoUrl)?.protocol === "http:";

/**
 * Colours of a part with low contrast to its background, with the ratio to 1. The product's defaults are not the user's
 * mistake and are left out.
 */
export function lowContrasts(part: PartName, colours: PartColours) {
  const defaults: PartColours = defaultTheme[part];
  const isDefault = (name: keyof PartColours) =>
    colours[name]?.toLowerCase() === defaults[name]?.toLowerCase();
  return (["fontColor", "linkColor"] as const).flatMap((name) => {
    const colour = colours[name];
    if (!colour || !isHexColour(colour) || !isHexColour(colours.backgroundColor)) return [];
    if (isDefault("backgroundColor") && isDefault(name)) return [];
    // Rounded down: 4.49 must not read as 4.5.
    const ratio = Math.floor(contrastRatio(colour, colours.backgroundColor) * 10) / 10;
    return ratio < 4.5 ? [{ name, ratio }] : [];
  });
}

/** A theme safe to render: invalid colours replaced by their defaults. */
export function renderableTheme(theme: Theme): Theme {
  const valid = (value: string | undefined, fallback: string | undefined) =>
    value !== undefined && isHexColour(value) ? value : fallback;
  return Object.fromEntries(
    partNames.map((part) => {
      const fallback: PartColours = defaultTheme[part];
      const { backgroundColor, fontColor, linkColor } = theme[part];
      return [
        part,
        {
          backgroundColor: valid(backgroundColor, fallback.backgroundColor),
          fontColor: valid(fontColor, fallback.fontColor),
          linkColor: valid(linkColor, fallback.linkColor),
        },
      ];
    }),
  ) as Theme;
}
