import { type Area, areas } from "~/areas";
import { titleOf, type AreaText } from "~/areas/area";
import { savedViews } from "~/i18n/saved-views";

type UnarchivedListName = keyof (typeof savedViews)["en"]["lists"];
/** Name of a list in the columns cookie, in saved views and in files. */
export type ListName =
  | UnarchivedListName
  | Extract<Area, { list: string }>["list"]
  | Extract<Area, { archiveList: string }>["archiveList"];

const isOwn = (name: string): name is UnarchivedListName => Object.hasOwn(savedViews.en.lists, name);

/** Names of all lists: areas' lists, and those with texts of their own. */
export const listNames: readonly string[] = [
  ...Object.keys(savedViews.en.lists),
  ...areas.flatMap((area) => [
    ...("list" in area ? [area.list] : []),
    ...("archiveList" in area ? [area.archiveList] : []),
  ]),
];

/** Path of an area's list below the customer; null for lists inside a record's page. */
export function listPath(name: string): string | null {
  for (const area of areas) {
    if ("list" in area && area.list === name) return area.path;
    if ("archiveList" in area && area.archiveList === name) return `${area.path}/archive`;
  }
  return null;
}

/** Title of a list; null for one of another console version. */
export function listWords(name: string, translate: Parameters<AreaText>[0]): string | null {
  const t = translate(savedViews);
  if (isOwn(name)) return t(`lists.${name}`);
  for (const area of areas) {
    const title = titleOf(area)(translate);
    if ("list" in area && area.list === name) return title;
    if ("archiveList" in area && area.archiveList === name)
      return t("archiveOf", { list: title.toLowerCase() });
  }
  return null;
}
