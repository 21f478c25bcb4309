import { areas } from "~/areas";
import { createTitleOf, titleOf } from "~/areas/area";
import { settingsTabsOf } from "~/components/settings/tabs";
import { type MenuEntry, menuOf, type OpenEntry } from "~/components/shell/menu";
import type { Flags } from "~/flags";
import { common } from "~/i18n/common";
import { eventLogs } from "~/i18n/event-logs";
import { homeName } from "~/i18n/home-name";
import { decisions } from "~/i18n/decisions";
import { palette } from "~/i18n/palette";
import { retention } from "~/i18n/retention";
import { settings } from "~/i18n/settings";
import type { Texts, Translate } from "~/i18n/texts";
import { users } from "~/i18n/users";
import { maySeeToday } from "~/models/home/today-gates";
import type { SavedView } from "~/models/list/saved-views.server";
import { isGateOpen, type ScreenPath, screenGates } from "~/services/gates";
import type { Rights } from "~/services/rights";
import type { PaletteEntry } from "./palette-entry";

export type PaletteContext = {
  base: string;
  flags: Flags;
  rights: Rights;
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  external: Readonly<Record<NonNullable<MenuEntry["external"]>, string>>;
  /** Domain preset on the single sign-on tab. */
  ssoDomain: string;
};

/** True if an entry leads to its area's list, or out of the console; other screens have their own places. */
const isList = ({ path, to }: OpenEntry) => path === to;

/** The person's views of the lists in the menu (GEN-34). */
export function viewPlaces(
  views: readonly SavedView[],
  { base, flags, rights, translate }: PaletteContext,
): PaletteEntry[] {
  const entries = menuOf(flags, rights).filter(isList);
  return views.flatMap(({ _id, list, name, query }) => {
    const entry = entries.find((one) => one.list === list);
    if (!entry) return [];
    const href = `${base}/${entry.path}${query ? `?${query}` : ""}`;
    return [
      {
        id: `view:${_id}`,
        group: "views",
        label: name,
        detail: entry.label(translate),
        icon: "star",
        href,
      },
    ];
  });
}

/** Every screen that flags and rights allow: menu, archives, create pages, and settings tabs. */
export function placesOf({
  base,
  flags,
  rights,
  translate,
  external,
  ssoDomain,
}: PaletteContext): PaletteEntry[] {
  const [c, s, p] = [translate(common), translate(settings), translate(palette)];
  const entries = menuOf(flags, rights)
    .filter(isList)
    .map(({ label, icon, path, external: product }): PaletteEntry => ({
      id: path ?? product,
      group: "screens",
      label: label(translate),
      icon,
      ...(path === "notifications" && { words: p("words.notifications") }),
      ...(path === "vacancies" && { words: p("words.vacancies") }),
      ...(product ? { href: external[product], isExternal: true } : { href: `${base}/${path}` }),
    }));
  const archives = areas.flatMap((area) =>
    "archiveList" in area
      ? [
          {
            path: `${area.path}/archive` as const,
            label: p("part", { area: titleOf(area)(translate), place: c("actions.archive") }),
            icon: "archive" as const,
            group: "screens" as const,
          },
        ]
      : [],
  );
  const creations = [
    ...areas.flatMap((area) => [
      ...("create" in area.screens
        ? [{ path: `${area.path}/create` as ScreenPath, label: createTitleOf(area)?.(translate) ?? "" }]
        : []),
      ...(area.path === "users"
        ? [{ path: "users/upload" as const, label: translate(users)("upload") }]
        : []),
    ]),
    { path: "settings/compliance/holds/create" as const, label: translate(retention)("holds.place") },
    { path: "decisions/samples/create" as const, label: translate(decisions)("draw.place") },
  ].map((page) => ({ ...page, icon: "plus" as const, group: "create" as const }));
  const bulk = {
    path: "bulk-jobs" as const,
    label: p("bulkJobs"),
    icon: "list" as const,
    group: "screens" as const,
  };
  const further = [...archives, ...creations, bulk]
    .filter(({ path }) => isGateOpen(screenGates[path], { flags, rights }))
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
  const today: PaletteEntry[] = maySeeToday(flags, rights)
    ? [
        {
          id: "today",
          group: "screens",
          label: translate(homeName)("title"),
          icon: "home",
          href: `${base}?today=1`,
        },
      ]
    : [];
  const ofTheFrame = [
    { id: "switch-customer", label: c("shell.allCustomers"), icon: "list" as const },
    {
      id: "account",
      label: translate(users)("account.title"),
      icon: "user" as const,
      words: p("words.account"),
    },
    { id: "shortcuts", label: p("shortcuts.title"), icon: "keyboard" as const },
  ].map((page): PaletteEntry => ({ ...page, group: "screens", href: `${base}/${page.id}` }));
  return [...today, ...entries, ...textLog, ...further, ...tabs, ...ofTheFrame];
}
