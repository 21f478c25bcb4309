import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Once something was saved from this screen, fetches its data again after `ms`, when what it set off has settled
 * (GEN-06, SMS-16). A form that came back is left alone: fetching again would take its answer away.
 */
export function useRefetch(ms: number): void {
  const { state, formMethod } = useNavigation();
  const { revalidate } = useRevalidator();
  const isPosted = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") isPosted.current = true;
    if (state !== "idle" || !isPosted.current) return;
    isPosted.current = false;
    const timer = setTimeout(() => {
      if (!window.__remixRouter.state.actionData) revalidate();
    }, ms);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new `revalidate` is no reason to start again
  }, [state, formMethod]);
}
