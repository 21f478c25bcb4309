import { ScrollRestoration } from "@remix-run/react";
import { useMemo, useState } from "react";
import { RouterState, useRouterState } from "./router";

/**
 * Remix's `ScrollRestoration`, which goes to the top of a page that was opened without it as soon as the page's data is
 * fetched again: "leave the scroll position" holds for as long as the page is open (GEN-105).
 */
export function SteadyScroll({ nonce }: { nonce: string | undefined }) {
  const state = useRouterState();
  const [kept, setKept] = useState<unknown>();
  if (state?.preventScrollReset && kept !== state.location) setKept(state.location);
  const steady = useMemo(
    () => state && { ...state, preventScrollReset: state.preventScrollReset || kept === state.location },
    [state, kept],
  );
  return (
    <RouterState.Provider value={steady}>
      <ScrollRestoration nonce={nonce} />
    </RouterState.Provider>
  );
}
