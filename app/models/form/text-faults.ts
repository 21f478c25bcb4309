import { lengthOf } from "./length";

/**
 * Characters that turn the direction of what follows them, which makes a name read as another one, and NUL, which the
 * API takes in no text.
 */
const hides = /[\0\u202A-\u202E\u2066-\u2069]/;
/** Characters that show nothing by themselves: spaces, joiners, marks of direction, fillers, controls. */
const invisible = /[\p{C}\p{Z}\p{Mn}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** Whether a text shows nothing at all. */
export const isInvisible = (text: string) => text.replace(invisible, "") === "";

/** The fault of a trimmed text: nothing visible, characters that hide its meaning, or more than `limit` of them. */
export function faultOf(text: string, limit = Infinity): "empty" | "hidden" | "tooLong" | undefined {
  if (text === "" || isInvisible(text)) return "empty";
  if (hides.test(text)) return "hidden";
  return lengthOf(text) > limit ? "tooLong" : undefined;
}
