import { retryNow, useConnection, useFailureReference } from "~/components/context/connection";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { toneAttribute } from "~/components/ui/tones";
import { shellTexts } from "~/i18n/shell";

/**
 * Shown while a request is held because the console is unreachable or a proxy refused it, and briefly after
 * reconnecting (SESS-34). The live region is always present, so that changes are announced.
 */
export function ConnectionBar() {
  const t = useTexts(shellTexts);
  const connection = useConnection();
  const reference = useFailureReference();
  const isBack = connection === "back";
  return (
    <div className="connection" role="status">
      {connection !== "fine" && (
        <div className="connection-bar" {...toneAttribute(isBack ? "green" : "amber")}>
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
