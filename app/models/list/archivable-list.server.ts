import type { ArchivableArea } from "~/areas";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Texts } from "~/i18n/texts";
import type { ConsoleArgs } from "~/services/console-args";
import type { Gate } from "~/services/gates";
import { type bulkAction } from "./bulk.server";
import { defineList, type ListSearch, type ListSource } from "./list.server";
import type { ColumnBasis, ExportColumn } from "./list-columns";
import type { ListState, ListTotals } from "./list-state";
import { type Movable, moveAction } from "./moves.server";
import { hrefOf } from "./open-pages.server";
import type { PageOf } from "./paging";

type ArchivableList<Row, State extends ListState, T, Name extends string, Active extends string> = Pick<
  ListSource<Row, State>,
  "unknown"
> & {
  area: ArchivableArea;
  /** Features of the list that the archive lacks, beyond its area's declaration; see `defineList`. */
  active?: {
    may: Readonly<Record<Active, Gate>>;
    actions?: Readonly<Record<Name, ReturnType<typeof bulkAction>>>;
  };
  /** Behaviour of the "Archive" and "Restore" buttons. */
  movable: Movable;
  search: (isArchive: boolean) => ListSearch<State>;
  fetch: (args: ConsoleArgs, state: State, isArchive: boolean) => Promise<PageOf<Row>>;
  columns: (isArchive: boolean) => (basis: ColumnBasis) => readonly ExportColumn<NoInfer<Row>>[];
  extra?: (args: ConsoleArgs, totals: Promise<ListTotals | undefined>, isArchive: boolean) => T | Promise<T>;
};

/**
 * A list and its archive from one declaration, for one file with two routes; the archive's path ends in "/archive". The
 * loader returns `isArchive` and the data for `<ArchivableScreen>`; actions missing from one of the pages are unknown
 * there.
 */
export function archivableList<
  Row extends { _id: string },
  State extends ListState,
  T extends object = object,
  Name extends string = never,
  Active extends string = never,
>(list: ArchivableList<Row, State, T, Name, Active>) {
  const { area, movable, fetch, unknown, extra } = list;
  const { screens, actions } = area;
  const texts: Texts<{ loadFailed: string }> = area.texts;
  const open: Gate = "detail" in screens ? screens.detail : screens.list;
  const page = <I extends boolean>(isArchive: I) => ({
    name: isArchive ? area.archiveList : area.list,
    gate: isArchive ? screens.archive : screens.list,
    search: list.search(isArchive),
    fetch: (args: ConsoleArgs, state: State) => fetch(args, state, isArchive),
    loadFailed: ({ translate }: ConsoleArgs) => translate(texts)("loadFailed"),
    unknown,
    columns: list.columns(isArchive),
    extra: async (args: ConsoleArgs, totals: Promise<ListTotals | undefined>) =>
      ({ ...(await extra?.(args, totals, isArchive)), isArchive, listHref: hrefOf(args, area) }) as T & {
        isArchive: I;
        listHref: string;
      },
  });
  const active = defineList({
    ...page(false),
    may: {
      ...{ create: screens.create, openArchive: screens.archive, archive: actions.archive, open },
      ...list.active?.may,
    } as Readonly<Record<"create" | "openArchive" | "archive" | "open" | Active, Gate>>,
    actions: { ...list.active?.actions, archive: moveAction(movable, true) } as Readonly<
      Record<Name | "archive", ReturnType<typeof bulkAction>>
    >,
  });
  const archived = defineList({
    ...page(true),
    may: { list: screens.list, restore: actions.restore, open },
    actions: { restore: moveAction(movable, false) },
  });
  // Matches like the router: case-insensitive, with optional trailing slash.
  const isArchive = ({ request }: { request: Request }) =>
    /\/archive\/?$/i.test(new URL(request.url).pathname);
  const act = (args: ActionFunctionArgs) => (isArchive(args) ? archived : active).action(args);
  return {
    loader: (args: LoaderFunctionArgs) => (isArchive(args) ? archived.loader(args) : active.loader(args)),
    action: Object.assign(act, { intents: [...active.action.intents, ...archived.action.intents] }),
  };
}
