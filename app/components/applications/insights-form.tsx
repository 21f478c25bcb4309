import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { clearNavigationCache } from "~/components/context/navigation-cache";
import { FormSecrets } from "~/components/form/post-form";

/** The `form` of every "Open insights" button. */
export const insightsFormId = "open-insights";

/**
 * The form of every "Open insights" button: the browser's own, in a tab of its own. Coming back, the list shows what
 * was viewed meanwhile.
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
        // Its one-time key is used now, and the page's requests know nothing of this one.
        clearNavigationCache();
        wasOpened.current = true;
      }}
    >
      <FormSecrets />
    </form>
  );
}
