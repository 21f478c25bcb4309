/** What may be entered about a user (USER-66 to USER-73); the console checks the same rules in its forms. */
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { enteredText, textLimit } from "../../core/entered";
import { invalid } from "../../core/errors";
import { phoneNumber } from "../../core/phone-numbers";
import { turnsDirection } from "../../core/text";

/** One "@", no blanks, ASCII alone, a domain with a dot (USER-69); nothing that ends an address in a mail's header. */
const address = /^[^\s@<>()[\],;:"\\\u0080-\u{10FFFF}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;

const emailLimit = textLimit("userEmail", 100, "your email");

const email = z
  .string("Please enter your email")
  .trim()
  .toLowerCase()
  .superRefine((text, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", message });
    if (text === "") refuse("Please enter your email");
    else if (text.length > emailLimit.most) refuse(emailLimit.message);
    else if (!address.test(text)) refuse("Please enter a valid email");
  });

const phone = z
  .string()
  .trim()
  .nullish()
  .transform((text, { addIssue }) => {
    if (!text) return null;
    const number = phoneNumber(text);
    if (number === undefined) addIssue({ code: "custom", message: "Please enter a valid phone number" });
    return number ?? null;
  });

/** What is changed of a user; an empty phone number is cleared (USER-83). */
export const userChanges = z.object({
  firstName: enteredText("userFirstName", 50, "your first name", "Please enter your first name"),
  lastName: enteredText("userLastName", 50, "your last name", "Please enter your last name"),
  phoneNumber: phone,
});

const readable = (name: typeof userChanges.shape.firstName) =>
  name.refine((text) => !turnsDirection(text), "Please remove characters that cannot be seen");

/** What is entered about a new one; what is stored of others may turn the direction of what follows, and stays. */
const newUser = userChanges.extend({
  firstName: readable(userChanges.shape.firstName),
  lastName: readable(userChanges.shape.lastName),
  email,
});

export type NewUser = z.output<typeof newUser>;

/** What is wrong with a new user, by field, in the words of the requirements. */
export type UserProblems = Partial<Record<keyof NewUser, string[]>>;

/** A new user as it is stored, or what is wrong with each field: one row of an upload, or the create form's. */
export function checkNewUser(value: unknown): { user: NewUser } | { problems: UserProblems } {
  const parsed = newUser.safeParse(value);
  return parsed.success ? { user: parsed.data } : { problems: z.flattenError(parsed.error).fieldErrors };
}

/** Checks a new user that a caller sent. Throws a Validation Error with every message. */
export function requireNewUser(value: unknown): NewUser {
  const checked = checkNewUser(value);
  if ("user" in checked) return checked.user;
  throw invalid(Object.values(checked.problems).flat().join("\n"));
}

// Without characters that look alike, since people type it from a mail.
const kinds = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-+_!#%*?"];

/** A password for the first sign-in, which must be changed then (USER-80): 16 characters, of every kind that is asked for. */
export function temporaryPassword(): string {
  const pick = (characters: string) => characters.charAt(randomInt(characters.length));
  const all = kinds.join("");
  const characters = [...kinds.map(pick), ...Array.from({ length: 12 }, () => pick(all))];
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] ?? "", characters[at] ?? ""];
  }
  return characters.join("");
}
