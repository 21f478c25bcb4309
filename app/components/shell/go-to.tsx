import { type ComponentType, useEffect, useRef, useState } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icons";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";
import { moveInRows, singleKey } from "./shortcuts";

type Layer = "palette" | "shortcuts";
export type LayerProps = { base: string; typed: string; onClose: () => void };

// Their scripts come when one of them is opened for the first time.
const layers: Record<Layer, () => Promise<{ default: ComponentType<LayerProps> }>> = {
  palette: () => import("~/components/palette/palette"),
  shortcuts: () => import("~/components/palette/shortcuts-dialog"),
};

type Open = { layer: Layer; typed: string; View: ComponentType<LayerProps> };

/**
 * The field in the top bar: a form that leads to the page of all places. Scripts open the palette instead, by typing
 * in it or by Ctrl/⌘ K, and listen for the single keys unless these are switched off (WCAG 2.1.4).
 */
export function GoTo({ base, areKeysOn }: { base: string; areKeysOn: boolean }) {
  const t = useTexts(shellTexts);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open>();

  useEffect(() => {
    const show = async (layer: Layer) => {
      try {
        const { default: View } = await layers[layer]();
        // What was typed while the script was on its way goes along.
        const typed = field.current?.value ?? "";
        if (field.current) field.current.value = "";
        if (!document.querySelector("dialog[open]")) setOpen((shown) => shown ?? { layer, typed, View });
      } catch {
        location.assign(`${base}/${layer === "palette" ? "go" : "shortcuts"}`);
      }
    };
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
      if (key === "?") void show("shortcuts");
      else if (key === "/") {
        if (field.current?.offsetParent) field.current.focus();
        else void show("palette");
      } else if (key === undefined || !moveInRows(key)) return;
      event.preventDefault();
    };
    const onInput = () => void show("palette");
    const { current: input } = field;
    document.addEventListener("keydown", onKeyDown);
    input?.addEventListener("input", onInput);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      input?.removeEventListener("input", onInput);
    };
  }, [base, areKeysOn]);

  return (
    <>
      <form role="search" aria-label={t("goTo.label")} action={`${base}/go`} className="go-to">
        <Icon name="search" />
        <input
          ref={field}
          className="input"
          type="search"
          name="q"
          aria-label={t("goTo.label")}
          placeholder={t("goTo.placeholder")}
          autoComplete="off"
          maxLength={100}
        />
        <kbd aria-hidden="true">{areKeysOn ? "/" : "Ctrl K"}</kbd>
      </form>
      <ButtonLink to={`${base}/go`} className="narrow-only" variant="ghost" icon="search" iconOnly>
        {t("goTo.label")}
      </ButtonLink>
      {open && <open.View base={base} typed={open.typed} onClose={() => setOpen(undefined)} />}
    </>
  );
}
