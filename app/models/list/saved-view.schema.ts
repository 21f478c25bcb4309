import { z } from "zod/v4";
import type { savedViews } from "~/i18n/saved-views";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

/** Form of a saved view: name, visibility, and whether to include the columns (GEN-34). */
export const savedViewSchema = (t: Translate<(typeof savedViews)["en"]>) =>
  z.object({
    name: limitedText(t, limits.viewName, "nameTooLong", "nameRequired"),
    isShared: z.boolean().default(false),
    hasColumns: z.boolean().default(false),
  });
