import { z } from "zod/v4";
import type { groups } from "~/i18n/groups";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

/** Rules for a group's name and description (GRP-21..GRP-25). */
export const groupSchema = (t: Translate<(typeof groups)["en"]>) =>
  z.object({
    name: limitedText(t, limits.groupName, "errors.nameTooLong", "errors.nameRequired"),
    description: limitedText(t, limits.groupDescription, "errors.descriptionTooLong", undefined, {
      hasLines: true,
    }).default(""),
  });
