import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { canRun, isToStay } from "~/components/context/as-sent";
import { holdRequests, importWhenReachable } from "~/components/context/connection";
import { allowForTranslation } from "~/components/context/translated-page";

declare global {
  interface Window {
    /** How the router loads the file of a screen; vite.config.ts puts the call into Remix. */
    edgeImport: typeof importWhenReachable;
  }
}

const runs = canRun() && !isToStay();
if (runs) {
  holdRequests();
  allowForTranslation();
}
window.edgeImport = importWhenReachable;

/**
 * Remix decodes the page's data when it draws for the first time, and throws the promise of it. With no boundary around
 * the document React gives up for good (its error 345) when a key is pressed in that moment: it is waited for before.
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
