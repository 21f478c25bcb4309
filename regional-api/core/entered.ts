/** Texts that people enter, and how long each may be. The console takes the numbers from contract/limits.ts. */
import { z } from "zod/v4";
import { isInvisible, within } from "./text";

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

/**
 * The rule of such a text: trimmed, counted as people see it (SHELL-32), and to be seen at all if `missing` says
 * something about its absence.
 */
export function enteredText(name: string, most: number, what: string, missing?: string) {
  const limit = textLimit(name, most, what);
  const text = z.string(missing).trim();
  return (missing === undefined ? text : text.refine((typed) => !isInvisible(typed), missing)).refine(
    within(limit.most),
    limit.message,
  );
}
