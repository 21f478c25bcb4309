import { parse, serialize } from "cookie";
import { z } from "zod/v4";
import { secure } from "./env.server";

const name = `${secure ? "__Host-" : ""}edge-lists`;
const maxBytes = 1024;
const yearInSeconds = 365 * 24 * 3600;

const columnIds = z
  .array(z.string().regex(/^[a-zA-Z]{1,24}$/))
  .max(24)
  .catch([]);
const listName = z.string().regex(/^[a-z-]{1,24}$/);

/** One list's choices; the short names are what the cookie holds. */
const entrySchema = z.object({
  h: columnIds.default([]),
  o: columnIds.default([]),
  p: columnIds.default([]),
  d: z.literal("c").optional().catch(undefined),
});

/** Version, the person by the end of their id, and the lists in the order in which they were last changed. */
const cookieSchema = z.object({
  v: z.literal(1),
  u: z.string().max(8),
  l: z.array(z.tuple([listName, entrySchema])).max(40),
});

export type StoredView = {
  hidden: string[];
  order: string[];
  pinned: string[];
  density: "comfortable" | "compact";
};

const personOf = (userId: string) => userId.slice(-8);

function entriesOf(request: Request, userId: string): z.infer<typeof cookieSchema>["l"] {
  const text = parse(request.headers.get("cookie") ?? "")[name];
  if (!text || text.length > maxBytes) return [];
  try {
    const stored = cookieSchema.parse(JSON.parse(text));
    return stored.u === personOf(userId) ? stored.l : [];
  } catch {
    // A damaged cookie, or one of another version, reads as none.
    return [];
  }
}

/** What a person chose for one list; undefined when nothing, or when somebody else chose in this browser. */
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
  let kept = entry ? [...others, [listName.parse(list), entrySchema.parse(entry)] as const] : others;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: yearInSeconds } as const;
  const text = () => serialize(name, JSON.stringify({ v: 1, u: personOf(userId), l: kept }), options);
  while (kept.length > 0 && text().length > maxBytes) kept = kept.slice(1);
  return text();
}
