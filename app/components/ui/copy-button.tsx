import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button, buttonLook } from "./button";
import { useCopy } from "./use-copy";

/** Copies the text next to it and confirms; only with JS. `label` names the copied text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const { answer, copy } = useCopy();
  // Reserves its space to avoid a layout shift on hydration.
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
      {/* Always present, so that its later content is announced. */}
      <span role="status" className="visually-hidden">
        {answer && t(answer)}
      </span>
    </>
  );
}
