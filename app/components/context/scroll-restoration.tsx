import { ScrollRestoration } from "@remix-run/react";
import { useMemo, useState } from "react";
import { RouterState, useRouterState } from "./router";

type State = NonNullable<ReturnType<typeof useRouterState>>;

/**
 * Remix's `ScrollRestoration` with three differences. A kept scroll position lasts while the page is open;
 * Remix scrolls to the top on the next revalidation (GEN-105). It applies to one page only: a redirect, e.g.
 * after a post, starts at the top. A revalidation keeps the current position; Remix restores an earlier one.
 */
export function PageScrollRestoration({ nonce }: { nonce: string | undefined }) {
  const state = useRouterState();
  const [shown, setShown] = useState(state);
  const [kept, setKept] = useState<unknown>();
  if (state && shown && shown.location !== state.location) {
    setShown(state);
    if (state.preventScrollReset && isSamePage(shown, state)) setKept(state.location);
  }
  const steady = useMemo(() => {
    if (!state) return state;
    const isDataNew = shown?.location === state.location && shown.loaderData !== state.loaderData;
    const { restoreScrollPosition } = isDataNew ? shown : state;
    return { ...state, restoreScrollPosition, preventScrollReset: kept === state.location };
  }, [state, shown, kept]);
  return (
    <RouterState.Provider value={steady}>
      <ScrollRestoration nonce={nonce} />
    </RouterState.Provider>
  );
}

/** True for the same URL with another query, or a dialog over it: its route is below the page's. */
const isSamePage = (before: State, now: State) => isOver(before, now) || isOver(now, before);

function isOver(page: State, state: State): boolean {
  const last = page.matches.at(-1);
  return state.matches.some(
    ({ route, pathname }) => route.id === last?.route.id && pathname === last.pathname,
  );
}
