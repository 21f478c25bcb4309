import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";

const sessionEvery = 60_000;

/**
 * Asks every minute whether the session has ended, and says so over the open page (SESS-15, SESS-16). Confirm loads
 * the page anew, which leads to sign-in. Without scripts the next request finds out.
 */
export function SessionWatch() {
  const t = useTexts(shellTexts);
  const c = useTexts(common);
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    if (hasEnded) return;
    const timer = setInterval(() => {
      void ask<{ logout?: boolean }>("/session/check").then(
        (answer) => answer?.logout === true && setEnded(true),
      );
    }, sessionEvery);
    return () => clearInterval(timer);
  }, [hasEnded]);
  if (!hasEnded) return null;
  return (
    <Dialog title={t("screens.expiredTitle")}>
      <p>{t("screens.expiredText")}</p>
      <DialogActions>
        <Button variant="solid" tone="accent" data-dialog-cancel="" onClick={() => location.reload()}>
          {c("actions.confirm")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Reads a small JSON of the console; undefined when that fails, which is no news. */
export async function ask<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { cache: "no-store" });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
