import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import type { shellTexts } from "~/i18n/shell";
import type { ListName } from "~/i18n/saved-views";
import { defaultView, viewParameter } from "~/models/list/view-address";
import { opens, screenGates, type ScreenPath } from "~/services/gates";
import type { Rights } from "~/services/rights";

type Label = Extract<keyof (typeof shellTexts)["en"]["menu"], string>;

/** One entry of the main menu: a screen of the console, by its path below the customer's base, or another product. */
export type MenuEntry = {
  label: Label;
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

/** The main menu, in its order (SHELL-12); an entry shows to whom its screen is open (SHELL-13). */
export const menu: readonly MenuEntry[] = [
  { label: "talentHub", icon: "briefcase", flags: ["talentHubAccessEnabled"], external: "talentHub" },
  {
    label: "vacancies",
    icon: "list",
    flags: ["oldEdgeFeaturesEnabled"],
    path: "vacancies",
    list: "vacancies",
  },
  { label: "workflows", icon: "flow", path: "workflow-sets/workflows", list: "workflows" },
  { label: "workflowSets", icon: "layers", path: "workflow-sets", list: "workflow-sets" },
  { label: "users", icon: "user", path: "users", list: "users" },
  { label: "groups", icon: "group", path: "groups", list: "groups" },
  { label: "policies", icon: "shield", path: "policies", list: "policies" },
  { label: "departments", icon: "tree", path: "departments" },
  { label: "customers", icon: "building", path: "customers", list: "customers", alsoAt: "settings" },
  { label: "organisations", icon: "building", path: "organisations", list: "organizations" },
  { label: "insights", icon: "chart", path: "di" },
  { label: "notifications", icon: "mail", path: "notifications", list: "email-events" },
  { label: "questionBank", icon: "help", flags: ["qbAccessEnabled"], external: "questionBank" },
  { label: "atsRequests", icon: "plug", path: "ats-requests", list: "ats-requests" },
  { label: "record", icon: "clock", path: "record", list: "record" },
];

/** The entries that are open to a person with these flags and rights. */
export const menuOf = (flags: Flags, rights: Rights): MenuEntry[] =>
  menu.filter(
    ({ path, flags: further = [] }) =>
      further.every((flag) => flags[flag]) &&
      (path === undefined || opens(screenGates[path], { flags, rights })),
  );

/** The query of an entry's address: the person's default view, where there are views. */
export const beginningOf = ({ list }: MenuEntry, flags: Flags): string =>
  list !== undefined && flags.edgeSavedViewsEnabled ? `?${viewParameter}=${defaultView}` : "";
