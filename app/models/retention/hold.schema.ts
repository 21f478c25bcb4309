import { z } from "zod/v4";
import type { retention } from "~/i18n/retention";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { dayRule, limitedText } from "~/models/form/text-rules";

type Texts = Translate<(typeof retention)["en"]>;

const reason = (t: Texts) =>
  limitedText(t, limits.holdReason, "holds.errors.reasonTooLong", "holds.errors.reason", {
    hasLines: true,
  });

/** Form of a new hold; the allowed review dates are checked on the server only. */
export const holdSchema = (t: Texts) =>
  z.object({
    reason: reason(t),
    reviewAt: dayRule(t("holds.errors.review")),
  });

/** Form that releases a hold. */
export const releaseSchema = (t: Texts) => z.object({ reason: reason(t) });
