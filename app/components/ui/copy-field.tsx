import { useId, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { Button } from "./button";
import { useCopy } from "./use-copy";
import { useHydrated } from "remix-utils/use-hydrated";

/** A value to copy: a read-only input, and with JS a copy button that confirms. */
export function CopyField({
  label,
  of,
  value,
  labelHidden,
}: {
  label: string;
  /** The record it belongs to, if several on a page have the same label. */
  of?: string;
  value: string;
  labelHidden?: boolean;
}) {
  const t = useTexts(common);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const { answer, copy } = useCopy();
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? "visually-hidden" : undefined}>
        {label}
      </label>
      <div className="copy-field rt-Flex rt-r-gap-2">
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
            onClick={() => {
              // If scripts cannot copy it, the selection can be copied with the keyboard.
              input.current?.select();
              void copy(value);
            }}
            aria-label={t("actions.copyOf", { label: of ? `${of}: ${label}` : label })}
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
