import { useLocation, useNavigation } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions, InDialog } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

/**
 * Whether a form differs from what is stored: then its buttons stick to the foot of the window. A dialog's are always
 * in sight. While a save is under way it stays as it was, so that no button moves from under the pointer.
 */
export function useDirty(formId: string, isChanged: () => boolean): boolean {
  const isInDialog = useContext(InDialog) !== false;
  const { state } = useNavigation();
  const [isDirty, setDirty] = useState(false);
  const check = useRef(() => {});
  useEffect(() => {
    check.current = () => {
      if (state === "idle") setDirty(!isInDialog && isChanged());
    };
    // Rows that come and go draw the form again. A form that is set back gets its values by an effect of its own.
    queueMicrotask(() => check.current());
  });
  useEffect(() => {
    const onChange = ({ target }: Event) => {
      if (target instanceof Node && document.getElementById(formId)?.contains(target)) check.current();
    };
    // On the window, where React has had the event: before that a form drawn again would put a field's old text back,
    // and React would see no change of it.
    window.addEventListener("input", onChange);
    window.addEventListener("change", onChange);
    return () => {
      window.removeEventListener("input", onChange);
      window.removeEventListener("change", onChange);
    };
  }, [formId]);
  return isDirty;
}

/** Says that something is not saved yet, and offers to put everything back to what is stored. Nothing without scripts. */
export function Unsaved({ formId, isDirty }: { formId: string; isDirty: boolean }) {
  const t = useTexts(common);
  const { pathname, search } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    const form = document.getElementById(formId);
    if (form) form.dataset.givenUp = "";
    // The page as it is stored now, whatever a form holds beside its fields.
    window.location.assign(pathname + search);
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
