import { areas } from "~/areas";
import { titleOf, type Word, word } from "~/areas/area";
import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import { shellTexts } from "~/i18n/shell";
import type { ListName } from "~/models/list/list-name.server";
import { defaultView, viewParameter } from "~/models/list/view-address";
import { opens, screenGates, type ScreenPath } from "~/services/gates";
import type { Rights } from "~/services/rights";

/** One entry of the main menu: a screen of the console, by its path below the customer's base, or another product. */
export type MenuEntry = {
  label: Word;
  icon: IconName;
  /** Flags beside those of its screen. */
  flags?: readonly FlagName[];
  /** The name of its list in views: the list opens with the person's default view (GEN-35). */
  list?: ListName;
  /** A further area that this entry leads to: being there marks it too (SHELL-14). */
  alsoAt?: string;
} & (
  { path: ScreenPath; external?: undefined } | { path?: undefined; external: "talentHub" | "questionBank" }
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

/** The main menu: the areas in their order, and the other products among them (SHELL-12). */
export const menu: readonly MenuEntry[] = [
  talentHub,
  ...areas.flatMap((area): MenuEntry[] => {
    if (!("icon" in area)) return [];
    const entry: MenuEntry = {
      label: titleOf(area),
      icon: area.icon,
      path: area.path,
      ...("menuFlags" in area && { flags: area.menuFlags }),
      ...("list" in area && { list: area.list }),
      ...("alsoAt" in area && { alsoAt: area.alsoAt }),
    };
    return area.path === "ats-requests" ? [questionBank, entry] : [entry];
  }),
];

/** The entries that are open to a person with these flags and rights (SHELL-13). */
export const menuOf = (flags: Flags, rights: Rights): MenuEntry[] =>
  menu.filter(
    ({ path, flags: further = [] }) =>
      further.every((flag) => flags[flag]) &&
      (path === undefined || opens(screenGates[path], { flags, rights })),
  );

/** The query of an entry's address: the person's default view, where there are views. */
export const beginningOf = ({ list }: MenuEntry, flags: Flags): string =>
  list !== undefined && flags.edgeSavedViewsEnabled ? `?${viewParameter}=${defaultView}` : "";
