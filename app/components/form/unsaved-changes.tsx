import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { forgetClicks } from "~/components/context/steady-navigate";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";

/** Tells of each form on the page whether it holds something typed and unsaved. */
const forms = new Set<() => boolean>();
/** Whether a form on the page holds something typed and unsaved. */
export const hasUnsavedChanges = () => [...forms].some((isChanged) => isChanged());

/** Makes a form one of those that are asked about before the page is left; ConsoleForm does so by itself. */
export function useUnsavedChanges(isChanged: () => boolean): void {
  const latest = useRef(isChanged);
  useEffect(() => {
    latest.current = isChanged;
  });
  useEffect(() => {
    const ask = () => latest.current();
    forms.add(ask);
    return () => void forms.delete(ask);
  }, []);
}

/** Asks before typed but unsaved values are dropped (SSO-36). Stands once in the frame; nothing without scripts. */
export function UnsavedChangesGuard() {
  const t = useTexts(common);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
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

/** Saving posts to the address that is open, and a preference comes back to it; anything else leaves the forms. */
function leaves(from: Address, to: Address): boolean {
  return to.pathname !== "/preferences" && addressOf(from) !== addressOf(to);
}

function addressOf({ pathname, search }: Address): string {
  // The router marks a post to an index route with "?index".
  return `${pathname}?${search.replace(/^\?index(&|$)/, "").replace(/^\?/, "")}`;
}
