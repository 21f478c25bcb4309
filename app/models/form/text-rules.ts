import { z } from "zod/v4";
import { common } from "~/i18n/common";
import { translator } from "~/i18n/texts";
import { faultOf } from "./text-faults";

type TextRule = {
  /** The error when nothing visible is typed; without it the field may stay empty. */
  required?: string;
  /** Most characters as people see them, and what is said about more (SHELL-32). */
  limit?: number;
  tooLong?: string;
  /** Whether a text is what is stored: that stays, though it has characters that hide what it says. */
  isStored?: (text: string) => boolean;
};

// The words are the same in every English; the areas' own come translated.
const hidden = translator(common, "en")("forms.hiddenCharacters");

/** A name, a title or a free text as it is typed: trimmed, one kind of line break, counted as people see it. */
export function textRule({ required, limit, tooLong, isStored = () => false }: TextRule) {
  return z
    .string({ error: required })
    .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      const fault = faultOf(text, limit);
      if (fault === "hidden" && isStored(text)) return;
      if (fault === "tooLong") refuse(tooLong ?? hidden);
      else if (fault === "hidden") refuse(hidden);
      else if (fault && required !== undefined) refuse(required);
      else if (fault && text !== "") refuse(hidden);
    });
}
