import { textColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import type { SsoAttempt } from "~/models/settings/sso-activity.server";

const tones = { SIGNED_IN: "green", CODE_MAILED: "cyan", REFUSED: "red" } as const;

/** Columns of sign-in attempts (SSO-67). */
export const activityColumns = columnsOf<SsoAttempt>(({ translate, column }) => {
  const t = translate(settingsSso);
  return [
    column.dateTime("attemptedAt", t("activity.at")),
    column.text("email", t("activity.email"), { nowrap: true }),
    textColumn({
      id: "result",
      header: t("activity.result"),
      nowrap: true,
      csv: ({ result }) => t(`activity.results.${result}`),
      value: ({ result }) => <Badge tone={tones[result]}>{t(`activity.results.${result}`)}</Badge>,
    }),
    textColumn({ id: "reason", header: t("activity.reason"), value: (attempt) => reasonOf(t, attempt) }),
    textColumn({
      id: "advice",
      header: t("activity.advice"),
      value: ({ result, reason }) =>
        result === "CODE_MAILED" ? t("activity.codeAdvice") : reason && t(`activity.advices.${reason}`),
    }),
  ];
});

/** Reason for a refusal; for a wrong clock, includes the minutes. */
function reasonOf(t: Translate<(typeof settingsSso)["en"]>, { reason, minutesOff }: SsoAttempt) {
  if (reason === null) return null;
  if (reason !== "TIME" || !minutesOff) return t(`refusal.reasons.${reason}`);
  const count = Math.abs(minutesOff);
  return t(minutesOff > 0 ? "activity.ahead" : "activity.behind", { count });
}
