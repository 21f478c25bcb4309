import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Pause before each poll, in ms. */
const pollPauseMs = 800;

/**
 * Reloads the page's data after a pause for as long as the component is mounted. A pending link or form goes first:
 * reloading would restart it. The data's availability is checked first: on a temporary failure the page stays as it is
 * instead of showing an error. A refusal is permanent and shown: the page may be out of date.
 */
export function useRepeatedLoad(): void {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  const isGoing = useNavigation().state !== "idle";
  const [misses, setMisses] = useState(0);
  useEffect(() => {
    if (state !== "idle" || isGoing) return;
    const controller = new AbortController();
    const tell = (isThere: boolean) => {
      if (controller.signal.aborted) return;
      if (isThere) revalidate();
      else setMisses((count) => count + 1);
    };
    const timer = setTimeout(() => {
      fetch(`${pathname}.data${search}`, { signal: controller.signal }).then(
        ({ status }) => tell(status < 500 && status !== 429),
        () => tell(false),
      );
    }, pollPauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [pathname, search, revalidate, state, isGoing, misses]);
}
