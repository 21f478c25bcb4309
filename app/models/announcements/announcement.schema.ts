import { z } from "zod/v4";
import type { announcements } from "~/i18n/announcements";
import { inFigures } from "~/i18n/numbers";
import type { Translate } from "~/i18n/texts";
import { isDay } from "~/i18n/wall-time";
import { limits } from "~/models/form/limits";
import { textRule } from "~/models/form/text-rules";

const dayRule = (error: string) => z.string({ error }).trim().refine(isDay, { error });

/** The rules of an announcement; days that are there are compared whatever else is wrong (ANN-02 to ANN-06). */
export const announcementSchema = (t: Translate<(typeof announcements)["en"]>) =>
  z
    .object({
      title: textRule({
        required: t("errors.title"),
        limit: limits.announcementTitle,
        tooLong: t("errors.titleTooLong", { limit: limits.announcementTitle }),
      }),
      text: textRule({
        required: t("errors.text"),
        limit: limits.announcementText,
        tooLong: t("errors.textTooLong", { limit: inFigures(limits.announcementText) }),
      }),
    })
    .and(
      z
        .object({ firstDay: dayRule(t("errors.firstDay")), lastDay: dayRule(t("errors.lastDay")) })
        .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
          path: ["lastDay"],
          error: t("errors.reversed"),
        }),
    );
