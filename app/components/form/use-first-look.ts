import { useEffect, useState } from "react";

/**
 * Looks once the scripts are there, and says from then on that it has: fields may have been filled before, by a fast
 * typist or the browser itself, and nothing tells of that.
 */
export function useFirstLook(look: () => void): boolean {
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => {
    look();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- what the document shows is known only now
    setLooked(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the scripts begin
  }, []);
  return hasLooked;
}
