import { z } from "zod/v4";
import { common } from "~/i18n/common";
import { formatNumber } from "~/i18n/numbers";
import { translator } from "~/i18n/texts";
import { isDay } from "~/i18n/wall-time";
import { lengthOf } from "./length";
import { emailText, isEmail, oneLine, plainCharacters, severalLines } from "./pasted";

type TextRule = {
  /** Error if nothing visible is typed; without it the field is optional. */
  required?: string;
  /** Maximum in user-perceived characters, and the error above it (SHELL-32). */
  limit?: number;
  tooLong?: string;
  /** True for multi-line texts. */
  hasLines?: boolean;
};

// Identical in all English variants; areas' own texts come translated.
const hidden = translator(common, "en")("forms.hiddenCharacters");

/** A typed name, title or text: invisible characters removed (SHELL-103), length in user-perceived characters. */
export function textRule({ required, limit, tooLong, hasLines }: TextRule) {
  return z
    .string({ error: required })
    .overwrite(hasLines ? severalLines : oneLine)
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (text === "" && required !== undefined) refuse(required);
      // The API rejects NUL in any text.
      else if (text.includes("\0")) refuse(hidden);
      else if (limit !== undefined && lengthOf(text) > limit) refuse(tooLong ?? hidden);
    });
}

/**
 * Rule for a text of at most `limit` characters, with errors from the area's texts: too long (with `limit`) and, unless
 * optional, missing.
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
    tooLong: t(tooLong, { limit: formatNumber(limit) }),
  });

/** Rule for an email address (USER-69); `invalid` is the default error. */
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
      // Stored addresses may predate today's rules, but all contain "@", so that is checked first.
      else if (text.includes("@") && isStored(text)) return;
      else if (text.length > limit) refuse(tooLong);
      else if (!isEmail(text)) refuse(invalid);
    });

/** Rule for the value of a date field. */
export const dayRule = (error: string) =>
  z.string({ error }).overwrite(plainCharacters).refine(isDay, { error });

/** Rule for a typed whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number, error: string) =>
  z
    .string({ error })
    .overwrite(plainCharacters)
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });

/** Reports a last day before the first, even if other fields are invalid: `.refine(...daysInOrder(…))`. */
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
