import { useNavigate } from "@remix-run/react";
import { useCallback } from "react";

type Options = { replace?: boolean; preventScrollReset?: boolean; state?: unknown };

/** Debounce interval of clicks, in ms (GEN-06). */
const debounceMs = 500;

// Shared by the whole page, since tabs and filters navigate the same list.
let last = { to: "", at: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Cancels the debounced click, so that the next click navigates at once. Call after a cancelled navigation
 * and before any other.
 */
export function forgetClicks(): void {
  clearTimeout(timer);
  last = { to: "", at: 0 };
}

/**
 * Debounced `navigate` for tabs and filters: the first click navigates at once; of the clicks within the next
 * half second only the last one does. A repeated URL is ignored.
 */
export function useDebouncedNavigate() {
  const navigate = useNavigate();
  return useCallback(
    (to: string, options?: Options) => {
      const isQuick = Date.now() - last.at < debounceMs;
      const isSame = to === last.to;
      last = { to, at: Date.now() };
      if (isQuick && isSame) return;
      clearTimeout(timer);
      if (isQuick) timer = setTimeout(() => navigate(to, options), debounceMs);
      else navigate(to, options);
    },
    [navigate],
  );
}
