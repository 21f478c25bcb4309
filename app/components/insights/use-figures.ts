import { useEffect, useRef, useState } from "react";
import { type CardName, cardNames } from "~/models/insights/cards";
import type { LoadError } from "~/services/failure.server";
import type { CardState } from "./insight-card";

export type Figures = Readonly<Record<CardName, CardState>>;

/** Time within which every card requests its figure, in ms (DI-11). */
export const requestSpreadMs = 2_000;
/** Timeout of a figure, in ms. */
const timeoutMs = 20_000;

/** Delay of each card's request, in ms: spread over the time, in card order, no two together (DI-11). */
export const delaysOf = (count: number, random: () => number = Math.random): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(((index + random()) * requestSpreadMs) / count));

const allLoading = Object.fromEntries(cardNames.map((card) => [card, { state: "loading" }])) as Figures;

type FigureRequest = { figures: Figures; for: string };

/**
 * The cards' figures: those that came with the page (DI-12), else one request per card, outside the router, so that a
 * failure does not affect the others (DI-09). `retry` requests one again.
 */
export function useFigures(
  loaded: Figures | null,
  hrefOf: (card: CardName) => string,
  key: string,
  failureOf: (card: CardName) => LoadError,
) {
  const [asked, setAsked] = useState<FigureRequest>({ figures: allLoading, for: key });
  const [retried, setRetried] = useState<{ of: Figures | null; figures: Partial<Figures> }>({
    of: loaded,
    figures: {},
  });
  const request = useRef<AbortController>();

  const fetchCard = async (card: CardName, signal: AbortSignal): Promise<CardState> =>
    (await figureAt(hrefOf(card), signal)) ?? { state: "failed", error: failureOf(card) };

  useEffect(() => {
    const controller = new AbortController();
    request.current = controller;
    if (loaded !== null) return () => controller.abort();
    const delays = delaysOf(cardNames.length);
    const timers = cardNames.map((card, index) =>
      setTimeout(() => {
        void fetchCard(card, controller.signal).then((state) => {
          if (controller.signal.aborted) return;
          setAsked((now) => ({
            for: key,
            figures: { ...(now.for === key ? now.figures : allLoading), [card]: state },
          }));
        });
      }, delays[index]),
    );
    return () => {
      timers.forEach(clearTimeout);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` and `loaded` determine the requests
  }, [loaded, key]);

  const retry = (card: CardName) => {
    const { current } = request;
    if (!current) return;
    const put = (state: CardState) =>
      setRetried((now) => ({
        of: loaded,
        figures: { ...(now.of === loaded ? now.figures : {}), [card]: state },
      }));
    const show = (state: CardState) =>
      loaded === null
        ? setAsked((now) => ({
            for: key,
            figures: { ...(now.for === key ? now.figures : allLoading), [card]: state },
          }))
        : put(state);
    show({ state: "loading" });
    void fetchCard(card, current.signal).then((state) => !current.signal.aborted && show(state));
  };

  const shown = asked.for === key ? asked.figures : allLoading;
  const figures: Figures = loaded ? { ...loaded, ...(retried.of === loaded && retried.figures) } : shown;
  return { figures, retry };
}

/**
 * One figure from its URL; null without an answer. Without a session the page itself redirects to sign-in.
 */
async function figureAt(href: string, signal: AbortSignal): Promise<CardState | null> {
  try {
    const response = await fetch(href, {
      signal: AbortSignal.any ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal,
      redirect: "manual",
      cache: "no-store",
    });
    if (response.type === "opaqueredirect" || response.status === 401) {
      window.location.reload();
      return { state: "loading" };
    }
    return response.ok ? ((await response.json()) as CardState) : null;
  } catch {
    return null;
  }
}
