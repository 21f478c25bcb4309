import { areas } from "~/areas";
import { gatesOf, titleOf, type AreaText, word } from "~/areas/area";
import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import { shellTexts } from "~/i18n/shell";
import type { ListName } from "~/models/list/list-name.server";
import { defaultView, viewParameter } from "~/models/list/view-address";
import { hasFlags, isGateOpen, screenGates, type ScreenPath } from "~/services/gates";
import type { Rights } from "~/services/rights";

/** One entry of the main menu: a screen, by its path below the customer's base, or another product. */
export type MenuEntry = {
  label: AreaText;
  icon: IconName;
  /** Flags in addition to its screen's. */
  flags?: readonly FlagName[];
  /** Name of its list in saved views; the entry opens the person's default view (GEN-35). */
  list?: ListName;
  /** A further area reached through this entry, which is also marked as current there (SHELL-14). */
  alsoAt?: string;
} & (
  | { path: ScreenPath; screens: readonly ScreenPath[]; external?: undefined }
  | { path?: undefined; screens?: undefined; external: "talentHub" | "questionBank" }
);

const talentHub: MenuEntry = {
  label: word(shellTexts, "menu.talentHub"),
  icon: "briefcase",
  flags: ["talentHubAccessEnabled"],
  external: "talentHub",
};
const questionBank: MenuEntry = {
  label: word(shellTexts, "menu.questionBank"),
  icon: "help",
  flags: ["qbAccessEnabled"],
  external: "questionBank",
};

/** The main menu: the areas in order, with the other products among them (SHELL-12). */
export const menu: readonly MenuEntry[] = [
  talentHub,
  ...areas.flatMap((area): MenuEntry[] => {
    if (!("icon" in area)) return [];
    const entry: MenuEntry = {
      label: titleOf(area),
      icon: area.icon,
      path: area.path,
      // Screens without a record in their URL; the list is the first.
      screens: (Object.keys(gatesOf([area])) as ScreenPath[]).filter((path) => !path.includes(":")),
      ...("menuFlags" in area && { flags: area.menuFlags }),
      ...("list" in area && { list: area.list }),
      ...("alsoAt" in area && { alsoAt: area.alsoAt }),
    };
    return area.path === "ats-requests" ? [questionBank, entry] : [entry];
  }),
];

/** An entry with its target screen, or without one for another product. */
export type OpenEntry = MenuEntry & { to?: ScreenPath };

/**
 * Entries for a person's flags and rights (SHELL-13). Each leads to the first accessible screen of its area,
 * since e.g. the right to create users does not include listing them.
 */
export const menuOf = (flags: Flags, rights: Rights): OpenEntry[] =>
  menu.flatMap((entry): OpenEntry[] => {
    if (entry.flags?.some((flag) => !flags[flag])) return [];
    if (entry.path === undefined) return [entry];
    const to = hasFlags(screenGates[entry.path], flags)
      ? entry.screens.find((path) => isGateOpen(screenGates[path], { flags, rights }))
      : undefined;
    return to === undefined ? [] : [{ ...entry, to }];
  });

/** A customer's first entry: preferably a list, not a form, whose "Cancel" would lead back to it (SHELL-06). */
export const firstEntry = (entries: readonly OpenEntry[]): OpenEntry | undefined => {
  const inside = entries.filter(({ to }) => to !== undefined);
  return inside.find(({ path, to }) => to === path) ?? inside[0];
};

/** Query of an entry's URL: the person's default view, if there are views. */
export const defaultViewQuery = ({ list, path, to }: OpenEntry, flags: Flags): string =>
  list !== undefined && to === path && flags.edgeSavedViewsEnabled ? `?${viewParameter}=${defaultView}` : "";
