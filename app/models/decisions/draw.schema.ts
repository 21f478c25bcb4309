import { z } from "zod/v4";
import type { decisions } from "~/i18n/decisions";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { dayRule, daysInOrder, limitedText, wholeNumber } from "~/models/form/text-rules";
import { decisionResults } from "./decision-choices";

/** Form for drawing a sample (DEC-05). Whether the workflow exists is checked on the server. */
export const drawSchema = (t: Translate<(typeof decisions)["en"]>) =>
  z
    .object({
      from: dayRule(t("draw.errors.day")),
      to: dayRule(t("draw.errors.day")),
      workflow: z.string().max(100).default(""),
      result: z.enum(["", ...decisionResults]).default(""),
      size: wholeNumber(1, 200, t("draw.errors.size")),
      seed: limitedText(t, limits.sampleSeed, "draw.errors.seedTooLong", "draw.errors.seed"),
    })
    .refine(...daysInOrder("from", "to", t("draw.errors.order")));
