import type { ConsoleArgs } from "~/services/console-args";
import { optional } from "~/services/failure.server";
import { type Gate, isGateOpen } from "~/services/gates";

/** How many of the records that belong to another its page names (GEN-142). */
export const relatedShown = 10;

/** The first records that belong to another, how many there are, and the list of all. */
export type Related = {
  total: number;
  allHref: string;
  rows: readonly { _id: string; name: string; href: string | undefined }[];
};

type Row = { _id: string };

/**
 * Records that belong to another, for its page. Null where the person may not open the list of them (`gate`), or where
 * it failed to load: the rest of the page is still shown.
 */
export async function relatedOf<T extends Row>(
  { flags, rights }: Pick<ConsoleArgs, "flags" | "rights">,
  gate: Gate,
  found: Promise<{ data: readonly T[]; pagination: { totalItems: number } }>,
  of: {
    allHref: string | ((rows: readonly T[]) => string);
    nameOf: (row: T) => string;
    hrefOf: (row: T) => string | undefined;
    /** Gate of a record's own page; without it, names are not links. */
    open: Gate;
  },
): Promise<Related | null> {
  // In parallel with the rights: the API refuses the records to whoever may not list them.
  const [page, held] = await Promise.all([optional(found, null), rights()]);
  if (!page || !isGateOpen(gate, { flags, rights: held })) return null;
  const mayOpen = isGateOpen(of.open, { flags, rights: held });
  return {
    total: page.pagination.totalItems,
    allHref: typeof of.allHref === "string" ? of.allHref : of.allHref(page.data),
    rows: page.data.map((row) => ({
      _id: row._id,
      name: of.nameOf(row),
      href: mayOpen ? of.hrefOf(row) : undefined,
    })),
  };
}
