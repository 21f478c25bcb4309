import { z } from "zod/v4";
import type { announcements } from "~/i18n/announcements";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { dayRule, daysInOrder, limitedText } from "~/models/form/text-rules";

/** The rules of an announcement (ANN-02 to ANN-06). */
export const announcementSchema = (t: Translate<(typeof announcements)["en"]>) =>
  z
    .object({
      title: limitedText(t, limits.announcementTitle, "errors.titleTooLong", "errors.title"),
      text: limitedText(t, limits.announcementText, "errors.textTooLong", "errors.text"),
      firstDay: dayRule(t("errors.firstDay")),
      lastDay: dayRule(t("errors.lastDay")),
    })
    .refine(...daysInOrder("firstDay", "lastDay", t("errors.reversed")));
