import { useEffect, useState } from "react";

/**
 * Calls `look` once after hydration and returns true from then on. Typing or autofill may have filled fields
 * before hydration, without an event that React sees.
 */
export function useAfterHydration(look: () => void): boolean {
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => {
    look();
    // oxlint-disable-next-line react/set-state-in-effect -- the document's state is known only now
    setLooked(true);
    // oxlint-disable-next-line react/exhaustive-deps -- once, on hydration
  }, []);
  return hasLooked;
}
