import { useLocation } from "@remix-run/react";
import { type ComponentType, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Menu, MenuLink } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { shownIds } from "~/models/list/list-columns";
import type { ListView } from "~/models/list/list-view";
import type { ViewsOfList } from "~/models/list/saved-views.server";
import { viewQuery } from "~/models/list/view-address";
import type { DataTableProps } from "./table-props";
import { columnsHref } from "./list-url";
import { useTableColumns } from "./use-columns";
import { type ViewLink, ViewLinks } from "./view-links";

type ViewsMenuProps<Row extends { _id: string }> = Pick<DataTableProps<Row>, "columns" | "sorts" | "view"> & {
  views?: ViewsOfList | undefined;
  /** The list's own path, if a dialog over it has another. */
  path?: string;
};

type Asked = { href: string };
type Names = ComponentType<{ asked: Asked; named: readonly ViewLink[] | undefined }>;

/**
 * The person's views of a list (GEN-34): links to them, to saving the current state, and to all views. A whole page
 * contains the names; scripts request them when the menu opens.
 */
export function ViewsMenu<Row extends { _id: string }>({
  views,
  path,
  columns,
  sorts,
  view,
}: ViewsMenuProps<Row>) {
  const t = useTexts(common);
  const location = useLocation();
  const drawn = useTableColumns(columns, sorts);
  const [opened, setOpened] = useState<{ Names: Names; asked: Asked }>();
  if (!views) return null;
  const here = { pathname: path ?? location.pathname, search: location.search };
  const own = drawn.filter(({ meta }) => !meta?.headerHidden);
  const from = columnsHref(here, isChosen(view) ? shownIds(own, view) : null);
  const href = (page: string) => `${views.href}${page}?${new URLSearchParams({ list: views.list, from })}`;
  const all = href("");
  const shown = viewQuery(from.split("?")[1] ?? "");
  const named = views.named?.map(({ query, ...one }) => ({
    ...one,
    href: query ? `${here.pathname}?${query}` : here.pathname,
    isShown: query === shown,
  }));
  const load = async () => {
    const { default: Names } = await import("~/components/views/view-names");
    setOpened({ Names, asked: { href: href(".json") } });
  };
  return (
    <Menu
      label={t("table.views")}
      variant="ghost"
      icon="star"
      // Without the names the menu still links to the views.
      onOpen={() => void load().catch(() => undefined)}
    >
      {opened ? <opened.Names asked={opened.asked} named={named} /> : named && <ViewLinks views={named} />}
      <MenuLink to={href("/create")} icon="plus">
        {t("table.saveView")}
      </MenuLink>
      <MenuLink to={all} icon="list">
        {t("table.allViews")}
      </MenuLink>
    </Menu>
  );
}

/** True if columns were chosen by the person or the URL. */
const isChosen = (view: ListView | undefined) =>
  view?.only !== undefined || [view?.hidden, view?.order, view?.pinned].some((ids) => ids?.length);
