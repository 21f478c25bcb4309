import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { forgetClicks } from "~/components/context/debounced-navigate";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

/** Registered forms: one function each, true if the form holds unsaved values. */
const forms = new Set<() => boolean>();
/** True if a form on the page holds unsaved values. */
export const hasUnsavedChanges = () => [...forms].some((isChanged) => isChanged());

/**
 * Registers a form, so that leaving the page with unsaved values prompts first. ConsoleForm does this itself.
 */
export function useUnsavedChanges(isChanged: () => boolean): void {
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => {
    const isDirty = () => latest.current();
    forms.add(isDirty);
    return () => void forms.delete(isDirty);
  }, []);
}

/** Asks before unsaved values are dropped (SSO-36). Rendered once in the frame; nothing without JS. */
export function UnsavedChangesGuard() {
  const t = useTexts(common);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => leaves(currentLocation, nextLocation) && hasUnsavedChanges(),
  );
  if (blocker.state !== "blocked") return null;
  const stay = () => {
    forgetClicks();
    blocker.reset();
  };
  return (
    <Dialog title={t("forms.discardTitle")} onClose={stay}>
      <div className="rt-Flex rt-r-fd-column rt-r-gap-2 muted">
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

type Address = { pathname: string; search: string };

/**
 * True if a navigation leaves the page's forms. Saving posts to the current URL, and /preferences redirects
 * back to it.
 */
function leaves(from: Address, to: Address): boolean {
  return to.pathname !== "/preferences" && addressOf(from) !== addressOf(to);
}

function addressOf({ pathname, search }: Address): string {
  // The router adds "?index" to a post to an index route.
  return `${pathname}?${search.replace(/^\?index(&|$)/, "").replace(/^\?/, "")}`;
}
