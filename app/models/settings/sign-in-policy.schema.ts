import { z } from "zod/v4";
import type { settingsSignIn } from "~/i18n/settings-sign-in";
import type { Translate } from "~/i18n/texts";
import { isDay } from "~/i18n/wall-time";
import { plainCharacters } from "~/models/form/pasted";

/** Scopes of the authenticator-app requirement. */
export const appRequirements = ["NOBODY", "GROUPS", "EVERYBODY"] as const;

/** The sign-in form (MFA-06); the allowed dates are checked by the API only. */
export const signInPolicySchema = (t: Translate<(typeof settingsSignIn)["en"]>) =>
  z
    .object({
      asks: z.enum(appRequirements).default("NOBODY"),
      groupIds: z.array(z.string()).max(100, t("errors.tooManyGroups")),
      fromDay: z.string().overwrite(plainCharacters).default(""),
    })
    .superRefine(({ asks, groupIds, fromDay }, { addIssue }) => {
      const refuse = (name: string, message: string) => addIssue({ code: "custom", path: [name], message });
      if (asks === "GROUPS" && groupIds.length === 0) refuse("groupIds", t("errors.groups"));
      if (!isDay(fromDay) && (asks !== "NOBODY" || fromDay !== "")) refuse("fromDay", t("errors.day"));
    });
