import { useTexts } from "~/components/context/console-context";
import { StateText } from "~/components/ui/state-text";
import { inFigures } from "~/i18n/numbers";
import { settings } from "~/i18n/settings";
import type { SettingsSummary } from "~/models/settings/settings-summary.server";
import { type SettingState, settingStates } from "./states";
import type { SettingsTabKey } from "./tabs";

type OverviewCardsProps = {
  tabs: readonly { key: SettingsTabKey; to: string }[];
  summary: SettingsSummary;
  /** The certificate of single sign-on, when it ends soon, has ended or is not valid yet (SSO-39). */
  certificate: "early" | "expired" | "ending" | null;
};

/** The areas of the settings at a glance: how each stands, one fact, and the way there. */
export function OverviewCards({ tabs, summary, certificate }: OverviewCardsProps) {
  const t = useTexts(settings);
  const states = settingStates(summary, t);
  const months = summary.candidatePiiRetentionPeriod;
  const facts: Partial<Record<SettingsTabKey, string>> = {
    "email-domain": summary.emailAddress ?? undefined,
    sms: t("facts.credits", { total: inFigures(summary.smsTotalCredits) }),
    compliance: months === null ? undefined : t("facts.retention", { count: months }),
    sso: certificate ? t(`facts.certificate.${certificate}`) : undefined,
  };
  return (
    <div className="overview-cards">
      {tabs.map(({ key, to }) => (
        <OverviewCard key={key} title={t(`tabs.${key}`)} state={states[key]} fact={facts[key]} to={to} />
      ))}
    </div>
  );
}

type OverviewCardProps = { title: string; state?: SettingState; fact?: string; to: string };

function OverviewCard({ title, state, fact, to }: OverviewCardProps) {
  const t = useTexts(settings);
  return (
    <section className="card overview-card">
      <h2>{title}</h2> {state && <StateText {...state} />}
      <p className="muted">{fact}</p>
      <a href={to} aria-label={t("openTab", { title })}>
        {t("open")}
      </a>
    </section>
  );
}
