import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button, buttonLook } from "./button";
import { useCopied } from "./use-copied";

/** Copies a text that stands beside it, and says so; there only with scripts. `label` says what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const { answer, copy } = useCopied();
  // Its room is there before: nothing moves when it comes.
  if (!hydrated)
    return <span {...buttonLook({ variant: "ghost", size: "small", iconOnly: true }, "with-scripts")} />;
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={answer === "copied" ? "check" : answer ? "alert" : "copy"}
        iconOnly
        onClick={() => void copy(text)}
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
