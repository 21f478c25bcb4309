import { z } from "zod/v4";
import type { policies } from "~/i18n/policies";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { textRule } from "~/models/form/text-rules";

/** The rules of a policy's name and description (POL-12..POL-14). */
export const policySchema = (t: Translate<(typeof policies)["en"]>) =>
  z.object({
    name: textRule({
      required: t("errors.nameRequired"),
      limit: limits.policyName,
      tooLong: t("errors.nameTooLong", { limit: limits.policyName }),
    }),
    description: textRule({
      limit: limits.policyDescription,
      tooLong: t("errors.descriptionTooLong", { limit: limits.policyDescription }),
    }),
  });
