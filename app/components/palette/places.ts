import { settingsTabsOf } from "~/components/settings/tabs";
import { type MenuEntry, menuOf } from "~/components/shell/menu";
import type { IconName } from "~/components/ui/icons";
import type { FlagName, Flags } from "~/flags";
import { atsTenants } from "~/i18n/ats";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { palette } from "~/i18n/palette";
import { settings } from "~/i18n/settings";
import { shellTexts } from "~/i18n/shell";
import type { Texts, Translate } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";

/** Somewhere to go. `id` is the same in every language and, save for customers themselves, at every customer. */
export type Place = {
  id: string;
  group: "screens" | "create" | "customers";
  label: string;
  detail?: string;
  icon: IconName;
  href: string;
  isExternal?: boolean;
};

type Surroundings = {
  base: string;
  flags: Flags;
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  external: Readonly<Record<NonNullable<MenuEntry["external"]>, string>>;
  /** The domain that the tab of single sign-on is opened with. */
  ssoDomain: string;
};

/** Every screen that the flags allow: the menu, its archives and create pages, the settings' tabs. */
export function placesOf({ base, flags, translate, external, ssoDomain }: Surroundings): Place[] {
  const [shell, c, s, p] = [
    translate(shellTexts),
    translate(common),
    translate(settings),
    translate(palette),
  ];
  const entries = menuOf(flags).map(({ label, icon, path, external: product }): Place => ({
    id: label,
    group: "screens",
    label: shell(`menu.${label}`),
    icon,
    ...(product ? { href: external[product], isExternal: true } : { href: `${base}/${path}` }),
  }));
  const archives = (["vacancies", "customers"] as const).map((area) => ({
    path: `${area}/archive`,
    label: p("part", { area: shell(`menu.${area}`), place: c("actions.archive") }),
    icon: "archive" as const,
    group: "screens" as const,
  }));
  const creations = [
    { path: "vacancies/create", label: translate(vacancies)("form.createTitle") },
    { path: "customers/create", label: translate(customers)("create.title") },
    { path: "settings/ats-tenants/create", label: translate(atsTenants)("setUp") },
  ].map((page) => ({ ...page, icon: "plus" as const, group: "create" as const }));
  const further = [...archives, ...creations]
    .filter(({ path }) => neededFor[path]?.every((flag) => flags[flag]))
    .map(({ path, ...page }): Place => ({ ...page, id: path, href: `${base}/${path}` }));
  const tabs = settingsTabsOf(flags).map(({ key, search = "" }): Place => {
    const query = key === "sso" ? `?${new URLSearchParams({ domain: ssoDomain })}` : search;
    return {
      id: `settings/${key}`,
      group: "screens",
      label: p("part", { area: s("title"), place: s(`tabs.${key}`) }),
      icon: "settings",
      href: `${base}/settings/${key}${query}`,
    };
  });
  const ofTheFrame = [
    { id: "switch-customer", label: c("shell.allCustomers"), icon: "list" as const },
    { id: "shortcuts", label: p("shortcuts.title"), icon: "key" as const },
  ].map((page): Place => ({ ...page, group: "screens", href: `${base}/${page.id}` }));
  return [...entries, ...further, ...tabs, ...ofTheFrame];
}

/** The flags of the pages behind a list, as their routes ask for them. */
const neededFor: Readonly<Record<string, readonly FlagName[]>> = {
  "vacancies/archive": ["edgeVacancyArchiveListEnabled"],
  "vacancies/create": ["edgeVacancyCreationEnabled"],
  "customers/archive": ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"],
  "customers/create": ["edgeCustomerListEnabled", "edgeCustomerCreationEnabled"],
  "settings/ats-tenants/create": ["edgeTenantsEnabled"],
};

/** What a place is looked for by. */
export const placeText = ({ label, detail = "" }: Pick<Place, "label" | "detail">) => `${label} ${detail}`;
