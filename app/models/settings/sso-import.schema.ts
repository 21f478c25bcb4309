import { z } from "zod/v4";
import type { settingsSso } from "~/i18n/settings-sso";
import type { Translate } from "~/i18n/texts";
import { isWebAddress } from "~/models/form/web-address";
import { webAddressText } from "~/models/form/pasted";
import { maxPastedLength } from "../../../shared/certificates";

type Translator = Translate<(typeof settingsSso)["en"]>;

/** Source of the metadata: exactly one of three (SSO-62). `file` is the upload as read by the server. */
export const ssoImportSchema = (t: Translator, file?: { text: string } | { fault: string }) =>
  z
    .object({
      file: z.unknown().superRefine((_, { addIssue }) => {
        if (file && "fault" in file) addIssue({ code: "custom", message: file.fault });
      }),
      text: z.string().max(maxPastedLength, t("import.errors.tooLong")).optional(),
      address: z
        .string()
        .overwrite(webAddressText)
        .max(1000, t("import.errors.addressTooLong"))
        .refine((text) => isWebAddress(text) && /^https:/i.test(text), t("import.errors.address"))
        .optional(),
    })
    .superRefine(({ file: chosen, text, address }, { addIssue }) => {
      const hasFile = chosen instanceof File && chosen.name !== "";
      const given = [hasFile, text?.trim(), address].filter(Boolean).length;
      const refuse = (message: string, path: string) => addIssue({ code: "custom", message, path: [path] });
      if (given === 0) refuse(t("import.errors.none"), "file");
      if (given > 1) refuse(t("import.errors.several"), address ? "address" : "text");
    });
