import { z } from "zod/v4";
import { common } from "~/i18n/common";
import { translator } from "~/i18n/texts";
import { lengthOf } from "./length";

/** Characters that turn the direction of what follows them: they make a name read as another one. */
const turnsDirection = /[\u202A-\u202E\u2066-\u2069]/;
/** What shows nothing by itself: spaces, joiners, marks of direction, fillers, controls. */
const invisible = /[\p{C}\p{Z}\p{Mn}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** Whether a text shows nothing at all. */
export const isInvisible = (text: string) => text.replace(invisible, "") === "";

type TextRule = {
  /** What is said when nothing visible is typed; left out, the field may stay empty. */
  required?: string;
  /** Most characters as people see them, and what is said about more (SHELL-32). */
  limit?: number;
  tooLong?: string;
};

// The words are the same in every English; the areas' own come translated.
const hidden = translator(common, "en")("forms.hiddenCharacters");

/** A name, a title or a free text as it is typed: trimmed, one kind of line break, counted as people see it. */
export function textRule({ required, limit, tooLong }: TextRule) {
  return z
    .string({ error: required })
    .overwrite((text) => text.replaceAll("\r\n", "\n").trim())
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (text === "" || isInvisible(text)) {
        if (required !== undefined) refuse(required);
        else if (text !== "") refuse(hidden);
      } else if (turnsDirection.test(text)) refuse(hidden);
      else if (limit !== undefined && lengthOf(text) > limit) refuse(tooLong ?? hidden);
    });
}
