/** Texts that people enter, and how long each may be. The console takes the numbers from contract/limits.ts. */
import { z } from "zod/v4";
import { emailText, isEmail, oneLine, severalLines, webAddressText } from "../../shared/pasted";
import { within } from "./text";
import { isWebAddress } from "./web-address";

interface TextLimit {
  readonly most: number;
  /** What is said about a longer one. */
  readonly message: string;
}

const declared = new Map<string, TextLimit>();

/** Declares how long a text may be, under the name that the console knows it by; `what` is what messages call it. */
export function textLimit(name: string, most: number, what: string): TextLimit {
  if (declared.has(name)) throw new Error(`Two texts are called ${name}`);
  const limit = { most, message: `Please keep ${what} within ${most.toLocaleString("en")} characters` };
  declared.set(name, limit);
  return limit;
}

/** Every limit that was declared, by its name. */
export const declaredLimits = (): ReadonlyMap<string, TextLimit> => new Map([...declared].sort());

const rule =
  (tidy: (text: string) => string) => (name: string, most: number, what: string, missing?: string) => {
    const limit = textLimit(name, most, what);
    const text = z.string(missing).overwrite(tidy);
    return (missing === undefined ? text : text.min(1, missing)).refine(within(limit.most), limit.message);
  };

/**
 * The rule of a name or title: one line without what nobody sees (SHELL-103), counted as people see it (SHELL-32), and to
 * be seen at all if `missing` says something about its absence.
 */
export const enteredText = rule(oneLine);

/** The rule of a text that may have several lines. */
export const enteredLines = rule(severalLines);

/** The rule of an email address (USER-69), as it is typed or pasted (SHELL-103). */
export function enteredEmail({
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

/** The rule of the address of a web page, which may be empty; `what` is what messages call it. */
export const enteredWebAddress = (what: string, most = 1000) =>
  z
    .string()
    .overwrite(webAddressText)
    .max(most, { error: `Please keep the ${what} within ${most} characters`, abort: true })
    .refine((text) => text === "" || isWebAddress(text), "Please enter a valid url");
