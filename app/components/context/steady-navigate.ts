import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

type Options = { replace?: boolean; preventScrollReset?: boolean; state?: unknown };

/** Clicks that follow each other more quickly than this, in ms, are one change of mind (GEN-06). */
const calm = 500;

// One for the whole page: a tab and a filter replace the same list.
let last = { to: "", at: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

/** After a way that was not gone after all, and before any other, the next click counts at once and none comes late. */
export function forgetClicks(): void {
  clearTimeout(timer);
  last = { to: "", at: 0 };
}

/**
 * `navigate` for tabs and filters: the first click counts at once; of those that follow within half a second only
 * the last does, and one to the same address is none.
 */
export function useSteadyNavigate() {
  const navigate = useNavigate();
  return useCallback(
    (to: string, options?: Options) => {
      const isQuick = Date.now() - last.at < calm;
      const isSame = to === last.to;
      last = { to, at: Date.now() };
      if (isQuick && isSame) return;
      clearTimeout(timer);
      if (isQuick) timer = setTimeout(() => navigate(to, options), calm);
      else navigate(to, options);
    },
    [navigate],
  );
}
