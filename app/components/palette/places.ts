import { settingsTabsOf } from "~/components/settings/tabs";
import { menu, type MenuEntry, menuOf } from "~/components/shell/menu";
import type { IconName } from "~/components/ui/icons";
import type { Flags } from "~/flags";
import { atsTenants } from "~/i18n/ats";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { eventLogs } from "~/i18n/event-logs";
import { groups } from "~/i18n/groups";
import { organizations } from "~/i18n/organizations";
import { palette } from "~/i18n/palette";
import { policies } from "~/i18n/policies";
import { retention } from "~/i18n/retention";
import { settings } from "~/i18n/settings";
import { shellTexts } from "~/i18n/shell";
import type { Texts, Translate } from "~/i18n/texts";
import { users } from "~/i18n/users";
import { vacancies } from "~/i18n/vacancies";
import type { SavedView } from "~/models/list/saved-views.server";
import { opens, screenGates, type ScreenPath } from "~/services/gates";
import type { Rights } from "~/services/rights";
import { workflows } from "~/i18n/workflows";
import { workflowSets } from "~/i18n/workflow-sets";

/** Somewhere to go. `id` is the same in every language and, save for customers themselves, at every customer. */
export type PaletteEntry = {
  id: string;
  group: "screens" | "views" | "create" | "customers" | "records" | "vacancies" | "applications";
  label: string;
  detail?: string;
  icon: IconName;
  href: string;
  isExternal?: boolean;
  /** Further words that it is looked for by. */
  words?: string;
};

export type Surroundings = {
  base: string;
  flags: Flags;
  rights: Rights;
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  external: Readonly<Record<NonNullable<MenuEntry["external"]>, string>>;
  /** The domain that the tab of single sign-on is opened with. */
  ssoDomain: string;
};

/** The person's views of the lists that the menu leads to (GEN-34). */
export function viewPlaces(
  views: readonly SavedView[],
  { base, flags, rights, translate }: Surroundings,
): PaletteEntry[] {
  const shell = translate(shellTexts);
  const entries = menuOf(flags, rights);
  return views.flatMap(({ _id, list, name, query }) => {
    const entry = entries.find((one) => one.list === list);
    if (!entry) return [];
    const href = `${base}/${entry.path}${query ? `?${query}` : ""}`;
    return [
      {
        id: `view:${_id}`,
        group: "views",
        label: name,
        detail: shell(`menu.${entry.label}`),
        icon: "star",
        href,
      },
    ];
  });
}

const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenGates, path);

/** Every screen that the flags and the rights allow: the menu, its archives and create pages, the settings' tabs. */
export function placesOf({
  base,
  flags,
  rights,
  translate,
  external,
  ssoDomain,
}: Surroundings): PaletteEntry[] {
  const [shell, c, s, p] = [
    translate(shellTexts),
    translate(common),
    translate(settings),
    translate(palette),
  ];
  const entries = menuOf(flags, rights).map(({ label, icon, path, external: product }): PaletteEntry => ({
    id: label,
    group: "screens",
    label: shell(`menu.${label}`),
    icon,
    ...(label === "notifications" && { words: p("words.notifications") }),
    ...(label === "vacancies" && { words: p("words.vacancies") }),
    ...(product ? { href: external[product], isExternal: true } : { href: `${base}/${path}` }),
  }));
  const archives = menu.flatMap(({ label, path }) => {
    const archive = `${path}/archive`;
    return isScreen(archive)
      ? [
          {
            path: archive,
            label: p("part", { area: shell(`menu.${label}`), place: c("actions.archive") }),
            icon: "archive" as const,
            group: "screens" as const,
          },
        ]
      : [];
  });
  const creations = (
    [
      { path: "vacancies/create", label: translate(vacancies)("form.createTitle") },
      { path: "workflow-sets/workflows/create", label: translate(workflows)("form.createTitle") },
      { path: "workflow-sets/create", label: translate(workflowSets)("form.createTitle") },
      { path: "users/create", label: translate(users)("form.createTitle") },
      { path: "users/upload", label: translate(users)("upload") },
      { path: "groups/create", label: translate(groups)("form.createTitle") },
      { path: "policies/create", label: translate(policies)("form.createTitle") },
      { path: "customers/create", label: translate(customers)("create.title") },
      { path: "organisations/create", label: translate(organizations)("form.createTitle") },
      { path: "settings/ats-tenants/create", label: translate(atsTenants)("setUp") },
      { path: "settings/compliance/holds/create", label: translate(retention)("holds.place") },
    ] as const satisfies readonly { path: ScreenPath; label: string }[]
  ).map((page) => ({ ...page, icon: "plus" as const, group: "create" as const }));
  const bulk = {
    path: "bulk-jobs" as const,
    label: p("bulkJobs"),
    icon: "list" as const,
    group: "screens" as const,
  };
  const further = [...archives, ...creations, bulk]
    .filter(({ path }) => opens(screenGates[path], { flags, rights }))
    .map(({ path, ...page }): PaletteEntry => ({ ...page, id: path, href: `${base}/${path}` }));
  const tabs = settingsTabsOf(flags, rights).map(({ key, search = "" }): PaletteEntry => {
    const query = key === "sso" ? `?${new URLSearchParams({ domain: ssoDomain })}` : search;
    return {
      id: `settings/${key}`,
      group: "screens",
      label: p("part", { area: s("title"), place: s(`tabs.${key}`) }),
      icon: "settings",
      href: `${base}/settings/${key}${query}`,
    };
  });
  const textLog = entries
    .filter(({ id }) => id === "notifications")
    .map(({ label, href, ...entry }): PaletteEntry => ({
      ...entry,
      id: "notifications/sms",
      label: p("part", { area: label, place: translate(eventLogs)("tabs.sms") }),
      href: `${href}?tab=sms`,
    }));
  const ofTheFrame = [
    { id: "switch-customer", label: c("shell.allCustomers"), icon: "list" as const },
    {
      id: "account",
      label: translate(users)("account.title"),
      icon: "user" as const,
      words: p("words.account"),
    },
    { id: "shortcuts", label: p("shortcuts.title"), icon: "key" as const },
  ].map((page): PaletteEntry => ({ ...page, group: "screens", href: `${base}/${page.id}` }));
  return [...entries, ...textLog, ...further, ...tabs, ...ofTheFrame];
}

/** The text that a place is searched by. */
export const placeText = ({
  label,
  detail = "",
  words = "",
}: Pick<PaletteEntry, "label" | "detail" | "words">) => `${label} ${detail} ${words}`;
