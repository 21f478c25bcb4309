import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { closeDropDown, useDismissal } from "~/components/ui/use-dismissal";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { ListDefaults, ListState } from "~/models/list/list-state";
import { type Column, headerOf } from "./columns";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { buttonLook } from "~/components/ui/button";

type SortMenuProps<Row extends object> = {
  columns: readonly Column<Row>[];
  list: ListState;
  defaults: ListDefaults | undefined;
};

/** A list's sort orders as links: replaces the column headings where rows are cards. */
export function SortMenu<Row extends object>({ columns, list, defaults }: SortMenuProps<Row>) {
  const t = useTexts(common);
  const location = useLocation();
  const shorten = useShortener();
  const dismissal = useDismissal();
  const sortable = columns.flatMap((column) =>
    column.meta?.sort ? [{ header: headerOf(column), sort: column.meta.sort }] : [],
  );
  const current = sortable.find(({ sort }) => sort === list.sort);
  const name = (header: string, order: "asc" | "desc") =>
    t(order === "asc" ? "table.sortAscending" : "table.sortDescending", { column: header });
  if (sortable.length === 0) return null;
  return (
    <details {...dismissal} className="drop-down sort-menu">
      <summary {...buttonLook()}>
        <Icon name="sort" />
        <span className="sort-words">
          {t("table.sortBy")}
          {current && `: ${name(current.header, list.order)}`}
        </span>
      </summary>
      <ul tabIndex={-1}>
        {sortable.flatMap(({ header, sort }) =>
          (["asc", "desc"] as const).map((order) => (
            <li key={`${sort} ${order}`}>
              <a
                className="menu-item"
                href={shorten(listHref(location, { sort, order }, defaults))}
                aria-current={list.sort === sort && list.order === order ? "true" : undefined}
                data-keep-scroll=""
                onClick={(event) => closeDropDown(event.currentTarget)}
              >
                {name(header, order)}
              </a>
            </li>
          )),
        )}
      </ul>
    </details>
  );
}
