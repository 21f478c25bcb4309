import { useEffect, useState } from "react";

/** Time the outcome of a copy is shown, in ms. */
const outcomeNoticeMs = 3000;

/** Outcome of a copy; each is a key in `common`. */
type CopyOutcome = "copied" | "copyFailed";

/**
 * Copies texts to the clipboard and reports the outcome for a while. `onFailed` is called if scripts cannot write to
 * the clipboard: without permission, or on a page without https, which has none.
 */
export function useCopy(onFailed?: () => void): {
  answer: CopyOutcome | undefined;
  copy: (text: string) => Promise<void>;
} {
  // Each copy is a new object, so that its outcome is shown for the full time.
  const [said, setSaid] = useState<{ answer: CopyOutcome }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), outcomeNoticeMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ answer: "copied" });
    } catch {
      onFailed?.();
      setSaid({ answer: "copyFailed" });
    }
  };
  return { answer: said?.answer, copy };
}
