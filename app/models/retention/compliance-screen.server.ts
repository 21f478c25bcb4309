import { redirect } from "@remix-run/node";
import { formatDate } from "~/i18n/dates";
import { formatNumber } from "~/i18n/numbers";
import { retention } from "~/i18n/retention";
import { settingsCompliance } from "~/i18n/settings-compliance";
import { defaultRetentionMonths } from "~/models/settings/customer-setting.schema";
import { cancelChange, getRetention } from "~/models/settings/customer-setting.server";
import { isApiMessage } from "~/services/api-messages";
import type { RetentionPreview } from "~/models/retention/retention.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failure, loaded, refusal } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { holdsRight, settingsRight } from "~/services/identity.server";

/** Compliance views open to the user; null if none. */
export async function viewsOf({ flags, rights }: ConsoleArgs): Promise<{ mayHolds: boolean } | null> {
  const held = { flags, rights: await rights() };
  if (!isGateOpen(screenGates["settings/compliance/plan"], held)) return null;
  return { mayHolds: isGateOpen(screenGates["settings/compliance/holds"], held) };
}

/** The Compliance tab: the latest saved periods, and a pending change of them. */
export async function complianceOf(args: ConsoleArgs) {
  const { api, base, translate } = args;
  const [setting, mayEdit, views] = await Promise.all([
    loaded(getRetention(api), args, translate(settingsCompliance)("loadFailed")),
    holdsRight(args, settingsRight),
    viewsOf(args),
  ]);
  const change = setting.data?.pendingChange ?? null;
  const counting = setting.data?.retentionPeriod;
  return {
    base,
    views,
    change,
    // A pending change is what was last saved; saving it again unchanged keeps it pending.
    values: {
      candidatePiiRetentionPeriod:
        change?.candidatePiiRetentionPeriod ??
        counting?.candidatePiiRetentionPeriod ??
        defaultRetentionMonths,
      videoRetentionPeriod:
        change?.videoRetentionPeriod ?? counting?.videoRetentionPeriod ?? defaultRetentionMonths,
    },
    version: setting.data?.version ?? null,
    mayEdit,
    problem: setting.error,
  };
}

/** Text on what a shorter period will remove and when, or that a longer one applies at once (RET-03, RET-04). */
export function shorterText(
  { language, timeZone, translate }: Pick<ConsoleArgs, "language" | "timeZone" | "translate">,
  { candidates, reports, from, keptSince }: RetentionPreview,
): string[] {
  const t = translate(retention);
  if (from === null) return [t("longer")];
  if (keptSince !== null)
    return [t("allKept", { day: formatDate(new Date(keptSince), language, timeZone) }), t("shorterText")];
  return [
    t("shorter", {
      candidates: t("candidateCount", { count: candidates, figure: formatNumber(candidates) }),
      videos: t("videoCount", { count: reports, figure: formatNumber(reports) }),
      day: formatDate(new Date(from), language, "UTC"),
    }),
    t("shorterText"),
  ];
}

/** Cancels a pending change and shows the page again (RET-04). */
export async function cancelPendingChange(args: FormArgs) {
  const { api, form, notify, translate, url } = args;
  const t = translate(retention);
  const variables = { _id: String(form.get("change") ?? "") };
  try {
    await cancelChange(api, variables);
  } catch (error) {
    if (isApiMessage(error, "changeGone")) return refusal(t("change.gone"));
    return failure(error, args, { title: t("change.failed") });
  }
  notify({ tone: "success", title: t("change.cancelled") });
  return redirect(url.pathname, 303);
}
