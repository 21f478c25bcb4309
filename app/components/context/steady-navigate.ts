import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

type Options = { replace?: boolean; preventScrollReset?: boolean; state?: unknown };

/** Clicks closer together than this, in ms, count as one change of mind (GEN-06). */
const calm = 500;

// Shared by the whole page: a tab and a filter replace the same list.
let last = { to: "", at: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

/** After a cancelled navigation, and before any other, the next click counts at once and none fires late. */
export function forgetClicks(): void {
  clearTimeout(timer);
  last = { to: "", at: 0 };
}

/**
 * `navigate` for tabs and filters: the first click counts at once; of those within the next half second only the last,
 * and a repeated address is ignored.
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
