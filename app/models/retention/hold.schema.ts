import { z } from "zod/v4";
import type { retention } from "~/i18n/retention";
import type { Translate } from "~/i18n/texts";
import { isDay } from "~/i18n/wall-time";
import { limits } from "~/models/form/limits";
import { textRule } from "~/models/form/text-rules";

type Texts = Translate<(typeof retention)["en"]>;

const reason = (t: Texts) =>
  textRule({
    required: t("holds.errors.reason"),
    limit: limits.holdReason,
    tooLong: t("holds.errors.reasonTooLong", { limit: limits.holdReason }),
  });

/** The form of a new hold; which days may be chosen the server alone knows. */
export const holdSchema = (t: Texts) =>
  z.object({
    reason: reason(t),
    reviewAt: z
      .string({ error: t("holds.errors.review") })
      .trim()
      .refine(isDay, { error: t("holds.errors.review") }),
  });

/** The form that releases one. */
export const releaseSchema = (t: Texts) => z.object({ reason: reason(t) });
