/** Input rules for users (USER-66 to USER-73); the console's forms apply the same rules. */
import { oneLine } from "../../../shared/pasted";
import { randomInt } from "node:crypto";
import { z } from "zod/v4";
import { emailRule, linesRule, lineRule, textLimit } from "../../core/text-rules";
import { invalid } from "../../core/errors";
import { phoneRule } from "../../core/phone-numbers";
import { truncateGraphemes } from "../../core/text";

const emailLimit = textLimit("userEmail", 100, "your email");

const email = emailRule({
  missing: "Please enter your email",
  most: emailLimit.most,
  tooLong: emailLimit.message,
  invalid: "Please enter a valid email",
}).toLowerCase();

/** Editable fields of a user; an empty phone number clears it (USER-83). */
export const userChanges = z.object({
  firstName: lineRule("userFirstName", 50, "your first name", "Please enter your first name"),
  lastName: lineRule("userLastName", 50, "your last name", "Please enter your last name"),
  phoneNumber: phoneRule.nullish().transform((number) => number ?? null),
});

/** Reason for resetting a user's second factors (MFA-07). */
export const resetReason = linesRule("resetReason", 500, "the reason", "Please enter a reason");

/** Input fields of a new user. */
const newUser = userChanges.extend({ email });

export type NewUser = z.output<typeof newUser>;

/** Problems of a new user by field, in the texts of the requirements. */
export type UserProblems = Partial<Record<keyof NewUser, string[]>>;

/**
 * Returns the values to store for a new user, or the problems by field. For upload rows and the create form.
 */
export function checkNewUser(value: unknown): { user: NewUser } | { problems: UserProblems } {
  const parsed = newUser.safeParse(value);
  return parsed.success ? { user: parsed.data } : { problems: z.flattenError(parsed.error).fieldErrors };
}

/** Checks a new user in a request. Throws a Validation Error with all messages. */
export function requireNewUser(value: unknown): NewUser {
  const checked = checkNewUser(value);
  if ("user" in checked) return checked.user;
  throw invalid(Object.values(checked.problems).flat().join("\n"));
}

/**
 * Returns a new user from directory data, which users cannot correct during sign-in: names are cleaned and
 * truncated to the create form's rules, and one of the two is enough (SSO-60). Undefined without a valid
 * email or any name.
 */
export function provisionedUser({
  email: given,
  firstName,
  lastName,
}: Readonly<Partial<Record<"email" | "firstName" | "lastName", string>>>):
  Omit<NewUser, "phoneNumber"> | undefined {
  const [first = "", last = ""] = [firstName, lastName].map((name = "") =>
    truncateGraphemes(50, oneLine(name)),
  );
  const { success, data } = email.safeParse(given);
  if (!success || (first === "" && last === "")) return undefined;
  return first === ""
    ? { email: data, firstName: last, lastName: "" }
    : { email: data, firstName: first, lastName: last };
}

// Excludes characters that look alike, since users type the password from a mail.
const kinds = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-+_!#%*?"];

/**
 * Generates a password for the first sign-in, which must then be changed (USER-80): 16 characters, with each
 * required kind.
 */
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
/** Days after which a password is due for a change (USER-06). */
const passwordDays = 60;
/** Days to accept an invitation, and days before the end of a password at which its change becomes due. */
const dueDays = 7;

export const userDues = ["INVITATION", "PASSWORD"] as const;
export type UserDue = (typeof userDues)[number];

/**
 * Returns the list filter for users who are due for something (HOME-12), in whole days as the list shows
 * them.
 */
export const dueFilter = (due: UserDue, now: number) =>
  due === "INVITATION"
    ? { invitedBefore: now - dueDays * dayMs }
    : {
        passwordAfter: now - passwordDays * dayMs,
        passwordUntil: now - (passwordDays - dueDays) * dayMs,
      };
