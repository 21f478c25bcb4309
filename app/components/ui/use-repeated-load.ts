import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const everyMs = 500;

/** Fetches the page's data again, half a second after it last came, for as long as the component stands. */
export function useRepeatedLoad(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, everyMs);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
}
