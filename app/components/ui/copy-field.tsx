import { useId, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button } from "./button";
import { useHydrated } from "remix-utils/use-hydrated";

/** A value to take along: a read-only input, and with scripts a button that copies it and says so. */
export function CopyField({
  label,
  value,
  labelHidden,
}: {
  label: string;
  value: string;
  labelHidden?: boolean;
}) {
  const t = useTexts(common);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [answer, setAnswer] = useState<"copied" | "copyFailed">();
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setAnswer("copied");
    } catch {
      // No permission or no https: the text is selected, a key press copies it.
      setAnswer("copyFailed");
    }
    setTimeout(() => setAnswer(undefined), 3000);
  };
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? "visually-hidden" : undefined}>
        {label}
      </label>
      <div className="copy-field">
        <input
          ref={input}
          id={id}
          className="input mono"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        {hydrated && (
          <Button
            icon={answer === "copied" ? "check" : "copy"}
            onClick={copy}
            aria-label={t("actions.copyOf", { label })}
          >
            {t("actions.copy")}
          </Button>
        )}
      </div>
      <span role="status" className={answer === "copyFailed" ? "field-hint" : "visually-hidden"}>
        {answer ? t(answer) : ""}
      </span>
    </div>
  );
}
