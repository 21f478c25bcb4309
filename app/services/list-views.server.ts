import { z } from "zod/v4";
import { personCookie } from "./cookies.server";

/** Of the lists as they are sent: with name and attributes the cookie stays within 1 KB. */
const maxBytes = 850;
const yearInSeconds = 365 * 24 * 3600;

const columnIds = z
  .array(z.string().regex(/^[a-zA-Z]{1,24}$/))
  .max(24)
  .catch([]);
/** The name of a list where a person's columns and views of it are kept; the API takes the same. */
export const listName = z
  .string()
  .regex(/^[a-z-]{1,24}$/, "a list's name has 1 to 24 lower-case letters or hyphens");

/** One list's choices; the short names are what the cookie holds. */
const entrySchema = z.object({
  h: columnIds.default([]),
  o: columnIds.default([]),
  p: columnIds.default([]),
  d: z.literal("c").optional().catch(undefined),
});

/** Version, and the lists in the order in which they were last changed. */
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

/** Reads a person's choices for one list; undefined when there are none or another person made them. */
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

/** The Set-Cookie text that remembers (or with `undefined` forgets) a list's view; the oldest go when it grows over 1 KB. */
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
