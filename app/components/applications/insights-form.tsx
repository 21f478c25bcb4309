import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { clearNavigationCache } from "~/components/context/navigation-cache";
import { FormSecrets } from "~/components/form/post-form";

/** Id of the form that every "Open insights" button submits. */
export const insightsFormId = "open-insights";

/**
 * The form that every "Open insights" button submits, natively into a new tab. When the person returns, the
 * list reloads to show what was viewed.
 */
export function InsightsForm({ action }: { action: string }) {
  const { revalidate } = useRevalidator();
  const wasOpened = useRef(false);
  useEffect(() => {
    const refresh = () => {
      if (!wasOpened.current) return;
      wasOpened.current = false;
      revalidate();
    };
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, [revalidate]);
  return (
    <form
      id={insightsFormId}
      method="post"
      action={action}
      target="_blank"
      rel="noopener"
      onSubmit={() => {
        // The native post bypasses the router: cached answers are stale, and the idempotency key is used.
        clearNavigationCache();
        wasOpened.current = true;
      }}
    >
      <FormSecrets />
    </form>
  );
}
