import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "@remix-run/react";
import { FormSecrets, HiddenFields } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { Time } from "~/components/ui/time";
import { shellTexts } from "~/i18n/shell";
import { useTexts } from "~/components/context/console-context";
import type { SessionEnding as Ending } from "~/services/session-end.server";
import { loadJson } from "./load-json";

/** Interval of checks for an extension by another tab, during the warning and after a failed check, in ms. */
const checkIntervalMs = 30_000;

type LogoutAnswer = { logout?: boolean; ending?: Ending | null };

/**
 * Warns five minutes before the session ends, below the top bar, and offers to stay (SESS-43). A page rendered in that
 * time contains the warning; an open one first asks the server, since another tab may have extended the session.
 */
export function SessionEnding({ ending: drawn }: { ending: Ending | null }) {
  const t = useTexts(shellTexts);
  const { pathname, search } = useLocation();
  const [ending, setEnding] = useState(drawn);
  const [before, setBefore] = useState(drawn);
  const [asking, setAsking] = useState<"no" | "yes" | "failed">("no");
  const isNear = ending !== null && ending.warnInMs <= 0;
  // Data of a later page replaces the state.
  if (before !== drawn) {
    setBefore(drawn);
    setEnding(drawn);
  }
  useEffect(() => {
    if (!ending) return;
    // Timers are limited to 24 days, longer than any page stays open.
    const wait = isNear ? checkIntervalMs : Math.min(ending.warnInMs, 2 ** 31 - 1);
    const timer = setTimeout(() => {
      void loadJson<LogoutAnswer>("/session/check").then((answer) => {
        if (answer?.ending) setEnding(answer.ending);
        else if (!answer)
          setEnding((now) => now && { ...now, warnInMs: Math.min(now.warnInMs, checkIntervalMs) });
      });
    }, wait);
    return () => clearTimeout(timer);
  }, [ending, isNear]);

  const stay = (event: FormEvent<HTMLFormElement>) => {
    // A session that cannot be extended only leads to sign-in, so the form is submitted natively.
    if (ending?.isFinal) return;
    event.preventDefault();
    if (asking === "yes") return;
    const body = new FormData(event.currentTarget);
    body.set("isScript", "1");
    setAsking("yes");
    void loadJson<LogoutAnswer>("/session/stay", { method: "POST", body }).then((answer) => {
      setAsking(answer?.ending ? "no" : "failed");
      if (answer?.ending) setEnding(answer.ending);
    });
  };

  return (
    <div className="session-ending" role="status">
      {isNear && (
        <form
          method="post"
          action="/session/stay"
          className="session-bar"
          data-accent-color="amber"
          onSubmit={stay}
        >
          <FormSecrets />
          <HiddenFields values={{ returnTo: pathname + search }} />
          <span>
            {t("session.ends")} <Time at={ending.at} kind="dateTime" />.{" "}
            {asking === "failed" ? t("session.failed") : ending.isFinal && t("session.endsFinal")}
          </span>{" "}
          <Button type="submit" size="small" busy={asking === "yes"}>
            {t("session.stay")}
          </Button>
        </form>
      )}
    </div>
  );
}
