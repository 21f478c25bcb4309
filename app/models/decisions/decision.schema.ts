import { z } from "zod/v4";
import type { decisions } from "~/i18n/decisions";
import type { Translate } from "~/i18n/texts";
import { settableStatuses } from "~/models/applications/application-options";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";
import { confirming } from "./decision-choices";

/** Review form: the outcome and its reason. With `isWaiting`, even a confirmation needs a reason. */
export const reviewSchema = (t: Translate<(typeof decisions)["en"]>, isWaiting: boolean) =>
  z
    .object({
      decision: z.enum([confirming, ...settableStatuses], { error: t("form.errors.decision") }),
      reason: limitedText(t, limits.reviewReason, "form.errors.reasonTooLong", undefined, {
        hasLines: true,
      }).default(""),
    })
    .refine(({ decision, reason }) => reason !== "" || (decision === confirming && !isWaiting), {
      path: ["reason"],
      error: t("form.errors.reason"),
    });
