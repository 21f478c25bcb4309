import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useConsole } from "~/components/context/console-context";
import type { Notice } from "~/components/ui/notices";
import { type CardPlace, typedLayout } from "~/models/insights/layout";
import type { Intent } from "~/services/intents";

/** What keeping a layout came to: its version from now on, or why it was not kept. */
export type Arranged = { version: number; notice?: undefined } | { version?: undefined; notice: Notice };

/** Moves that follow each other more quickly than this are kept together, in ms. */
const calm = 400;

type Stored = { places: CardPlace[]; version: number | null };

/**
 * The layout as the person sees it, which is at once what they made of it, and is kept on the server soon after: one
 * save at a time, each based on the one before (DI-07).
 */
export function useArranged(stored: Stored, action: string, intent: Intent) {
  const { csrf } = useConsole();
  const { submit, state, data } = useFetcher<Arranged>();
  const [own, setOwn] = useState<{ of: Stored; places: CardPlace[] } | null>(null);
  const version = useRef(stored.version);
  const waiting = useRef<CardPlace[] | null>(null);
  const [turn, setTurn] = useState(0);
  const places = own?.of === stored ? own.places : stored.places;

  useEffect(() => {
    version.current = stored.version;
  }, [stored]);
  useEffect(() => {
    if (data?.version !== undefined) version.current = data.version;
  }, [data]);
  useEffect(() => {
    if (waiting.current === null || state !== "idle" || version.current === null) return;
    const timer = setTimeout(() => {
      const { current: next } = waiting;
      if (next === null) return;
      waiting.current = null;
      const form = new FormData();
      form.set("csrf", csrf);
      form.set("idempotencyKey", crypto.randomUUID());
      form.set("intent", intent);
      form.set("version", String(version.current));
      for (const [card, numbers] of Object.entries(typedLayout(next)))
        for (const [name, value] of Object.entries(numbers)) form.set(`${card}.${name}`, value);
      submit(form, { method: "post", action });
    }, calm);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a move or an answer is what to act on
  }, [turn, state, data]);

  const put = (next: CardPlace[]) => {
    setOwn({ of: stored, places: next });
    waiting.current = next;
    setTurn((now) => now + 1);
  };
  return { places, notice: state === "idle" ? data?.notice : undefined, put };
}
