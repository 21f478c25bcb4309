import { z } from "zod/v4";
import type { settingsCompliance } from "~/i18n/settings-compliance";
import { plainCharacters } from "~/models/form/pasted";
import type { Translate } from "~/i18n/texts";

/** Initial months in both fields (COMP-04). */
export const defaultRetentionMonths = 1200;

/** Confirmation word for a retention change (COMP-08). */
export const retentionWord = "UPDATE RETENTION";

/** The retention form (COMP-05..07), in months. */
export function retentionSchema(t: Translate<(typeof settingsCompliance)["en"]>) {
  const months = z
    .string({ error: t("errors.required") })
    .overwrite(plainCharacters)
    .min(1, { error: t("errors.required"), abort: true })
    .regex(/^[+-]?\d+$/, { error: t("errors.integer"), abort: true })
    .transform(Number)
    .pipe(
      z
        .number({ error: t("errors.range") })
        .min(1, t("errors.range"))
        .max(9999, t("errors.range")),
    );
  return z.object({ candidatePiiRetentionPeriod: months, videoRetentionPeriod: months });
}
