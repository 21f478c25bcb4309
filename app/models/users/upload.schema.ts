import { z } from "zod/v4";
import type { uploads } from "~/i18n/uploads";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

/** Form of an upload; `fault` is the server's error for the file (UPLOAD-02 to UPLOAD-11). */
export const uploadSchema = (t: Translate<(typeof uploads)["en"]>, fault?: string) =>
  z.object({
    file: z.unknown().superRefine((_, { addIssue }) => {
      if (fault !== undefined) addIssue({ code: "custom", message: fault });
    }),
    mfaEnabled: z.boolean().default(false),
    forcePasswordReset: z.boolean().default(false),
    notes: limitedText(t, limits.uploadNotes, "errors.notes", undefined, { hasLines: true }).optional(),
  });
