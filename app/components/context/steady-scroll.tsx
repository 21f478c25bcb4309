import { ScrollRestoration } from "@remix-run/react";
import { useMemo, useState } from "react";
import { RouterState, useRouterState } from "./router";

type State = NonNullable<ReturnType<typeof useRouterState>>;

/**
 * Remix's `ScrollRestoration`, with three differences. "Leave the scroll position" holds for as long as the page is open:
 * Remix goes to the top as soon as the page's data is fetched again (GEN-105). And it holds for one page only: whoever is
 * led to another, as by the answer to a post, sees it from its top. Data that is fetched again leaves the page where it is
 * scrolled to, too: Remix puts it back to where it stood when that began.
 */
export function SteadyScroll({ nonce }: { nonce: string | undefined }) {
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

/** Whether it is the same address but for its query, or a dialog over it: a dialog's route is below that of its page. */
const isSamePage = (before: State, now: State) => isOver(before, now) || isOver(now, before);

function isOver(page: State, state: State): boolean {
  const last = page.matches.at(-1);
  return state.matches.some(
    ({ route, pathname }) => route.id === last?.route.id && pathname === last.pathname,
  );
}
