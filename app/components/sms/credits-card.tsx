import { type ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink, buttonLook } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { Card } from "~/components/ui/layout";
import { classes } from "~/components/ui/classes";
import { toneAttribute } from "~/components/ui/tones";
import { formatNumber } from "~/i18n/numbers";
import { sms } from "~/i18n/sms";

type CreditsCardProps = {
  credits: number;
  totalCredits: number;
  /** True below the low-credit threshold (SMS-02). */
  isLow: boolean;
  /** URL that opens the purchase history; without JS the page contains it. */
  historyHref: string;
  /** The purchase form. */
  children: ReactNode;
};

/** Remaining credits, and the form to buy more. */
export function CreditsCard({ credits, totalCredits, isLow, historyHref, children }: CreditsCardProps) {
  const t = useTexts(sms);
  const hydrated = useHydrated();
  const history = hydrated ? (
    <ButtonLink to={historyHref} variant="ghost" size="small" icon="clock" data-keep-scroll="">
      {t("history.title")}
    </ButtonLink>
  ) : (
    <span {...buttonLook({ variant: "ghost", size: "small" }, "with-scripts")} />
  );
  return (
    <Card title={t("credits.title")} actions={history}>
      <div className="rt-Flex rt-r-fw-wrap rt-r-ai-start rt-r-jc-space-between rt-r-rg-4 rt-r-cg-7">
        <dl className="credits-figures rt-Flex rt-r-fw-wrap rt-r-rg-4 rt-r-cg-7">
          <div className={classes(isLow && "credits-low")} {...(isLow && toneAttribute("amber"))}>
            <dt>{t("credits.remaining")}</dt>
            <dd className="credits-number rt-r-weight-medium figures">{formatNumber(credits)}</dd>
            {isLow && (
              <dd className="rt-Flex rt-r-ai-center rt-r-gap-1 small">
                <Icon name="warning" /> {t("credits.low")}
              </dd>
            )}
          </div>
          <div>
            <dt>{t("credits.total")}</dt>
            <dd className="credits-number rt-r-weight-medium figures">{formatNumber(totalCredits)}</dd>
          </div>
        </dl>
        {children}
      </div>
    </Card>
  );
}
