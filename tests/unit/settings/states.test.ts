import { expect, test } from "vitest";
import { settingStates } from "~/components/settings/states";
import { settings } from "~/i18n/settings";
import { translator } from "~/i18n/texts";
import type { SettingsSummary } from "~/models/settings/settings-summary.server";

const t = translator(settings, "en-GB");
const summary: SettingsSummary = {
  hasBranding: false,
  ssoState: "NOT_SET_UP",
  publicCertificates: null,
  atsTenantCount: 0,
  smsCredits: 500,
  smsTotalCredits: 900,
  emailDomainStatus: null,
  emailAddress: null,
  candidatePiiRetentionPeriod: null,
};

test.each([
  ["NOT_SET_UP", "Not set up"],
  ["DISABLED", "Off"],
  ["ENABLED", "On"],
] as const)("SET-23 single sign-on that is %s is %s", (ssoState, words) => {
  expect(settingStates({ ...summary, ssoState }, t).sso?.text).toBe(words);
});

test.each([
  [null, "None", undefined],
  ["NOT_STARTED", "Not started", "amber"],
  ["PENDING", "Pending", "amber"],
  ["TEMPORARY_FAILURE", "Retrying", "amber"],
  ["FAILED", "Failed", "red"],
  ["SUCCESS", "Verified", "green"],
] as const)("SET-23 an email domain that is %s is %s", (emailDomainStatus, words, tone) => {
  const state = settingStates({ ...summary, emailDomainStatus }, t)["email-domain"];
  expect([state?.text, state?.tone]).toEqual([words, tone]);
});
