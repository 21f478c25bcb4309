import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { useCopied } from "~/components/ui/use-copied";
import { Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { eventLogs } from "~/i18n/event-logs";

/** The link that hands this page on: with scripts it is copied at once, without them it stands there to be copied. */
export function CaseLink({ href, until }: { href: string; until: string }) {
  const t = useTexts(eventLogs);
  const id = useId();
  // Where the clipboard is closed to scripts, the field that opens is what there is to copy from.
  const { answer, copy } = useCopied();
  const c = useTexts(common);
  return (
    <Popover
      id={id}
      name={t("caseLink.copy")}
      align="end"
      button={
        <Button icon={answer === "copied" ? "check" : "link"} onClick={() => void copy(href)}>
          {t("caseLink.copy")}
        </Button>
      }
    >
      <div className="case-link rt-r-display-grid rt-r-gap-2 rt-r-p-3">
        <p role="status" className={answer === "copied" ? undefined : "visually-hidden"}>
          {answer === "copied" && c(answer)}
        </p>
        <CopyField label={t("caseLink.label")} value={href} />
        <p className="small muted">{t("caseLink.text", { until })}</p>
      </div>
    </Popover>
  );
}
