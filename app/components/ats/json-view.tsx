import { useMemo, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { useCopy } from "~/components/ui/use-copy";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";

/** A value as indented JSON; JS adds a copy button. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const hydrated = useHydrated();
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  const block = useRef<HTMLPreElement>(null);
  return (
    <section className="json-view rt-Flex rt-r-fd-column rt-r-gap-1">
      <div className="rt-Flex rt-r-jc-space-between rt-r-fw-wrap rt-r-ai-center rt-r-gap-2">
        <h3>{label}</h3>
        {hydrated && <CopyButton text={text} block={block} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it */}
      <pre ref={block} className="code-block rt-r-m-0 rt-r-p-3" tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </section>
  );
}

function CopyButton({ text, block }: { text: string; block: React.RefObject<HTMLElement> }) {
  const c = useTexts(common);
  // Without clipboard access, selects the text so that it can be copied with the keyboard.
  const { answer, copy } = useCopy(() => {
    if (block.current) getSelection()?.selectAllChildren(block.current);
  });
  return (
    <>
      <Button icon={answer === "copied" ? "check" : "copy"} onClick={() => void copy(text)}>
        {c("actions.copy")}
      </Button>
      <span role="status" className={answer === "copyFailed" ? "small" : "visually-hidden"}>
        {answer ? c(answer) : ""}
      </span>
    </>
  );
}
