import type { ArchivableArea } from "~/areas";
import type { ConsoleArgs } from "~/services/console-args";
import { opens } from "~/services/gates";
import type { RecordPage } from "./moves.server";
import { hrefOf, openPages } from "./open-pages.server";

/** The areas whose records have a page with buttons to edit, archive and restore them. */
type RecordArea = Extract<ArchivableArea, { id: string; deeds: { edit: object } }>;

/** The head of a record's own page, for `<RecordHead>`: where it leads back, and which buttons are the person's. */
export async function recordHead(
  args: ConsoleArgs,
  area: RecordArea,
  record: { _id: string; archivedAt: string | null } | null,
) {
  const rights = await args.rights();
  const held = { flags: args.flags, rights };
  const isArchived = record !== null && record.archivedAt !== null;
  const { edit, archive, restore } = area.deeds;
  return {
    listHref: hrefOf(args, area),
    backHref: openPages(area).openList({ ...args, held: rights }, isArchived),
    kind: area.kind,
    record: record && { _id: record._id, isArchived },
    may: {
      edit: !isArchived && opens(edit, held),
      move: opens(isArchived ? restore : archive, held),
    },
  };
}

/**
 * The page that follows when a record is archived or restored on its own: the list that it has left, or itself once
 * restored where `staysRestored`. Where that list is closed it stays.
 */
export function recordPage(area: RecordArea, { staysRestored = false } = {}): RecordPage {
  const { openList } = openPages(area);
  return {
    idOf: ({ param }) => param(area.id),
    next: (args, isArchiving) => {
      const left = isArchiving || !staysRestored ? openList(args, !isArchiving) : undefined;
      return left ?? `${hrefOf(args, area)}/${args.param(area.id)}`;
    },
  };
}
