import { z } from "zod/v4";
import type { declineReasons } from "~/i18n/decline-reasons";
import { searchKey } from "~/i18n/name-order";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

/** Settings for asking for a reason: never, optionally or always. */
export const requirementLevels = ["NEVER", "OPTIONAL", "REQUIRED"] as const;

/** Maximum number of reasons, archived ones included. */
export const reasonLimit = 100;

/** The form of the decline reasons (PIPE-06). */
export const declineReasonsSchema = (t: Translate<(typeof declineReasons)["en"]>) =>
  z
    .object({
      asks: z.enum(requirementLevels).default("NEVER"),
      reasons: z
        .array(
          z.object({
            _id: z.string().optional(),
            name: limitedText(t, limits.declineReason, "errors.nameTooLong", "errors.name"),
            isArchived: z.boolean().default(false),
          }),
        )
        .max(reasonLimit, t("limit"))
        .default([]),
    })
    .superRefine(({ asks, reasons }, { addIssue }) => {
      const refuse = (path: (string | number)[], message: string) =>
        addIssue({ code: "custom", path, message });
      if (asks !== "NEVER" && reasons.every(({ isArchived }) => isArchived))
        refuse(["asks"], t("errors.none"));
      const keys = reasons.map(({ name }) => searchKey(name));
      keys.forEach((key, index) => {
        if (keys.indexOf(key) < index) refuse(["reasons", index, "name"], t("errors.same"));
      });
    });
