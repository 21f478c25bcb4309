import { useEffect, useState } from "react";

/**
 * Calls `look` once after hydration and returns true from then on: fields may have been filled earlier, by a fast
 * typist or the browser, without any event.
 */
export function useAfterHydration(look: () => void): boolean {
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => {
    look();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the document's state is known only now
    setLooked(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, on hydration
  }, []);
  return hasLooked;
}
