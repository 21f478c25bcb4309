import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";
import { loadJson } from "./load-json";

const versionEvery = 600_000;

/** True if a dotted version is higher than another, compared part by part (SESS-37). */
export function isNewer(version: string, running: string): boolean {
  const [a, b] = [version, running].map((text) => text.split(".").map(Number));
  for (let i = 0; i < Math.max(a?.length ?? 0, b?.length ?? 0); i += 1) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Checks every ten minutes for a newer version than the page's and offers to load it (SESS-37, SESS-38). */
export function VersionWatch({ running }: { running: string }) {
  const t = useTexts(shellTexts);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) return; // Paused while the question is open.
    const timer = setInterval(() => {
      void loadJson<{ version?: string }>("/version/version.json").then((answer) => {
        if (typeof answer?.version === "string" && isNewer(answer.version, running)) setOpen(true);
      });
    }, versionEvery);
    return () => clearInterval(timer);
  }, [isOpen, running]);
  if (!isOpen) return null;
  return (
    <div className="version-prompt">
      <Callout role="alert" title={t("version.title")}>
        <p>{t("version.text")}</p>
        <div className="form-actions">
          <Button variant="solid" onClick={() => location.reload()}>
            {t("version.refresh")}
          </Button>
          <Button onClick={() => setOpen(false)}>{t("version.later")}</Button>
        </div>
      </Callout>
    </div>
  );
}
