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
 * Remix decodes the page's data during the first render, and throws its promise. Without a boundary around the document
 * React fails for good (its error 345) if a key is pressed in that moment, so this waits for it first.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

if (runs)
  void dataDecoded().then(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RemixBrowser />
        </StrictMode>,
      );
    }),
  );
