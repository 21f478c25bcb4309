import type { ArchivableArea } from "~/areas";
import type { Texts } from "~/i18n/texts";
import type { ConsoleArgs } from "~/services/console-args";
import { detailOrNotice } from "~/services/failure.server";
import { isGateOpen } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { type Movable, recordMoves, type RecordPage } from "./moves.server";
import { hrefOf, openPages } from "./open-pages.server";
import type { CustomerApi } from "~/services/customer-api.server";

type DetailTexts = { detail: { loadFailed: string } };
/** Areas whose records have a page with edit, archive and restore buttons. */
type RecordArea = Extract<
  ArchivableArea,
  { id: string; actions: { edit: object }; texts: Texts<DetailTexts> }
>;

/** Header of a record's page: back link, and the buttons available to the user. */
export async function recordHead(
  args: ConsoleArgs,
  area: RecordArea,
  record: { _id: string; archivedAt: string | null } | null,
) {
  const rights = await args.rights();
  const held = { flags: args.flags, rights };
  const isArchived = record !== null && record.archivedAt !== null;
  const { edit, archive, restore } = area.actions;
  return {
    listHref: hrefOf(args, area),
    backHref: openPages(area).openList({ ...args, held: rights }, isArchived),
    kind: area.kind,
    record: record && { _id: record._id, isArchived },
    may: {
      edit: !isArchived && isGateOpen(edit, held),
      move: isGateOpen(isArchived ? restore : archive, held),
    },
  };
}

/**
 * Redirect after archiving or restoring a single record: the list it has left, or the record once restored if
 * `staysRestored`. If that list is closed, the record.
 */
function pageAfter(area: RecordArea, staysRestored = false): RecordPage {
  const { openList } = openPages(area);
  return {
    idOf: ({ param }) => param(area.id),
    next: (args, isArchiving) => {
      const left = isArchiving || !staysRestored ? openList(args, !isArchiving) : undefined;
      return left ?? `${hrefOf(args, area)}/${args.param(area.id)}`;
    },
  };
}

type RecordPageOf<Stored, T> = {
  area: RecordArea;
  movable: Movable;
  /** Throws ApiError. */
  find: (api: CustomerApi, id: string) => Promise<Stored>;
  nameOf: (record: Stored) => string;
  /** If set, a restored record stays open; otherwise the archive it left is shown. */
  staysRestored?: boolean;
  /** Additional data for the page; what does not need the record is loaded in parallel with it. */
  extra?: (args: ConsoleArgs, found: Promise<Stored | null>) => Promise<T>;
};

/**
 * A record's own page: the guarded loader, whose `head` and `problem` are rendered by `<RecordHead>`, and the
 * guarded action for "Archive" and "Restore", with Undo.
 */
export function recordPage<
  Stored extends { _id: string; archivedAt: string | null },
  T extends object = object,
>({ area, movable, find, nameOf, staysRestored, extra }: RecordPageOf<Stored, T>) {
  const texts: Texts<DetailTexts> = area.texts;
  const gate = area.screens.detail;
  return {
    loader: consoleLoader(gate, async (args) => {
      const { api, param, translate } = args;
      const failed = translate(texts)("detail.loadFailed");
      const found = detailOrNotice(find(api, param(area.id)), args, failed);
      const stored = found.then(({ data }) => data);
      const [{ data: record, error: problem }, head, more] = await Promise.all([
        found,
        stored.then((one) => recordHead(args, area, one)),
        extra?.(args, stored) as Promise<T>,
      ]);
      return { ...more, head, record, recordName: record ? nameOf(record) : undefined, problem };
    }),
    action: consoleAction(gate, recordMoves(movable, pageAfter(area, staysRestored))),
  };
}
