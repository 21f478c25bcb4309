/** Length limits of user input; contract/limits.ts is generated from them for the console. */
import { z } from "zod/v4";
import { emailText, isEmail, oneLine, severalLines, webAddressText } from "../../shared/pasted";
import { within } from "./text";
import { isWebAddress } from "./web-address";

interface TextLimit {
  readonly most: number;
  /** Error text for a longer text. */
  readonly message: string;
}

const declared = new Map<string, TextLimit>();

/**
 * Declares a maximum length under the name that the console uses; `what` names the text in error messages.
 */
export function textLimit(name: string, most: number, what: string): TextLimit {
  if (declared.has(name)) throw new Error(`Two texts are called ${name}`);
  const limit = { most, message: `Please keep ${what} within ${most.toLocaleString("en")} characters` };
  declared.set(name, limit);
  return limit;
}

/** Returns all declared limits, by name. */
export const declaredLimits = (): ReadonlyMap<string, TextLimit> => new Map([...declared].sort());

const rule =
  (tidy: (text: string) => string) => (name: string, most: number, what: string, missing?: string) => {
    const limit = textLimit(name, most, what);
    const text = z.string(missing).overwrite(tidy);
    return (missing === undefined ? text : text.min(1, missing)).refine(within(limit.most), limit.message);
  };

/**
 * Rule for a name or title: one line, without invisible characters (SHELL-103), its length counted in
 * graphemes (SHELL-32). With `missing`, the text is required, and `missing` is the error text.
 */
export const lineRule = rule(oneLine);

/** Rule for a text of one or several lines. */
export const linesRule = rule(severalLines);

/** Rule for an email address (USER-69), as typed or pasted (SHELL-103). */
export function emailRule({
  missing,
  most,
  tooLong,
  invalid,
}: {
  missing: string;
  most: number;
  tooLong: string;
  invalid: string;
}) {
  return z
    .string(missing)
    .overwrite(emailText)
    .superRefine((text, { addIssue }) => {
      const refuse = (message: string) => addIssue({ code: "custom", message });
      if (text === "") refuse(missing);
      else if (text.length > most) refuse(tooLong);
      else if (!isEmail(text)) refuse(invalid);
    });
}

/** Rule for a web page address, which may be empty; `what` names it in error messages. */
export const webAddressRule = (what: string, most = 1000) =>
  z
    .string()
    .overwrite(webAddressText)
    .max(most, { error: `Please keep the ${what} within ${most} characters`, abort: true })
    .refine((text) => text === "" || isWebAddress(text), "Please enter a valid url");
