import { useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { useCopied } from "~/components/ui/use-copied";
import { useHydrated } from "remix-utils/use-hydrated";
import { atsRequests } from "~/i18n/ats";
import { common } from "~/i18n/common";

/** Marks beyond this many help nobody and cost time to draw. */
const maxMarks = 500;

/** The parts of `text` at which `query` stands, case aside, and the parts between: odd entries are matches. */
export function splitByMatch(text: string, query: string): string[] {
  if (!query) return [text];
  const pattern = new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")})`, "gi");
  const parts = text.split(pattern);
  const kept = maxMarks * 2;
  return parts.length <= kept ? parts : [...parts.slice(0, kept), parts.slice(kept).join("")];
}

/** A value as indented JSON; scripts add a search in it and a button that copies it. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const t = useTexts(atsRequests);
  const hydrated = useHydrated();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  const parts = useMemo(() => splitByMatch(text, query.trim()), [text, query]);
  const block = useRef<HTMLPreElement>(null);
  const count = Math.floor(parts.length / 2);
  useEffect(() => {
    if (count > 0) block.current?.querySelectorAll("mark")[at % count]?.scrollIntoView({ block: "nearest" });
  }, [at, count, query]);
  return (
    <section className="json-view rt-Flex rt-r-fd-column rt-r-gap-1">
      <div className="json-view-head rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-gap-2">
        <h3>{label}</h3>
        {hydrated && (
          <>
            <input
              type="search"
              className="input"
              value={query}
              aria-label={t("detail.search", { label })}
              placeholder={t("detail.search", { label })}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
              }}
              onKeyDown={(event) => {
                if (event.key === "Enter") setAt(at + 1);
              }}
            />
            <CopyButton text={text} block={block} />
          </>
        )}
      </div>
      <span role="status" className="small muted">
        {query.trim() ? t("detail.matches", { count }) : ""}
      </span>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls in its own frame, so the keyboard must reach it */}
      <pre ref={block} className="code-block rt-r-m-0 rt-r-p-3" tabIndex={0} role="region" aria-label={label}>
        {parts.map((part, index) =>
          index % 2 === 1 ? (
            <mark key={index} data-current={count > 0 && (index - 1) / 2 === at % count ? "" : undefined}>
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </pre>
    </section>
  );
}

function CopyButton({ text, block }: { text: string; block: React.RefObject<HTMLElement> }) {
  const c = useTexts(common);
  // The selection is then copied by a key press.
  const { answer, copy } = useCopied(() => {
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
