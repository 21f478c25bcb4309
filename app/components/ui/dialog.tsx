import { createContext, type ReactNode, useEffect, useId, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { common } from "~/i18n/common";
import { ConnectionBar } from "~/components/shell/connection-bar";
import { Button, ButtonLink } from "./button";
import { Spinner } from "./spinner";

export type DialogProps = {
  title: string;
  /** Greatest width in px; 480 unless told otherwise. */
  width?: number;
  /** Where the dialog closes to; shows a cross and is where Esc leads. */
  closeHref?: string;
  /** Closes a dialog that scripts opened, instead of `closeHref`. */
  onClose?: () => void;
  children: ReactNode;
};

/** Whether what is drawn stands in a dialog. */
export const InDialog = createContext(false);

/**
 * A dialog that the server draws open. Without scripts it is a panel that covers the page; with them it is
 * modal: the browser holds the focus inside and Esc does what the element marked `data-dialog-cancel` does.
 */
export function Dialog({ title, width, closeHref, onClose, children }: DialogProps) {
  const t = useTexts(common);
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current: dialog } = ref;
    if (!dialog || dialog.matches(":modal")) return;
    const { activeElement: opener } = document;
    // A dialog that is open already cannot become modal.
    dialog.removeAttribute("open");
    dialog.showModal();
    return () => {
      // After it was taken out of the page: leaving its fields earlier would be told to a form that is on its way out.
      dialog.close();
      requestAnimationFrame(() => returnFocus(opener));
    };
  }, []);
  const cancel = () => {
    const way = ref.current?.querySelector<HTMLElement>("[data-dialog-cancel]:not(:disabled)");
    way?.click();
    return Boolean(way);
  };
  const cross = { variant: "ghost", icon: "x", iconOnly: true, "data-dialog-cancel": "" } as const;
  return (
    <div className="dialog-layer">
      <dialog
        ref={ref}
        open
        className="dialog"
        aria-labelledby={id}
        style={width ? { maxWidth: width } : undefined}
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
          if (target === currentTarget && currentTarget.isConnected && !cancel()) currentTarget.showModal();
        }}
      >
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
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
        <div className="dialog-body">
          <InDialog.Provider value>{children}</InDialog.Provider>
        </div>
      </dialog>
    </div>
  );
}

/** The focus goes to what opened the dialog, or to the page when that is gone; never to where nothing is. */
function returnFocus(opener: Element | null): void {
  const { activeElement: now, body } = document;
  if (now && now !== body) return;
  const isThere = opener instanceof HTMLElement && opener !== body && opener.isConnected;
  const target = isThere && opener.offsetParent ? opener : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/** The buttons that end a dialog, the one that acts last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}

/** Stands in a dialog or a page part while its data is on the way. @public part of the kit */
export function Loading() {
  const t = useTexts(common);
  return (
    <div className="empty" role="status">
      <Spinner large />
      <span>{t("loading")}</span>
    </div>
  );
}
