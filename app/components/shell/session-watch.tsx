import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { hasUnsavedChanges } from "~/components/form/unsaved-changes";
import { Button, ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { shellTexts } from "~/i18n/shell";
import { clearNavigationCache } from "~/components/context/navigation-cache";
import { useConsole, useTexts } from "~/components/context/console-context";
import { loadJson } from "./load-json";
import { useOtherTabs } from "./tabs-of-browser";

const sessionCheckMs = 60_000;

/** "ended" here or in another tab; "other": another tab has signed in as another person. */
type State = "open" | "ended" | "other";

/**
 * Checks every minute whether the session has ended, and reports it over the open page (SESS-15, SESS-16).
 * Confirm reloads the page, which leads to sign-in and drops typed values. If there are any, the dialog
 * offers sign-in in another tab, and this page continues as soon as the same person has signed in there.
 * Without JS the next request detects the end.
 */
export function SessionWatch() {
  const t = useTexts(shellTexts);
  const c = useTexts(common);
  const { person } = useConsole();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>("open");
  const check = () =>
    void loadJson<{ logout?: boolean }>("/session/check").then(
      (answer) => answer?.logout === true && setState("ended"),
    );

  // The cleanup also runs when the frame unmounts, e.g. for the sign-in page.
  useEffect(() => clearNavigationCache, [person, state]);

  useEffect(() => {
    if (state !== "open") return;
    const timer = setInterval(check, sessionCheckMs);
    return () => clearInterval(timer);
  }, [state]);

  useOtherTabs((signedIn) => {
    if (signedIn === null) check();
    else if (signedIn !== person) setState("other");
    else if (state !== "open") {
      setState("open");
      revalidate();
    }
  });

  if (state === "open") return null;
  const words =
    state === "ended"
      ? { title: t("screens.expiredTitle"), text: t("screens.expiredText"), go: c("actions.confirm") }
      : { title: t("elsewhere.title"), text: t("elsewhere.text"), go: t("elsewhere.reload") };
  const hasTyped = hasUnsavedChanges();
  const canGoOn = hasTyped && state === "ended";
  const main = { variant: "solid" } as const;
  return (
    <Dialog title={words.title}>
      <p>{words.text}</p>
      {hasTyped && <p>{t(canGoOn ? "screens.expiredTyped" : "elsewhere.typed")}</p>}
      <DialogActions>
        <Button {...(canGoOn ? {} : main)} data-dialog-cancel="" onClick={() => location.reload()}>
          {words.go}
        </Button>
        {canGoOn && (
          <ButtonLink {...main} to="/login" target="_blank" data-dialog-focus="">
            {t("screens.expiredNewTab")}
          </ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  );
}
