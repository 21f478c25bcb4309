import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button } from "./button";

/** Copies a text that stands beside it, and says so; there only with scripts. `label` says what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [answer, setAnswer] = useState<"copied" | "copyFailed">();
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(undefined), 3000);
    return () => clearTimeout(timer);
  }, [answer]);
  if (!hydrated) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer("copied");
    } catch {
      // No permission, or a page without https, which has no clipboard.
      setAnswer("copyFailed");
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        tone="gray"
        size="small"
        icon={answer === "copied" ? "check" : answer ? "alert" : "copy"}
        iconOnly
        onClick={() => void copy()}
      >
        {label}
      </Button>
      {/* Always there, so that what comes into it is announced. */}
      <span role="status" className="visually-hidden">
        {answer && t(answer)}
      </span>
    </>
  );
}
