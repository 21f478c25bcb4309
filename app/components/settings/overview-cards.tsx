import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useUtcDay } from "~/components/retention/utc-day";
import { StateText } from "~/components/ui/state-text";
import { formatNumber } from "~/i18n/numbers";
import { settings } from "~/i18n/settings";
import type { DeclineSetting } from "~/models/settings/decline-reasons.server";
import type { SettingsSummary } from "~/models/settings/settings-summary.server";
import { lowCredits, type SettingState, settingStates } from "./states";
import type { SettingsTabKey } from "./tabs";

/** The tabs with a card. */
type CardKey = Exclude<SettingsTabKey, "overview">;

export type SettingsFacts = {
  /** State of the single sign-on certificate if it ends soon, has expired or is not valid yet (SSO-39). */
  certificate: "early" | "expired" | "ending" | null;
  /** The chat's title, and its colours as hex codes; null with the default look, or if unknown. */
  branding: { title: string; colours: readonly string[] } | null;
  /** Number of enabled user emails, and of all; null if unknown. */
  notifications: { sent: number; all: number } | null;
  /** True if some people must have an authenticator app, with the first day; null if unknown. */
  signIn: { status: "NOBODY" | "waiting" | "inForce"; fromDay: string | null } | null;
  /** The policy on decline reasons, and how many are offered; null if unknown. */
  declineReasons: { asks: DeclineSetting["asks"]; count: number } | null;
  /** Applicant-tracking systems as text; null if unknown. */
  systems: readonly string[] | null;
};

type OverviewCardsProps = {
  tabs: readonly { key: CardKey; to: string }[];
  summary: SettingsSummary;
  facts: SettingsFacts;
};

/** Settings areas at a glance: state, one fact and a link (SET-40). */
export function OverviewCards({ tabs, summary, facts }: OverviewCardsProps) {
  const t = useTexts(settings);
  const states = settingStates(summary, t);
  const months = summary.candidatePiiRetentionPeriod;
  const dayOf = useUtcDay();
  const { certificate, branding, notifications, signIn, declineReasons, systems } = facts;
  const sso = { ENABLED: "ssoOn", DISABLED: "ssoOff", NOT_SET_UP: "ssoNone" } as const;
  const known: Record<Exclude<CardKey, "sms">, ReactNode> = {
    branding: branding ? <Branding {...branding} /> : !summary.hasBranding && t("facts.ownLook"),
    notification: notifications && t("facts.notifications", notifications),
    sso: certificate ? t(`facts.certificate.${certificate}`) : t(`facts.${sso[summary.ssoState]}`),
    "sign-in":
      signIn && t(`facts.signIn.${signIn.status}`, { day: signIn.fromDay ? dayOf(signIn.fromDay) : "" }),
    "decline-reasons":
      declineReasons && t(`facts.declineReasons.${declineReasons.asks}`, { count: declineReasons.count }),
    compliance: months !== null && t("facts.retention", { count: months }),
    "ats-tenants": systems && (systems.length > 0 ? systems.join(", ") : t("facts.noSystem")),
    "email-domain": summary.emailAddress ?? t("facts.noDomain"),
  };
  return (
    <div className="overview-cards rt-r-display-grid rt-r-gap-4">
      {tabs.map(({ key, to }) => {
        const card = { title: t(`tabs.${key}`), to };
        return key === "sms" ? (
          <OverviewCard key={key} {...card}>
            <Credits left={summary.smsCredits} bought={summary.smsTotalCredits} />
          </OverviewCard>
        ) : (
          <OverviewCard key={key} {...card} state={states[key]}>
            {known[key] && <p className="breaks muted">{known[key]}</p>}
          </OverviewCard>
        );
      })}
    </div>
  );
}

type OverviewCardProps = { title: string; to: string; state?: SettingState | undefined; children: ReactNode };

/** One area: the whole card is its link. */
function OverviewCard({ title, to, state, children }: OverviewCardProps) {
  return (
    <section className="card overview-card rt-Flex rt-r-position-relative rt-r-fd-column rt-r-gap-2 rt-r-p-4">
      <div className="rt-Flex rt-r-ai-baseline rt-r-jc-space-between rt-r-gap-2">
        <h2 className="rt-Heading rt-r-size-2">
          <a href={to}>{title}</a>
        </h2>{" "}
        {state && <StateText {...state} />}
      </div>
      {children}
    </section>
  );
}

function Branding({ title, colours }: { title: string; colours: readonly string[] }) {
  return (
    <span className="row">
      <svg
        className="overview-swatches rt-r-display-block rt-r-fs-0"
        width={colours.length * 16}
        height="16"
        aria-hidden="true"
      >
        {colours.map((colour, at) => (
          <rect key={at} x={at * 16} width="16" height="16" fill={colour} />
        ))}
      </svg>{" "}
      <bdi>{title}</bdi>
    </span>
  );
}

/** Remaining and purchased credits as figures; the bar only illustrates them. */
function Credits({ left, bought }: { left: number; bought: number }) {
  const t = useTexts(settings);
  const share = bought > 0 ? Math.min(100, (100 * left) / bought) : 0;
  return (
    <>
      <p className="breaks muted">
        <span className="overview-figure rt-r-weight-bold figures">{formatNumber(left)}</span>{" "}
        {t("facts.credits", { total: formatNumber(bought) })}
      </p>
      <svg
        className="overview-meter"
        width="100%"
        height="4"
        data-low={left < lowCredits || undefined}
        aria-hidden="true"
      >
        <rect className="overview-meter-all" width="100%" height="4" rx="2" />
        <rect className="overview-meter-part" width={`${share}%`} height="4" rx="2" />
      </svg>
    </>
  );
}
