import { z } from "zod/v4";
import { personCookie } from "./cookies.server";

/** Limit of the lists' encoded size; with name and attributes the cookie stays within 1 KB. */
const maxBytes = 850;
const yearInSeconds = 365 * 24 * 3600;

const columnIds = z
  .array(z.string().regex(/^[a-zA-Z]{1,24}$/))
  .max(24)
  .catch([]);
/** Name of a list in stored columns and views; the API has the same rule. */
export const listName = z
  .string()
  .regex(/^[a-z-]{1,48}$/, "a list's name has 1 to 48 lower-case letters or hyphens");

/** One list's choices: hidden, order, pinned, density. Short keys save cookie space. */
const entrySchema = z.object({
  h: columnIds.default([]),
  o: columnIds.default([]),
  p: columnIds.default([]),
  d: z.literal("c").optional().catch(undefined),
});

/** Version, and the lists by last change. */
const views = personCookie(
  "lists",
  z.object({ v: z.literal(1), l: z.array(z.tuple([listName, entrySchema])).max(40) }),
  yearInSeconds,
);

export type StoredView = {
  hidden: string[];
  order: string[];
  pinned: string[];
  density: "comfortable" | "compact";
};

const entriesOf = (request: Request, userId: string) => views.read(request, userId)?.l ?? [];

/** A user's view of a list; undefined if there is none or it belongs to another user. */
export function readListView(request: Request, userId: string, list: string): StoredView | undefined {
  const entry = entriesOf(request, userId).find(([one]) => one === list)?.[1];
  return (
    entry && {
      hidden: entry.h,
      order: entry.o,
      pinned: entry.p,
      density: entry.d ? "compact" : "comfortable",
    }
  );
}

/** Set-Cookie header that stores a list's view (`undefined` clears it); drops the oldest views above 1 KB. */
export function listViewCookie(
  request: Request,
  userId: string,
  list: string,
  view: StoredView | undefined,
): string {
  const others = entriesOf(request, userId).filter(([one]) => one !== list);
  const entry = view && {
    h: view.hidden,
    o: view.order,
    p: view.pinned,
    ...(view.density === "compact" && { d: "c" as const }),
  };
  let kept = others;
  if (entry) kept = [...others, [listName.parse(list), entrySchema.parse(entry)]];
  while (encodeURIComponent(JSON.stringify(kept)).length > maxBytes) kept = kept.slice(1);
  return views.write(userId, { v: 1, l: kept });
}
