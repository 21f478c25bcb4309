import { useLocation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import type { Texts } from "~/i18n/texts";
import { openedFrom } from "~/models/list/list-address";
import type { FilterValues } from "~/models/list/list-state";
import type { archivableList } from "~/models/list/archivable-list.server";
import { intentsOf } from "~/services/intents";
import { ListScreen, type ListScreenProps } from "~/components/table/list-screen";
import type { DataTableProps, TableSelection } from "~/components/table/table-props";

type AllowedActions = Readonly<
  Partial<Record<"create" | "openArchive" | "archive" | "list" | "restore" | "open", boolean>>
>;

export type ArchivableScreenProps<Row extends { _id: string }, Filters> = Omit<
  DataTableProps<Row>,
  "label" | "toolbar" | "filters" | "selection"
> &
  Pick<ComponentProps<typeof ListScreen>, "meta" | "canExport" | "views" | "actions" | "moreBulk"> &
  Pick<ListScreenProps<Row, Filters>, "searchLabel" | "filters"> & {
    texts: Texts<{ title: string; archiveTitle: string }>;
    isArchive: boolean;
    listHref: string;
    may: AllowedActions;
    selection: TableSelection<Row>;
    /** True if record pages link to the previous and next row of this list (GEN-31). */
    hasNeighbours?: boolean;
    /** Renders "Create New" as a secondary button. */
    isCreateQuiet?: boolean;
    /** Rows that cannot be archived, and the reason. */
    notFor?: { ids: readonly string[]; why: string };
    /** Rendered between header and table. */
    children?: ReactNode;
  };

const intent = intentsOf<ReturnType<typeof archivableList>["action"]>();

/** A list or its archive; spread the result of `archivableList` into it. */
export function ArchivableScreen<
  Row extends { _id: string; canView?: boolean },
  Filters extends FilterValues,
>({
  texts,
  isArchive,
  listHref,
  may,
  hasNeighbours,
  isCreateQuiet,
  notFor,
  actions,
  moreBulk,
  children,
  ...list
}: ArchivableScreenProps<Row, Filters>) {
  const t = useTexts(texts);
  const { search } = useLocation();
  const recordHref = ({ _id, canView = true }: Row) =>
    canView ? (hasNeighbours ? openedFrom(`${listHref}/${_id}`, search) : `${listHref}/${_id}`) : undefined;
  const shared = { rowHref: may.open ? recordHref : undefined, ...list };
  return isArchive ? (
    <ListScreen<Row, Filters>
      key="archive"
      {...shared}
      title={t("archiveTitle")}
      back={may.list ? { to: listHref, label: t("title") } : undefined}
      bulk={may.restore === true && { intent: intent("restore"), icon: "restore" as const }}
    >
      {children}
    </ListScreen>
  ) : (
    <ListScreen<Row, Filters>
      key="list"
      {...shared}
      title={t("title")}
      create={may.create && { href: `${listHref}/create`, ...(isCreateQuiet && { isQuiet: true }) }}
      archive={may.openArchive && { href: `${listHref}/archive` }}
      actions={actions}
      moreBulk={moreBulk}
      bulk={
        may.archive === true && {
          intent: intent("archive"),
          icon: "archive" as const,
          ...(notFor && { notFor }),
        }
      }
    >
      {children}
    </ListScreen>
  );
}
