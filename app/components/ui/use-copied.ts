import { useEffect, useState } from "react";

/** How long it is said what became of a copy, in ms. */
const saidFor = 3000;

/** The outcome of a copy; each is a text of `common`. */
type Copied = "copied" | "copyFailed";

/**
 * Copies texts to the clipboard and tells for a while what became of it. `onFailed` is called where the clipboard is
 * closed to scripts: without permission, or on a page without https, which has none.
 */
export function useCopied(onFailed?: () => void): {
  answer: Copied | undefined;
  copy: (text: string) => Promise<void>;
} {
  // Each copy is an answer of its own, which is said for its whole time.
  const [said, setSaid] = useState<{ answer: Copied }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), saidFor);
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
