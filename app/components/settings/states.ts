import type { Tone } from "~/components/ui/tones";
import { formatNumber } from "~/i18n/numbers";
import type { settings } from "~/i18n/settings";
import type { Translate } from "~/i18n/texts";
import type { SettingsSummary } from "~/models/settings/settings-summary.server";
import type { SettingsTabKey } from "./tabs";

/** State of a settings area: a word or a figure, with a tone if it is a state. */
export type SettingState = { text: string; tone?: Tone };

/** Threshold below which remaining credits are shown as a warning (SMS-02). */
export const lowCredits = 100;

type Translator = Translate<(typeof settings)["en"]>;

const sso = {
  ENABLED: { key: "on", tone: "green" },
  DISABLED: { key: "off", tone: "gray" },
  NOT_SET_UP: { key: "notSetUp", tone: "gray" },
} as const;

const emailDomain = {
  SUCCESS: { key: "verified", tone: "green" },
  PENDING: { key: "pending", tone: "amber" },
  // NOT_STARTED needs a person to start it; a temporary failure needs no action (MAIL-18).
  NOT_STARTED: { key: "notStarted", tone: "amber" },
  TEMPORARY_FAILURE: { key: "retrying", tone: "amber" },
  FAILED: { key: "failed", tone: "red" },
} as const;

/** States of all areas that have one. */
export function settingStates(
  summary: SettingsSummary,
  t: Translator,
): Partial<Record<SettingsTabKey, SettingState>> {
  const { ssoState, emailDomainStatus, smsCredits, atsTenantCount, hasBranding } = summary;
  const single = sso[ssoState];
  const domain = emailDomainStatus && emailDomain[emailDomainStatus];
  return {
    branding: { text: t(hasBranding ? "states.own" : "states.default") },
    sso: { text: t(`states.${single.key}`), tone: single.tone },
    "ats-tenants": { text: String(atsTenantCount) },
    sms: {
      text: formatNumber(smsCredits),
      ...(smsCredits < lowCredits && { tone: "amber" as const }),
    },
    "email-domain": domain
      ? { text: t(`states.${domain.key}`), tone: domain.tone }
      : { text: t("states.none") },
  };
}
