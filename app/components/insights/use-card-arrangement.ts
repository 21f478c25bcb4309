import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useConsole } from "~/components/context/console-context";
import type { Notice } from "~/components/ui/notices";
import { type CardPlace, typedLayout } from "~/models/insights/layout";
import { type Intent, withDetail } from "~/services/intents";

/** Outcome of saving a layout: its new version, or the reason for failure. */
type SaveResult = { version: number; notice?: undefined } | { version?: undefined; notice: Notice };

/** Debounce of moves, in ms: moves closer together are saved together. */
const debounceMs = 400;

type Stored = { places: CardPlace[]; version: number | null };
/**
 * The person's change to a stored layout, pending until it is sent. `after` is the latest save result at that
 * time.
 */
type PendingLayout = { of: Stored; places: CardPlace[]; after?: SaveResult | undefined; isSent: boolean };

export type CardArrangement = ReturnType<typeof useCardArrangement>;

/**
 * The layout with optimistic updates: changes show at once and are saved after a debounce, one save at a
 * time, each based on the previous one (DI-07). A pending change is sent when the page is left.
 */
export function useCardArrangement(stored: Stored, action: string, intent: Intent) {
  const { csrf } = useConsole();
  const { submit, state, data } = useFetcher<SaveResult>();
  const [own, setOwn] = useState<PendingLayout | null>(null);
  const [kept, setKept] = useState(0);
  if (data?.version !== undefined && data.version > kept) setKept(data.version);
  const leave = useRef<(() => void) | null>(null);
  const isUnderWay = own !== null && (!own.isSent || own.after === data);
  // A load during the save may return the old layout.
  const isAhead = kept > (stored.version ?? 0);
  const places = own && (own.of === stored || isUnderWay || isAhead) ? own.places : stored.places;

  const formOf = ({ of, places: moved }: PendingLayout, asked: Intent) => {
    const form = new URLSearchParams({ csrf });
    form.set("idempotencyKey", crypto.randomUUID());
    form.set("intent", asked);
    form.set("version", String(Math.max(of.version ?? 0, kept)));
    for (const [card, numbers] of Object.entries(typedLayout(moved)))
      for (const [name, value] of Object.entries(numbers)) form.set(`${card}.${name}`, value);
    return form;
  };

  useEffect(() => {
    if (!own || own.isSent || state !== "idle" || own.of.version === null) return;
    const timer = setTimeout(() => {
      setOwn({ ...own, after: data, isSent: true });
      submit(formOf(own, intent), { method: "post", action });
    }, debounceMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- acts only on a move or an answer
  }, [own, state, data]);

  useEffect(() => {
    leave.current = () => {
      if (!own || own.isSent || own.of.version === null) return;
      leave.current = null;
      // Posts to the router's data URL, so that the request is held like the router's own while the console
      // is unreachable.
      const body = formOf(own, withDetail(intent, "leaving"));
      fetch(`${action}.data`, { method: "POST", body, keepalive: true }).catch(() => undefined);
    };
  });
  useEffect(() => {
    const onLeave = () => leave.current?.();
    addEventListener("pagehide", onLeave);
    return () => {
      removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, []);

  const put = (next: CardPlace[]) => setOwn({ of: stored, places: next, isSent: false });
  return { places, notice: state === "idle" ? data?.notice : undefined, put };
}
