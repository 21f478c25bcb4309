import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { clearNavigationCache } from "~/components/context/navigation-cache";
import { FormSecrets } from "~/components/form/post-form";

/** Id of the form of every "Open insights" button. */
export const insightsFormId = "open-insights";

/**
 * The form of every "Open insights" button, submitted natively into a new tab. On return the list reloads to show what
 * was viewed.
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
        // The one-time key is used up, and the router does not see this post.
        clearNavigationCache();
        wasOpened.current = true;
      }}
    >
      <FormSecrets />
    </form>
  );
}
