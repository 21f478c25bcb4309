import { z } from "zod/v4";
import { common } from "~/i18n/common";
import { inFigures } from "~/i18n/numbers";
import { translator } from "~/i18n/texts";
import { isDay } from "~/i18n/wall-time";
import { lengthOf } from "./length";
import { emailText, isEmail, oneLine, severalLines } from "./pasted";

type TextRule = {
  /** The error when nothing visible is typed; without it the field may stay empty. */
  required?: string;
  /** Most characters as people see them, and what is said about more (SHELL-32). */
  limit?: number;
  tooLong?: string;
  /** Whether it may have several lines. */
  hasLines?: boolean;
};

// The words are the same in every English; the areas' own come translated.
const hidden = translator(common, "en")("forms.hiddenCharacters");

/** A name, a title or a free text as it is typed: without what nobody sees (SHELL-103), counted as people see it. */
export function textRule({ required, limit, tooLong, hasLines }: TextRule) {
  return z
    .string({ error: required })
    .overwrite(hasLines ? severalLines : oneLine)
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (text === "" && required !== undefined) refuse(required);
      // The API takes it in no text.
      else if (text.includes("\0")) refuse(hidden);
      else if (limit !== undefined && lengthOf(text) > limit) refuse(tooLong ?? hidden);
    });
}

/**
 * The rule of a text of at most `limit` characters, whose errors are texts of the area: that it is too long, with its
 * `limit`, and that it is missing, unless it may be.
 */
export const limitedText = <Key extends string>(
  t: (key: Key, values?: { limit: string }) => string,
  limit: number,
  tooLong: Key,
  required?: Key,
  { hasLines }: Pick<TextRule, "hasLines"> = {},
) =>
  textRule({
    ...(hasLines && { hasLines }),
    ...(required !== undefined && { required: t(required) }),
    limit,
    tooLong: t(tooLong, { limit: inFigures(limit) }),
  });

/** The rule of an email address (USER-69); `invalid` is what is said where nothing else is. */
export const emailRule = (
  limit: number,
  invalid: string,
  {
    required = invalid,
    tooLong = invalid,
    isStored = () => false,
  }: { required?: string; tooLong?: string; isStored?: (email: string) => boolean } = {},
) =>
  z
    .string({ error: required })
    .overwrite(emailText)
    .toLowerCase()
    .superRefine((text, { addIssue }) => {
      const refuse = (message: string) => addIssue({ code: "custom", message });
      if (text === "") refuse(required);
      // Older rules took more, but nothing without an "@": that is wrong before anybody knows what is stored.
      else if (text.includes("@") && isStored(text)) return;
      else if (text.length > limit) refuse(tooLong);
      else if (!isEmail(text)) refuse(invalid);
    });

/** The rule of a day as a field of dates sends it. */
export const dayRule = (error: string) => z.string({ error }).trim().refine(isDay, { error });

/** The rule of a whole number from `least` to `most`, as it is typed. */
export const wholeNumber = (least: number, most: number, error: string) =>
  z
    .string({ error })
    .overwrite(oneLine)
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });

/** Refuses a form whose second day is before the first, whatever else of it is wrong: `.refine(...daysInOrder(…))`. */
export const daysInOrder = <First extends string, Last extends string>(
  first: First,
  last: Last,
  error: string,
) =>
  [
    (days: Readonly<Record<First | Last, string>>) => days[first] <= days[last],
    {
      path: [last] as string[],
      error,
      when: ({ value }: { value: unknown }) =>
        z.object({ [first]: z.string().refine(isDay), [last]: z.string().refine(isDay) }).safeParse(value)
          .success,
    },
  ] as const;
