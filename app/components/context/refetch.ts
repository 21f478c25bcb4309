import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { router } from "./router";

/** Fetches the screen's data again, unless a form has just been answered: that would take its answer away. */
export function useQuietLoad(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    if (!router().state.actionData) revalidate();
  }, [revalidate]);
}

/**
 * Once something was saved from this screen, fetches its data again after `ms`, when what it set off has settled
 * (GEN-06, SMS-16).
 */
export function useRefetch(ms: number): void {
  const { state, formMethod } = useNavigation();
  const load = useQuietLoad();
  const isPosted = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") isPosted.current = true;
    if (state !== "idle" || !isPosted.current) return;
    isPosted.current = false;
    const timer = setTimeout(load, ms);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new `load` is no reason to start again
  }, [state, formMethod]);
}
