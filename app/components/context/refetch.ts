import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { router } from "./router";

/** Revalidates the screen's data, unless a form's answer is shown: revalidation would drop it. */
export function useBackgroundRevalidation(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    if (!router().state.actionData) revalidate();
  }, [revalidate]);
}

/**
 * After a save from this screen, reloads its data once `ms` have passed and side effects have settled (GEN-06, SMS-16).
 */
export function useRefetch(ms: number): void {
  const { state, formMethod } = useNavigation();
  const load = useBackgroundRevalidation();
  const isPosted = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") isPosted.current = true;
    if (state !== "idle" || !isPosted.current) return;
    isPosted.current = false;
    const timer = setTimeout(load, ms);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new `load` must not restart the timer
  }, [state, formMethod]);
}
