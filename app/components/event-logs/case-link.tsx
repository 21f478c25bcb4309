import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { CopyField } from "~/components/ui/copy-field";
import { Popover } from "~/components/ui/menu";
import { eventLogs } from "~/i18n/event-logs";

/** The link that hands this page on: with scripts it is copied at once, without them it stands there to be copied. */
export function CaseLink({ href, until }: { href: string; until: string }) {
  const t = useTexts(eventLogs);
  const id = useId();
  const copy = () => {
    // Where the clipboard is closed to scripts, the field that opens is what there is to copy from.
    navigator.clipboard?.writeText(href).catch(() => undefined);
  };
  return (
    <Popover
      id={id}
      name={t("caseLink.copy")}
      align="end"
      button={
        <Button icon="link" onClick={copy}>
          {t("caseLink.copy")}
        </Button>
      }
    >
      <div className="case-link">
        <CopyField label={t("caseLink.label")} value={href} />
        <p className="small muted">{t("caseLink.text", { until })}</p>
      </div>
    </Popover>
  );
}
