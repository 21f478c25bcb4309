import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";
import { router } from "~/components/context/router";
import type { LayerProps } from "./layer";
import { isRowKey, moveBetweenRows, pressByKey, singleKey } from "./shortcuts";

/** Maximum time between the keys of a two-key shortcut, in ms. */
const maxKeyGapMs = 1_500;

type Layer = "palette" | "shortcuts";

// Layers are loaded on first use.
const layers: Record<Layer, () => Promise<{ default: ComponentType<LayerProps> }>> = {
  palette: () => import("~/components/palette/palette"),
  shortcuts: () => import("~/components/palette/shortcuts-dialog"),
};

type OpenLayer = { layer: Layer; typed: string; View: ComponentType<LayerProps> };

type GoToFieldProps = {
  base: string;
  areKeysOn: boolean;
  /** Target of the keys g and t; null if the person has no Today. */
  todayHref: string | null;
  /** True if vacancies and applications can be searched (SRCH-01); otherwise only screens and customers. */
  hasSearch: boolean;
};

/**
 * The field in the top bar: a form that opens the results page. With JS typing in it or Ctrl/⌘ K opens the palette
 * instead; single keys are shortcuts unless disabled (WCAG 2.1.4).
 */
export function GoToField({ base, areKeysOn, hasSearch, todayHref }: GoToFieldProps) {
  const t = useTexts(shellTexts);
  const page = `${base}/${hasSearch ? "search" : "go"}`;
  const label = t(hasSearch ? "goTo.search" : "goTo.label");
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<OpenLayer>();
  const drawn = useEarlyKey();

  useEffect(() => {
    // The palette needs a native dialog; without it the field works as without JS.
    const hasDialogs = typeof HTMLDialogElement === "function";
    /**
     * The element focused before the search field. It gets the focus back, since typing in the field would
     * open the palette again.
     */
    let from: Element | null = null;
    const show = async (layer: Layer) => {
      if (layer === "palette" && !hasDialogs) return location.assign(`${base}/go`);
      if (layer === "palette" && document.activeElement !== field.current) {
        // Until the palette has loaded, the field receives its input.
        from = document.activeElement;
        field.current?.focus();
      }
      try {
        const { default: View } = await layers[layer]();
        if (document.querySelector("dialog[open]")) return;
        // A closing dialog returns the focus to the element that had it on opening.
        if (from instanceof HTMLElement) from.focus({ preventScroll: true });
        from = null;
        // Takes over text typed during loading; opens synchronously, so that the next letter goes to the palette.
        const typed = field.current?.value ?? "";
        flushSync(() => setOpen((shown) => shown ?? { layer, typed, View }));
        if (field.current) field.current.value = "";
      } catch {
        // The router waits while offline; a document load would show the browser's error page (SESS-34).
        const q = encodeURIComponent(field.current?.value ?? "");
        navigate(layer === "palette" ? `${page}?q=${q}` : `${base}/shortcuts`);
      }
    };
    /** Time at which g, the first of two keys, was pressed. */
    let pressedAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === "k" &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        event.preventDefault();
        void show("palette");
        return;
      }
      const key = areKeysOn ? singleKey(event) : undefined;
      const follows = event.timeStamp - pressedAt < maxKeyGapMs;
      pressedAt = key === "g" ? event.timeStamp : -Infinity;
      if (key === "t" && follows && todayHref !== null) navigate(todayHref);
      else if (key === "?") void show("shortcuts");
      else if (key === "/") {
        if (field.current?.offsetParent) field.current.focus();
        else void show("palette");
      } else if (key === undefined || !(drawn.keep(key) || moveBetweenRows(key) || pressByKey(key))) return;
      event.preventDefault();
    };
    const onInput = () => void show("palette");
    const { current: input } = field;
    document.addEventListener("keydown", onKeyDown);
    if (hasDialogs) input?.addEventListener("input", onInput);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      input?.removeEventListener("input", onInput);
    };
  }, [base, page, areKeysOn, navigate, drawn, todayHref]);

  return (
    <>
      <form role="search" aria-label={label} action={page} className="go-to">
        <Icon name="search" />
        <input
          ref={field}
          className="input"
          type="search"
          name="q"
          aria-label={label}
          placeholder={hasSearch ? label : t("goTo.placeholder")}
          autoComplete="off"
          maxLength={300}
        />
        <kbd aria-hidden="true">{areKeysOn ? "/" : "Ctrl K"}</kbd>
      </form>
      <ButtonLink to={page} className="narrow-only" variant="ghost" icon="search" iconOnly>
        {label}
      </ButtonLink>
      {open && <open.View {...{ base, hasSearch }} typed={open.typed} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/**
 * Holds a key pressed while the address bar is ahead of the rendered page. The key is meant for the page just
 * opened, and its rows and neighbours are not rendered yet.
 */
function useEarlyKey() {
  const { key: page } = useLocation();
  const [drawn] = useState(() => {
    const state = { page, early: undefined as string | undefined };
    const keep = (key: string) => {
      const isEarly = isRowKey(key) && router().state.location.key !== state.page;
      if (isEarly) state.early = key;
      return isEarly;
    };
    const draw = (now: string) => {
      const { early } = state;
      Object.assign(state, { page: now, early: undefined });
      // Runs after the page has focused the row that was left.
      if (early !== undefined) queueMicrotask(() => moveBetweenRows(early));
    };
    return { keep, draw };
  });
  useEffect(() => drawn.draw(page), [drawn, page]);
  return drawn;
}
