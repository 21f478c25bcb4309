import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { holdRequests, importWhenReachable } from "~/components/context/connection";

declare global {
  interface Window {
    /** How the router loads the file of a screen; vite.config.ts puts the call into Remix. */
    edgeImport: typeof importWhenReachable;
  }
}

holdRequests();
window.edgeImport = importWhenReachable;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
