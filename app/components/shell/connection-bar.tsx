import { retryNow, useConnection, useFailureReference } from "~/components/context/connection";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { toneOf } from "~/components/ui/tones";
import { shellTexts } from "~/i18n/shell";

/**
 * Reports that the console is unreachable or that a proxy refused the request, while it is held, and briefly that the
 * connection is back (SESS-34). The region is always present, so that it is announced.
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
