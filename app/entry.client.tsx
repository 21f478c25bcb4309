import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { canHydrate, haveScriptsFailed } from "~/components/context/hydration";
import { holdRequests, importWhenReachable } from "~/components/context/connection";
import { allowForTranslation } from "~/components/context/translated-page";

declare global {
  interface Window {
    /** The router's loader of a screen's file; vite.config.ts patches the call into Remix. */
    edgeImport: typeof importWhenReachable;
  }
}

const runs = canHydrate() && !haveScriptsFailed();
if (runs) {
  holdRequests();
  allowForTranslation();
}
window.edgeImport = importWhenReachable;

/**
 * Waits until the page's data is decoded. Remix decodes it during the first render and throws the promise;
 * with no boundary around the document, a key pressed at that moment makes React fail permanently (its error
 * 345).
 */
async function waitForData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

if (runs)
  void waitForData().then(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RemixBrowser />
        </StrictMode>,
      );
    }),
  );
