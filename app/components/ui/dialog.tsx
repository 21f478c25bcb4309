import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useBrowserLayoutEffect } from "~/components/context/browser-layout-effect";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { ConnectionBar } from "~/components/shell/connection-bar";
import { Button, ButtonLink } from "./button";
import { withSpaces } from "./with-spaces";

export type DialogProps = {
  title: string;
  /** Beside the way out, such as the place in a list. */
  aside?: ReactNode;
  /** Maximum width in px at a font size of 16 px; 480 by default. */
  width?: number;
  /** Page to close to; shows a close button and is the target of Esc. */
  closeHref?: string;
  /** Closes a dialog opened by scripts, instead of `closeHref`. */
  onClose?: () => void;
  children: ReactNode;
};

/** The dialog around the current element, if any, and a function to claim its initial focus. */
export const InDialog = createContext<{ takeFocus: () => boolean } | false>(false);

/** Returns true to the first caller only. */
function firstCallOnly() {
  let isTaken = false;
  const takeFocus = () => {
    const isFirst = !isTaken;
    isTaken = true;
    return isFirst;
  };
  return { takeFocus };
}

/**
 * Props for the first field of a dialog, or for its buttons if it has no field: `autofocus`, so that the focus is
 * inside without JS too. With JS the dialog becomes modal and sets the focus itself. An absent field (`isAsked` false)
 * leaves it to the next.
 */
export function useDialogFocus(isAsked = true) {
  const dialog = useContext(InDialog);
  const [isFirst] = useState(
    () => typeof document === "undefined" && isAsked && dialog && dialog.takeFocus(),
  );
  return dialog ? { suppressHydrationWarning: true, ...(isFirst && { autoFocus: true }) } : undefined;
}

/**
 * A dialog that the server renders open. Without JS it is a panel covering the page; with JS it is modal: the browser
 * traps the focus, and Esc does what the element marked `data-dialog-cancel` does.
 */
export function Dialog({ title, aside, width, closeHref, onClose, children }: DialogProps) {
  const t = useTexts(common);
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [focus] = useState(firstCallOnly);
  const wasHydrated = useRef(useHydrated());
  const cancel = () => {
    const way = ref.current?.querySelector<HTMLElement>("[data-dialog-cancel]:not(:disabled)");
    way?.click();
    return Boolean(way);
  };
  const openedBy = useRef<Element | null>(null);
  // A layout effect makes the dialog modal as soon as it is rendered: a key pressed in between would go to
  // the page behind it.
  useBrowserLayoutEffect(() => {
    openedBy.current = document.activeElement;
    if (wasHydrated.current && ref.current && canBeModal(ref.current)) becomeModal(ref.current);
  }, []);
  useEffect(() => {
    const { current: dialog } = ref;
    const { current: opener } = openedBy;
    if (!dialog) return;
    if (!canBeModal(dialog)) {
      // Fallback for browsers without HTMLDialogElement (before 2022): the layer, with focus inside and Esc.
      dialog
        .querySelector<HTMLElement>(
          // Never the button for Enter, which is removed on hydration.
          "[autofocus], input:not([type=hidden]), select, textarea, button:not([aria-hidden]), a",
        )
        ?.focus();
      const leave = (event: KeyboardEvent) => void (event.key === "Escape" && cancel());
      document.addEventListener("keydown", leave);
      return () => {
        document.removeEventListener("keydown", leave);
        requestAnimationFrame(() => returnFocus(opener));
      };
    }
    // Becoming modal restyles the whole page, so during startup it runs in its own task.
    const timer = wasHydrated.current ? undefined : setTimeout(() => becomeModal(dialog));
    return () => {
      clearTimeout(timer);
      // Waits until the dialog is removed from the page: blurring its fields earlier would notify a form that
      // is being removed.
      dialog.close();
      requestAnimationFrame(() => returnFocus(opener));
    };
  }, []);
  const cross = { variant: "ghost", icon: "x", iconOnly: true, "data-dialog-cancel": "" } as const;
  return (
    <div className="dialog-layer rt-r-position-fixed rt-r-overflow-auto">
      <dialog
        ref={ref}
        open
        className="dialog rt-Flex rt-r-fd-column rt-r-position-static rt-r-p-0"
        aria-labelledby={id}
        style={width ? { maxWidth: `${width / 16}rem` } : undefined}
        onCancel={(event) => {
          // A file picker inside also fires "cancel".
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          cancel();
        }}
        // A second Esc closes the dialog without a cancel event. The page must not keep an empty layer, and a
        // dialog must not close while a pending request disables its close button (INV-03).
        onClose={(event) => {
          const { target, currentTarget } = event;
          // In development effects run twice: the first close event arrives when the dialog is open again.
          if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return;
          if (!cancel()) currentTarget.showModal();
        }}
      >
        <div className="dialog-head rt-Flex rt-r-ai-start rt-r-jc-space-between rt-r-gap-3 rt-r-pt-5 rt-r-px-5 rt-r-pb-0">
          <h2 id={id} className="rt-Heading rt-r-size-4 rt-r-tw-balance">
            {title}
          </h2>
          {onClose ? (
            <Button {...cross} onClick={onClose}>
              {t("actions.close")}
            </Button>
          ) : (
            closeHref && (
              <ButtonLink {...cross} to={closeHref} data-keep-scroll="">
                {t("actions.close")}
              </ButtonLink>
            )
          )}
          {aside}
        </div>
        {/* The page's own connection bar is inert while the dialog is open. */}
        <ConnectionBar />
        <div className="dialog-body rt-Flex rt-r-fd-column rt-r-gap-4 rt-r-pt-2 rt-r-px-5 rt-r-pb-5">
          <InDialog.Provider value={focus}>{children}</InDialog.Provider>
        </div>
      </dialog>
    </div>
  );
}

function becomeModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(":modal")) return;
  // `showModal` throws on a dialog that is already open.
  dialog.removeAttribute("open");
  dialog.showModal();
  focusFirstField(dialog);
}

/**
 * Focuses the first field. The browser might focus the invisible button for Enter (SHELL-30) or the close
 * button, which precede the fields. `data-dialog-focus` marks a safe button where the first one is not.
 */
function focusFirstField(dialog: HTMLDialogElement): void {
  dialog.querySelector<HTMLElement>("[data-dialog-focus]")?.focus();
  if (!document.activeElement?.matches("[aria-hidden], .dialog-head *")) return;
  const field = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";
  dialog.querySelector<HTMLElement>(`${field}, .dialog-actions .btn`)?.focus();
}

function canBeModal(dialog: HTMLElement): boolean {
  return "showModal" in dialog && CSS.supports("selector(:modal)");
}

/** Returns the focus to the element that opened the dialog, or to the page if that is gone; never to a hidden one. */
function returnFocus(opener: Element | null): void {
  const { activeElement: now, body } = document;
  // If the dialog has its own URL, the page behind it has taken the focus by now.
  if (now && now !== body && now.id !== "main") return;
  const isThere = opener instanceof HTMLElement && opener !== body && opener.isConnected;
  const target = isThere && opener.offsetParent ? opener : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** Buttons at the end of a dialog, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  const focus = useDialogFocus();
  return (
    <div
      className="dialog-actions rt-Flex rt-r-fw-wrap rt-r-jc-end rt-r-gap-2 rt-r-mt-2"
      {...(focus?.autoFocus && { tabIndex: -1 })}
      {...focus}
    >
      {withSpaces(children)}
    </div>
  );
}
