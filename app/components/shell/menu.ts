import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import type { shellTexts } from "~/i18n/shell";

type Label = Extract<keyof (typeof shellTexts)["en"]["menu"], string>;

/** One entry of the main menu: inside the console below the customer's base (`path`), or another product. */
export type MenuEntry = {
  label: Label;
  icon: IconName;
  flags: readonly FlagName[];
  path?: string;
  external?: "talentHub" | "questionBank";
};

/** The main menu, in its order (SHELL-12), each entry with the flags it needs (SHELL-13). */
export const menu: readonly MenuEntry[] = [
  { label: "talentHub", icon: "briefcase", flags: ["talentHubAccessEnabled"], external: "talentHub" },
  {
    label: "vacancies",
    icon: "list",
    flags: ["oldEdgeFeaturesEnabled", "edgeVacancyListEnabled"],
    path: "vacancies",
  },
  { label: "customers", icon: "building", flags: ["edgeCustomerListEnabled"], path: "customers" },
  { label: "questionBank", icon: "help", flags: ["qbAccessEnabled"], external: "questionBank" },
  { label: "atsRequests", icon: "plug", flags: ["edgeAtsRequestsEnabled"], path: "ats-requests" },
];

/** The entries that the flags allow. */
export function menuOf(flags: Flags): MenuEntry[] {
  return menu.filter((entry) => entry.flags.every((flag) => flags[flag]));
}
