import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useBrowserLayoutEffect } from "~/components/context/browser-layout-effect";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { ConnectionBar } from "~/components/shell/connection-bar";
import { Button, ButtonLink } from "./button";
import { spaced } from "./spaced";

export type DialogProps = {
  title: string;
  /** Greatest width in px of a browser with letters of 16 px; 480 unless told otherwise. */
  width?: number;
  /** Where the dialog closes to; shows a cross and is where Esc leads. */
  closeHref?: string;
  /** Closes a dialog that scripts opened, instead of `closeHref`. */
  onClose?: () => void;
  children: ReactNode;
};

/** The dialog that what is drawn stands in, if it does, and whether something in it takes the focus. */
export const InDialog = createContext<{ takeFocus: () => boolean } | false>(false);

/** Says yes to the first who asks for the focus. */
function oneFocus() {
  let isTaken = false;
  const takeFocus = () => {
    const isFirst = !isTaken;
    isTaken = true;
    return isFirst;
  };
  return { takeFocus };
}

/**
 * Props for the first field of a dialog, or for its buttons where there is no field: `autofocus`, so that the focus is
 * inside without scripts, too. With scripts the dialog becomes modal and sets the focus itself. A field that is not
 * there (`isAsked` false) leaves it to the next.
 */
export function useDialogFocus(isAsked = true) {
  const dialog = useContext(InDialog);
  const [isFirst] = useState(
    () => typeof document === "undefined" && isAsked && dialog && dialog.takeFocus(),
  );
  return dialog ? { suppressHydrationWarning: true, ...(isFirst && { autoFocus: true }) } : undefined;
}

/**
 * A dialog that the server draws open. Without scripts it is a panel that covers the page; with them it is
 * modal: the browser holds the focus inside and Esc does what the element marked `data-dialog-cancel` does.
 */
export function Dialog({ title, width, closeHref, onClose, children }: DialogProps) {
  const t = useTexts(common);
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [focus] = useState(oneFocus);
  const wasHydrated = useRef(useHydrated());
  const cancel = () => {
    const way = ref.current?.querySelector<HTMLElement>("[data-dialog-cancel]:not(:disabled)");
    way?.click();
    return Boolean(way);
  };
  const openedBy = useRef<Element | null>(null);
  // Drawn and modal at once: a key pressed in between would be the page's behind it, and Esc nobody's.
  useBrowserLayoutEffect(() => {
    openedBy.current = document.activeElement;
    if (wasHydrated.current && ref.current && canBeModal(ref.current)) becomeModal(ref.current);
  }, []);
  useEffect(() => {
    const { current: dialog } = ref;
    const { current: opener } = openedBy;
    if (!dialog) return;
    if (!canBeModal(dialog)) {
      // The layer that stands in where there are no scripts, with the focus inside and Esc (HTMLDialogElement: 2022).
      dialog
        .querySelector<HTMLElement>(
          // Never the button that Enter presses, which goes once scripts run.
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
    // The whole page is styled again: with a document that is still starting, it waits for its own turn.
    const timer = wasHydrated.current ? undefined : setTimeout(() => becomeModal(dialog));
    return () => {
      clearTimeout(timer);
      // After it was taken out of the page: leaving its fields earlier would be told to a form that is on its way out.
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
          // Also a file picker inside says "cancel".
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          cancel();
        }}
        // A second Esc closes without asking. The layer must not stay behind alone, nor may a dialog close whose way
        // out is disabled because its request is under way (INV-03).
        onClose={(event) => {
          const { target, currentTarget } = event;
          // In development each effect runs twice: the first closing is told of when the dialog is open again.
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
        </div>
        {/* The page's own is out of reach while this is open. */}
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
  // A dialog that is open already cannot become modal.
  dialog.removeAttribute("open");
  dialog.showModal();
  focusFirstField(dialog);
}

/**
 * The browser may take the button that Enter presses, which nobody sees, for the first thing in a form (SHELL-30), or the
 * cross, which stands before it. `data-dialog-focus` is on a button that is safe where the first one is not.
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

/** The focus goes to what opened the dialog, or to the page when that is gone; never to where nothing is. */
function returnFocus(opener: Element | null): void {
  const { activeElement: now, body } = document;
  // Where the dialog is an address of its own, the page of the one behind it has taken the focus by now.
  if (now && now !== body && now.id !== "main") return;
  const isThere = opener instanceof HTMLElement && opener !== body && opener.isConnected;
  const target = isThere && opener.offsetParent ? opener : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** The buttons that end a dialog, the one that acts last. */
export function DialogActions({ children }: { children: ReactNode }) {
  const focus = useDialogFocus();
  return (
    <div
      className="dialog-actions rt-Flex rt-r-fw-wrap rt-r-jc-end rt-r-gap-2 rt-r-mt-2"
      {...(focus?.autoFocus && { tabIndex: -1 })}
      {...focus}
    >
      {spaced(children)}
    </div>
  );
}
