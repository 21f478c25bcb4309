import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import type { shellTexts } from "~/i18n/shell";
import { defaultView, viewParameter } from "~/models/list/view-address";
import { isHeld, type Right, type Rights } from "~/services/rights";

type Label = Extract<keyof (typeof shellTexts)["en"]["menu"], string>;

/** One entry of the main menu: inside the console below the customer's base (`path`), or another product. */
export type MenuEntry = {
  label: Label;
  icon: IconName;
  flags: readonly FlagName[];
  /** What its screen needs beside them (PERM-66). */
  right?: Right;
  path?: string;
  /** What the list that it leads to is called where views of it are kept: it is entered as the person chose (GEN-35). */
  list?: string;
  /** A further area that this entry leads to: being there marks it too (SHELL-14). */
  alsoAt?: string;
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
    list: "vacancies",
  },
  {
    label: "workflows",
    icon: "flow",
    flags: ["edgeWorkflowListEnabled"],
    path: "workflow-sets/workflows",
    list: "workflows",
  },
  {
    label: "workflowSets",
    icon: "layers",
    flags: ["edgeWorkflowSetListEnabled"],
    path: "workflow-sets",
    list: "workflow-sets",
  },
  { label: "users", icon: "user", flags: ["edgeUserListEnabled"], path: "users", list: "users" },
  {
    label: "groups",
    icon: "group",
    flags: ["edgeGroupListEnabled"],
    right: "org:listUser",
    path: "groups",
    list: "groups",
  },
  {
    label: "policies",
    icon: "shield",
    flags: ["edgePolicyListEnabled"],
    right: "org:listUser",
    path: "policies",
    list: "policies",
  },
  { label: "departments", icon: "tree", flags: ["edgeHierarchyListEnabled"], path: "departments" },
  {
    label: "customers",
    icon: "building",
    flags: ["edgeCustomerListEnabled"],
    path: "customers",
    list: "customers",
    alsoAt: "settings",
  },
  {
    label: "organisations",
    icon: "building",
    flags: ["edgeOrgListEnabled"],
    path: "organisations",
    list: "organizations",
  },
  { label: "insights", icon: "chart", flags: ["edgeDiEnabled"], path: "di" },
  {
    label: "notifications",
    icon: "mail",
    flags: ["edgeEmailEventsEnabled"],
    path: "notifications",
    list: "email-events",
  },
  { label: "questionBank", icon: "help", flags: ["qbAccessEnabled"], external: "questionBank" },
  {
    label: "atsRequests",
    icon: "plug",
    flags: ["edgeAtsRequestsEnabled"],
    right: "ats:viewTenant",
    path: "ats-requests",
    list: "ats-requests",
  },
];

/** The entries that the flags and the person's rights allow. */
export function menuOf(flags: Flags, rights: Rights): MenuEntry[] {
  return menu.filter((entry) => entry.flags.every((flag) => flags[flag]) && isHeld(rights, entry.right));
}

/** What the address of an entry asks its list for: the view that the person begins it with, if there are views. */
export const beginningOf = ({ list }: MenuEntry, flags: Flags): string =>
  list !== undefined && flags.edgeSavedViewsEnabled ? `?${viewParameter}=${defaultView}` : "";
