import { z } from "zod/v4";
import type { groups } from "~/i18n/groups";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { textRule } from "~/models/form/text-rules";

/** The rules of a group's name and description (GRP-21..GRP-25). */
export const groupSchema = (t: Translate<(typeof groups)["en"]>) =>
  z.object({
    name: textRule({
      required: t("errors.nameRequired"),
      limit: limits.groupName,
      tooLong: t("errors.nameTooLong", { limit: limits.groupName }),
    }),
    description: textRule({
      limit: limits.groupDescription,
      tooLong: t("errors.descriptionTooLong", { limit: limits.groupDescription }),
    }).default(""),
  });
