import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { TextField } from "~/components/form/text-fields";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { type Notice, Notices } from "~/components/ui/notices";
import { funnel } from "~/i18n/funnel";
import type { FunnelDays, FunnelStage } from "~/models/applications/funnel.server";
import { funnelHref, funnelNames, withFunnel, withoutFunnel } from "./application-hrefs";
import { FunnelTable } from "./funnel-table";

type FunnelPanelProps = {
  vacancyPath: string;
  /** Null while the panel is closed. */
  shown: {
    stages: readonly FunnelStage[] | null;
    problem: Notice | null;
    days: FunnelDays;
    isReversed: boolean;
  } | null;
};

/** A vacancy's funnel above its candidates, opened on demand, over the period in the URL (PIPE-12). */
export function FunnelPanel({ vacancyPath, shown }: FunnelPanelProps) {
  const t = useTexts(funnel);
  const { search } = useLocation();
  const { timeZone } = useConsole();
  if (!shown) return null;
  const { stages, problem, days, isReversed } = shown;
  const zone = days.tz ?? timeZone;
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => name === "funnel" || !(funnelNames as readonly string[]).includes(name),
  );
  return (
    <div className="rt-r-mb-3">
      <Card
        title={t("title")}
        actions={
          <ButtonLink
            to={withoutFunnel(vacancyPath, search)}
            variant="ghost"
            size="small"
            data-keep-scroll=""
          >
            {t("hide")}
          </ButtonLink>
        }
      >
        <form method="get" action={vacancyPath} className="row rt-r-mb-3 rt-r-ai-end">
          {kept.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="funnelTz" value={zone} />
          <TextField
            type="date"
            name="funnelFrom"
            label={t("from", { zone })}
            defaultValue={days.from}
            {...(isReversed && { errors: [t("reversed")] })}
          />
          <TextField type="date" name="funnelTo" label={t("to")} defaultValue={days.to} />
          <Button type="submit">{t("apply")}</Button>
          {(days.from ?? days.to) !== undefined && (
            <ButtonLink
              to={`${withoutFunnel(vacancyPath, search, true)}`}
              variant="ghost"
              data-keep-scroll=""
            >
              {t("all")}
            </ButtonLink>
          )}
        </form>
        <Notices notices={problem ? [problem] : []} />
        {stages && (
          <>
            <FunnelTable
              stages={stages}
              hrefOf={(stageId, step) => funnelHref(vacancyPath, { ...days, tz: zone }, stageId, step)}
            />
            <p className="small muted rt-r-mt-2">{t("explain")}</p>
          </>
        )}
      </Card>
    </div>
  );
}

/** Links to the funnel, while it is closed, and to the report (PIPE-14). */
export function FunnelLinks({ vacancyPath, isOpen }: { vacancyPath: string; isOpen: boolean }) {
  const t = useTexts(funnel);
  const { search } = useLocation();
  return (
    <span className="rt-Flex rt-r-gap-2">
      {!isOpen && (
        <a href={withFunnel(vacancyPath, search)} data-keep-scroll="">
          {t("title")}
        </a>
      )}{" "}
      <a href={`${vacancyPath}/report`}>{t("report.link")}</a>
    </span>
  );
}
