import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

type UnsavedChangesGuardProps = {
  formId: string;
  /** Says that the form holds more than its fields show as changed: it came back from a failed save. */
  dirty?: boolean;
};

/** Asks before typed but unsaved values are dropped (SSO-36). Does nothing without scripts. */
export function UnsavedChangesGuard({ formId, dirty = false }: UnsavedChangesGuardProps) {
  const t = useTexts(common);
  const atStart = useRef<string>();

  useEffect(() => {
    const form = findForm(formId);
    atStart.current = form && fieldNames(form);
  }, [formId]);

  const hasChanges = () => {
    const form = findForm(formId);
    return (
      form !== undefined &&
      (dirty || fieldNames(form) !== atStart.current || [...form.elements].some(isChanged))
    );
  };

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasChanges()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  });

  // Saving posts to the address that is open; any other navigation leaves the form.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      addressOf(currentLocation) !== addressOf(nextLocation) && hasChanges(),
  );
  if (blocker.state !== "blocked") return null;
  const stay = () => blocker.reset();
  return (
    <Dialog title={t("forms.discardTitle")} onClose={stay}>
      <div className="dialog-text">
        <p>{t("forms.discardText")}</p>
      </div>
      <DialogActions>
        <Button onClick={stay}>{t("forms.discardStay")}</Button>
        <Button variant="solid" tone="danger" onClick={() => blocker.proceed()}>
          {t("forms.discardLeave")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  // The router marks a post to an index route with "?index".
  return `${pathname}?${search.replace(/^\?index(&|$)/, "").replace(/^\?/, "")}`;
}

function findForm(id: string): HTMLFormElement | undefined {
  const form = document.getElementById(id);
  return form instanceof HTMLFormElement ? form : undefined;
}

/** Changes when rows are added, removed or moved, which no single field shows. */
function fieldNames(form: HTMLFormElement): string {
  return [...form.elements].map((element) => element.getAttribute("name")).join("\n");
}

function isChanged(element: Element): boolean {
  if (element instanceof HTMLInputElement) {
    if (element.type === "checkbox" || element.type === "radio")
      return element.checked !== element.defaultChecked;
    return element.type === "file" ? element.value !== "" : element.value !== element.defaultValue;
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLSelectElement)) return false;
  const options = [...element.options];
  // Without a marked default the browser shows the first option.
  const first = options.find((option) => option.defaultSelected) ?? options[0];
  return element.multiple
    ? options.some((option) => option.selected !== option.defaultSelected)
    : first !== undefined && !first.selected;
}
