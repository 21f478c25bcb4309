/** What may be entered about a user (USER-66 to USER-73); the console checks the same rules in its forms. */
import { oneLine } from "../../../shared/pasted";
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { enteredEmail, enteredLines, enteredText, textLimit } from "../../core/entered";
import { invalid } from "../../core/errors";
import { enteredPhone } from "../../core/phone-numbers";
import { cutTo } from "../../core/text";

const emailLimit = textLimit("userEmail", 100, "your email");

const email = enteredEmail({
  missing: "Please enter your email",
  most: emailLimit.most,
  tooLong: emailLimit.message,
  invalid: "Please enter a valid email",
}).toLowerCase();

/** What is changed of a user; an empty phone number is cleared (USER-83). */
export const userChanges = z.object({
  firstName: enteredText("userFirstName", 50, "your first name", "Please enter your first name"),
  lastName: enteredText("userLastName", 50, "your last name", "Please enter your last name"),
  phoneNumber: enteredPhone.nullish().transform((number) => number ?? null),
});

/** Why somebody's second factors are reset (MFA-07). */
export const resetReason = enteredLines("resetReason", 500, "the reason", "Please enter a reason");

/** What is entered about a new one. */
const newUser = userChanges.extend({ email });

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

/**
 * A new user as a directory names them, which people cannot correct while they sign in: a name loses what the create form
 * would refuse, is cut at its limit, and one of the two is enough (SSO-60). Undefined without a valid email or any name.
 */
export function provisionedUser({
  email: given,
  firstName,
  lastName,
}: Readonly<Partial<Record<"email" | "firstName" | "lastName", string>>>):
  Omit<NewUser, "phoneNumber"> | undefined {
  const [first = "", last = ""] = [firstName, lastName].map((name = "") => cutTo(50, oneLine(name)));
  const { success, data } = email.safeParse(given);
  if (!success || (first === "" && last === "")) return undefined;
  return first === ""
    ? { email: data, firstName: last, lastName: "" }
    : { email: data, firstName: first, lastName: last };
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

const dayMs = 24 * 3_600_000;
/** How long a password is meant to last (USER-06). */
const passwordDays = 60;
/** So long somebody has to take an invitation up, and so long before its end a password is told of. */
const dueDays = 7;

export const userDues = ["INVITATION", "PASSWORD"] as const;
export type UserDue = (typeof userDues)[number];

/** Of whom a list of users consists who are due for something (HOME-12): whole days, as the list shows them. */
export const dueFilter = (due: UserDue, now: number) =>
  due === "INVITATION"
    ? { invitedBefore: now - dueDays * dayMs }
    : {
        passwordAfter: now - passwordDays * dayMs,
        passwordUntil: now - (passwordDays - dueDays) * dayMs,
      };
