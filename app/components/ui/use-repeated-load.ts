import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const everyMs = 500;

/**
 * Fetches the page's data again, half a second after it last came, for as long as the component stands. A link or form
 * that is under way goes first: fetching would begin it anew.
 */
export function useRepeatedLoad(): void {
  const { revalidate, state } = useRevalidator();
  const isGoing = useNavigation().state !== "idle";
  useEffect(() => {
    if (state !== "idle" || isGoing) return;
    const timer = setTimeout(revalidate, everyMs);
    return () => clearTimeout(timer);
  }, [revalidate, state, isGoing]);
}
