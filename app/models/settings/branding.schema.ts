import { z } from "zod/v4";
import type { settingsBranding } from "~/i18n/settings-branding";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { webAddressText } from "~/models/form/pasted";
import { limitedText } from "~/models/form/text-rules";
import { isWebAddress } from "~/models/form/web-address";
import { black, normalizeColour, white } from "./branding-theme";
import { hexPattern } from "./colours";

/** The branding form (BRAND-08..13). Link colours never fail validation: see `replaceBadLinks`. */
export function brandingSchema(t: Translate<(typeof settingsBranding)["en"]>) {
  const text = z.string().optional().transform(normalizeColour);
  const colour = text.pipe(z.string().regex(hexPattern, t("errors.hex")));
  const font = text.transform((value) => value.toLowerCase()).pipe(z.enum([black, white], t("errors.hex")));
  const plain = z.object({ backgroundColor: colour, fontColor: colour });
  return z.object({
    logoUrl: z
      .string()
      .overwrite(webAddressText)
      .max(1000, { error: t("errors.logoUrlTooLong"), abort: true })
      .refine((value) => value === "" || isWebAddress(value), t("errors.urlInvalid"))
      .default(""),
    title: limitedText(t, limits.brandingTitle, "errors.titleTooLong").default(""),
    theme: z.object({
      header: plain,
      progressBar: plain,
      hint: z.object({ backgroundColor: colour, fontColor: font, linkColor: text }),
      question: z.object({ backgroundColor: colour, fontColor: font, linkColor: text }),
      response: z.object({ backgroundColor: colour, fontColor: font }),
      listItem: plain,
      selectedItem: plain,
      button: plain,
    }),
  });
}
