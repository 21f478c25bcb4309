import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Pause before each look, in ms. */
const pause = 800;

/**
 * Fetches the page's data again, some time after it last came, for as long as the component stands. A link or form that is
 * under way goes first: fetching would begin it again. It is looked first whether the data can be had: where it cannot just
 * now, the page stays as it is, in place of an error's. A refusal is for good, and shown: what the page says may be over.
 */
export function useRepeatedLoad(): void {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const isGoing = useNavigation().state !== "idle";
  const [misses, setMisses] = useState(0);
  useEffect(() => {
    if (state !== "idle" || isGoing) return;
    const own = new AbortController();
    const tell = (isThere: boolean) => {
      if (own.signal.aborted) return;
      if (isThere) revalidate();
      else setMisses((count) => count + 1);
    };
    const timer = setTimeout(() => {
      fetch(`${pathname}.data${search}`, { signal: own.signal }).then(
        ({ status }) => tell(status < 500 && status !== 429),
        () => tell(false),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [pathname, search, revalidate, state, isGoing, misses]);
}
