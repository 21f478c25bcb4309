import { type KeyboardEvent, useRef, useState } from "react";
import { control, Field, type FieldBase } from "~/components/form/field";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { places as texts } from "~/i18n/places";
import type { Place } from "~/models/places/place.server";
import { usePlaceSuggestions } from "./place-suggestions";

type PlaceFieldProps = FieldBase & {
  defaultValue?: string;
  /** Called on each change: the chosen place, or null once the text is edited. */
  onChoose?: (place: Place | null) => void;
};

/**
 * Text field for a place. Scripts suggest places while typing (CAND-18); without JS, or for an unlisted place, the
 * typed text is submitted. Suggestion errors are shown only next to the field.
 */
export function PlaceField({ defaultValue, onChoose, ...field }: PlaceFieldProps) {
  const t = useTexts(texts);
  const hydrated = useHydrated();
  const id = field.id ?? field.name;
  const input = useRef<HTMLInputElement>(null);
  const { suggestions, search, close } = usePlaceSuggestions();
  const [active, setActive] = useState(-1);
  const isOpen = suggestions.state === "open";
  const options = suggestions.state === "open" ? suggestions.places : [];

  const dismiss = () => {
    close();
    setActive(-1);
  };
  const choose = (place: Place) => {
    if (input.current) input.current.value = place.address;
    onChoose?.(place);
    dismiss();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Ignores keys during IME composition, which uses them itself.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (!isOpen) {
      // Down reopens a closed list; Enter while it loads must not submit the form.
      if (event.key === "ArrowDown" && suggestions.state !== "loading")
        search(event.currentTarget.value, "now");
      else if (event.key !== "Enter" || suggestions.state !== "loading") return;
    } else if (step && options.length > 0) {
      const from = active === -1 && step === -1 ? 0 : active;
      setActive((from + step + options.length) % options.length);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape") dismiss();
    else return;
    event.preventDefault();
  };
  const combobox = hydrated && {
    role: "combobox",
    "aria-autocomplete": "list" as const,
    "aria-expanded": isOpen && options.length > 0,
    "aria-controls": `${id}-places`,
    "aria-activedescendant": active >= 0 ? `${id}-place-${active}` : undefined,
  };
  const message = {
    closed: "",
    loading: t("loading"),
    failed: t("failed"),
    ended: t("ended"),
    open: options.length === 0 ? t("none") : t("found", { count: options.length }),
  }[suggestions.state];
  return (
    <Field {...field} value={defaultValue}>
      <div className="rt-r-position-relative">
        <input
          ref={input}
          type="text"
          className="input"
          autoComplete="off"
          defaultValue={defaultValue}
          {...control(field)}
          {...combobox}
          onInput={(event) => {
            onChoose?.(null);
            setActive(-1);
            search(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={dismiss}
        />
        {hydrated && (
          <div
            id={`${id}-places`}
            role="listbox"
            aria-label={t("suggestions")}
            className="suggest-list rt-r-position-absolute rt-r-mt-1 rt-r-p-1"
            hidden={!isOpen || options.length === 0}
          >
            {options.map((place, index) => (
              // The input keeps focus and key handling; see aria-activedescendant.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={place.placeId}
                id={`${id}-place-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                {place.address}
              </div>
            ))}
          </div>
        )}
      </div>
      <div role="status" className={message && !options.length ? "field-hint" : "visually-hidden"}>
        {message}
      </div>
    </Field>
  );
}
