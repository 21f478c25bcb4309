import { useLocation, useNavigation } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions, InDialog } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { restoreParameter } from "~/models/form/restorable";

/**
 * True if a form differs from the stored values; its buttons then stick to the bottom of the window. A
 * dialog's buttons are always visible. It does not change during a save, so that the button under the pointer
 * does not move.
 */
export function useIsDirty(formId: string, isChanged: () => boolean): boolean {
  const isInDialog = useContext(InDialog) !== false;
  const { state } = useNavigation();
  const [isDirty, setDirty] = useState(false);
  const check = useRef(() => {});
  useEffect(() => {
    check.current = () => {
      if (state === "idle") setDirty(!isInDialog && isChanged());
    };
    // Checks after each render, since adding and removing rows renders the form again; in a microtask,
    // because a reset form receives its values in its own effect.
    queueMicrotask(() => check.current());
  });
  useEffect(() => {
    const onChange = ({ target }: Event) => {
      if (target instanceof Node && document.getElementById(formId)?.contains(target)) check.current();
    };
    // On the window, after React has handled the event: earlier, a rerender would restore the field's old text and
    // React would see no change.
    window.addEventListener("input", onChange);
    window.addEventListener("change", onChange);
    return () => {
      window.removeEventListener("input", onChange);
      window.removeEventListener("change", onChange);
    };
  }, [formId]);
  return isDirty;
}

/** Shows that there are unsaved changes and offers to discard them. Nothing without JS. */
export function UnsavedNotice({ formId, isDirty }: { formId: string; isDirty: boolean }) {
  const t = useTexts(common);
  const { pathname, search } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    const form = document.getElementById(formId);
    if (form) form.dataset.givenUp = "";
    // Loads the stored page in full, which also resets state outside the fields.
    const query = new URLSearchParams(search);
    // Would fill the form in again.
    query.delete(restoreParameter);
    window.location.assign(`${pathname}?${query}`.replace(/\?$/, ""));
  };
  return (
    <>
      <span className="form-unsaved muted" role="status">
        {isDirty && t("forms.discardTitle")}
      </span>
      {isDirty && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t("forms.discard")}
        </Button>
      )}
      {isAsking && (
        <Dialog title={t("forms.discardTitle")} onClose={() => setAsking(false)}>
          <div className="rt-Flex rt-r-fd-column rt-r-gap-2 muted">
            <p>{t("forms.discardAsk")}</p>
          </div>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>{t("actions.cancel")}</Button>
            <Button variant="solid" tone="danger" onClick={discard}>
              {t("forms.discard")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
