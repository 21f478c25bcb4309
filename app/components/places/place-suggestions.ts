import { useParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Place } from "~/models/places/place.server";

const shortest = 2;
const debounceMs = 500;
/** Timeout of a suggestion request, in ms: later answers are of no use while typing. */
const timeoutMs = 8_000;

/** Places that match the last text, or the reason there are none. */
type Suggestions =
  { state: "closed" | "loading" | "failed" | "ended" } | { state: "open"; places: readonly Place[] };

/**
 * Suggestions for the last text (CAND-18). Requested outside the router, so that a failure does not affect the page.
 * `search` is debounced unless called with `now`.
 */
export function usePlaceSuggestions() {
  const { awsRegion, customerId } = useParams();
  const [suggestions, setSuggestions] = useState<Suggestions>({ state: "closed" });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const request = useRef<AbortController>();

  const stop = () => {
    clearTimeout(timer.current);
    request.current?.abort();
  };
  useEffect(() => stop, []);

  const fetchPlaces = async (text: string) => {
    const controller = new AbortController();
    request.current = controller;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
    setSuggestions({ state: "loading" });
    const query = new URLSearchParams({ q: text });
    const path = `/region/${awsRegion}/customers/${customerId}/places?${query}`;
    const answer = await placesAt(path, controller.signal);
    clearTimeout(deadline);
    if (!controller.signal.aborted || isLate) setSuggestions(answer);
  };

  return {
    suggestions,
    search: (typed: string, when: "now" | "later" = "later") => {
      stop();
      setSuggestions({ state: "closed" });
      const text = typed.trim();
      if ([...text].length < shortest) return;
      timer.current = setTimeout(() => void fetchPlaces(text), when === "now" ? 0 : debounceMs);
    },
    close: () => {
      stop();
      setSuggestions({ state: "closed" });
    },
  };
}

async function placesAt(path: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    // Without a session the console redirects to sign-in, which a field must not follow.
    const response = await fetch(path, { signal, redirect: "manual", cache: "no-store" });
    if (response.type === "opaqueredirect" || response.status === 401) return { state: "ended" };
    if (!response.ok) return { state: "failed" };
    const { places } = (await response.json()) as { places?: Place[] };
    return Array.isArray(places) ? { state: "open", places } : { state: "failed" };
  } catch {
    return { state: "failed" };
  }
}
