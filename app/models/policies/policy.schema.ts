import { z } from "zod/v4";
import type { policies } from "~/i18n/policies";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

/** Rules for a policy's name and description (POL-12..POL-14). */
export const policySchema = (t: Translate<(typeof policies)["en"]>) =>
  z.object({
    name: limitedText(t, limits.policyName, "errors.nameTooLong", "errors.nameRequired"),
    description: limitedText(t, limits.policyDescription, "errors.descriptionTooLong", undefined, {
      hasLines: true,
    }),
  });
