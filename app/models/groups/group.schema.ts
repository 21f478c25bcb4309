import { z } from "zod/v4";
import type { groups } from "~/i18n/groups";
import type { Translate } from "~/i18n/texts";
import { textRule } from "~/models/form/text-rules";

/** The rules of a group's name and description (GRP-21..GRP-25). */
export const groupSchema = (t: Translate<(typeof groups)["en"]>) =>
  z.object({
    name: textRule({ required: t("errors.nameRequired"), limit: 100, tooLong: t("errors.nameTooLong") }),
    description: textRule({ limit: 700, tooLong: t("errors.descriptionTooLong") }).default(""),
  });
