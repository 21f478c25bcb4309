import { z } from "zod/v4";
import type { policies } from "~/i18n/policies";
import type { Translate } from "~/i18n/texts";
import { textRule } from "~/models/form/text-rules";

/** The rules of a policy's name and description (POL-12..POL-14). */
export const policySchema = (t: Translate<(typeof policies)["en"]>) =>
  z.object({
    name: textRule({ required: t("errors.nameRequired"), limit: 100, tooLong: t("errors.nameTooLong") }),
    description: textRule({ limit: 700, tooLong: t("errors.descriptionTooLong") }),
  });
