import { retryNow, useConnection, useFailureReference } from "~/components/context/connection";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { toneOf } from "~/components/ui/tones";
import { shellTexts } from "~/i18n/shell";

/**
 * Says that the console cannot be reached or that something on the way refused what was sent, while that waits, and for
 * a moment that it can be reached again (SESS-34). The region is always there, so that it is read out.
 */
export function ConnectionBar() {
  const t = useTexts(shellTexts);
  const connection = useConnection();
  const reference = useFailureReference();
  const isBack = connection === "back";
  return (
    <div className="connection" role="status">
      {connection !== "fine" && (
        <div className="connection-bar" {...toneOf(isBack ? "green" : "amber")}>
          <span>
            {t(`connection.${connection === "trying" ? "lost" : connection}`)}
            {connection === "failed" && ` ${t("connection.reference", { id: reference })}`}
          </span>
          {!isBack && (
            <Button size="small" busy={connection === "trying"} onClick={() => void retryNow()}>
              {t("connection.retry")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
