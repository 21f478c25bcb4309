import { describe, expect, test } from "vitest";
import { auth } from "~/i18n/auth";
import { users } from "~/i18n/users";
import { translator } from "~/i18n/texts";
import { emailSchema, ssoSchema } from "~/models/auth/login.schema";
import { passwordOf } from "~/models/users/password-age";
import { addToGroupSchema, newUserSchema, userSchema } from "~/models/users/user.schema";
import { userName } from "~/models/users/user.server";
import { editedPhone, editErrors, phoneOfUser } from "~/models/users/user-screen.server";
import { argsOf } from "./answering-api";

const t = translator(users, "en-GB");
const person = { firstName: "Ada", lastName: "Byron", email: "ada@acme.example", groupIds: [] };
const isPhone = (country: string, text: string) => country === "AU" && text === "412345678";

/** A new user's errors, by field. */
function problems(changes: Record<string, unknown>) {
  const { error } = newUserSchema(t, isPhone).safeParse({ ...person, ...changes });
  const messages = (error?.issues ?? []).map(({ path, message }) => [path.join("."), message] as const);
  expect(new Set(messages.map(([field]) => field)).size, "one message a field").toBe(messages.length);
  return Object.fromEntries(messages);
}

describe("the create form's rules", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ["USER-66", { firstName: " " }, { firstName: "Please enter your first name" }],
    [
      "USER-66",
      { firstName: "x".repeat(51) },
      { firstName: "Please keep your first name within 50 characters" },
    ],
    ["USER-67", { lastName: undefined }, { lastName: "Please enter your last name" }],
    [
      "USER-67",
      { lastName: "x".repeat(51) },
      { lastName: "Please keep your last name within 50 characters" },
    ],
    ["USER-68", { email: " " }, { email: "Please enter your email" }],
    ["USER-68", { email: "a@b" }, { email: "Please enter a valid email" }],
    [
      "USER-68",
      { email: `${"x".repeat(99)}@a.b` },
      { email: "Please keep your email within 100 characters" },
    ],
    ["USER-69", { email: "å@acme.example" }, { email: "Please enter a valid email" }],
    ["USER-70", { phoneNumber: "412345678" }, { phoneNumber: "Please enter a valid phone number" }],
    ["USER-70", { country: "AU", phoneNumber: "1" }, { phoneNumber: "Please enter a valid phone number" }],
    [
      "USER-70",
      { country: "AU", phoneNumber: "4".repeat(101) },
      { phoneNumber: "Please enter a valid phone number" },
    ],
    ["USER-71", { country: "AU" }, { phoneNumber: "Please enter a phone number" }],
    ["USER-70", { country: "AU", phoneNumber: "412345678" }, {}],
    ["USER-70", {}, {}],
  ])("%s %j", (_row, changes, expected) => {
    expect(problems(changes)).toEqual(expected);
  });

  test.each([
    "ada@acme.example",
    "Ada@Acme.Example",
    "a&b@mail.example",
    "team!@x.example",
    "user@mail.xn--p1ai",
    `${"x".repeat(90)}@x.example`,
  ])("USER-69 AUTH-06 AUTH-42 AUTH-62 a user created as %j can sign in", (email) => {
    const words = translator(auth, "en-GB");
    expect(problems({ email })).toEqual({});
    expect(emailSchema(words).parse(` ${email} `)).toBe(email);
    expect(ssoSchema(words).parse({ account: email })).toEqual({ account: email });
  });

  test.each(["jo.@x.example", ".jo..jo@x.example", "user@-x.1"])(
    "USER-69 AUTH-06 a user created as %j before that was refused can sign in",
    (email) => {
      const words = translator(auth, "en-GB");
      expect(problems({ email })).toEqual({ email: "Please enter a valid email" });
      expect(emailSchema(words).parse(email)).toBe(email);
      expect(ssoSchema(words).parse({ account: email })).toEqual({ account: email });
    },
  );

  test.each(["a@b", "a b@x.example", "å@x.example", "a@b@x.example", "<a@x.example"])(
    "USER-69 AUTH-06 AUTH-62 %j is accepted nowhere as an address",
    (email) => {
      const words = translator(auth, "en-GB");
      const message = "Please enter a valid email";
      expect(problems({ email })).toEqual({ email: message });
      expect(emailSchema(words).safeParse(email).error?.issues).toMatchObject([{ message }]);
      expect(ssoSchema(words).safeParse({ account: email }).error?.issues).toMatchObject([{ message }]);
    },
  );

  test("USER-73 values are trimmed, the email is stored in lower case", () => {
    const parsed = newUserSchema(t).parse({ ...person, firstName: " Ada ", email: " Ada@Acme.Example " });
    expect(parsed).toMatchObject({ firstName: "Ada", email: "ada@acme.example" });
  });

  test("USER-83 the edit form has no email and no groups", () => {
    expect(Object.keys(userSchema(t).parse(person)).sort()).toEqual([
      "country",
      "firstName",
      "lastName",
      "phoneNumber",
    ]);
  });

  test("USER-66 USER-67 USER-70 the edit form keeps stored values, and validates changed ones", () => {
    const { args } = argsOf({});
    const scope = { ...args.scope, awsRegion: "eu-west-1" as const };
    const refusedFields = (
      phoneNumber: string | null,
      typed: Partial<Record<"firstName" | "country" | "phoneNumber", string>>,
    ) => {
      const stored = { firstName: "A\u202eda", lastName: "Byron", phoneNumber };
      const left = { ...stored, ...phoneOfUser({ phoneNumber }, scope) };
      return editErrors(stored, { ...left, ...typed }, { ...args, scope })?.fieldErrors;
    };
    // Too short for Australia today, of no country, in an unknown notation.
    for (const stored of ["+6141234567", "+999123456", "0412", null]) {
      expect(refusedFields(stored, {})).toBeUndefined();
      expect(editedPhone({ phoneNumber: stored }, phoneOfUser({ phoneNumber: stored }, scope), scope)).toBe(
        stored,
      );
    }
    const invalid = { phoneNumber: ["Please enter a valid phone number"] };
    expect(refusedFields("+6141234567", { phoneNumber: "4123456" })).toEqual(invalid);
    expect(refusedFields("+6141234567", { country: "GB" })).toEqual(invalid);
    expect(refusedFields("+61412345678", { phoneNumber: "41234567" })).toEqual(invalid);
    expect(refusedFields("+6141234567", { phoneNumber: "412345678" })).toBeUndefined();
    expect(refusedFields("+6141234567", { country: "", phoneNumber: "" })).toBeUndefined();
    expect(editedPhone({ phoneNumber: "+6141234567" }, { country: "", phoneNumber: "" }, scope)).toBeNull();
    expect(refusedFields(null, { firstName: "A\0da" })).toEqual({
      firstName: ["Please remove the invisible characters, or type the text again"],
    });
  });

  test("USER-25 at least one group must be chosen", () => {
    expect(addToGroupSchema(t).safeParse({ groupIds: [] }).success).toBe(false);
  });
});

const now = Date.UTC(2026, 10, 21, 12);
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

test.each([
  [{ lastPasswordUpdatedAt: ago(0), createdAt: ago(90) }, 0, 60],
  [{ lastPasswordUpdatedAt: ago(59.9), createdAt: ago(90) }, 59, 1],
  [{ lastPasswordUpdatedAt: null, createdAt: ago(60) }, 60, 0],
  [{ lastPasswordUpdatedAt: null, createdAt: ago(90.5) }, 90, -30],
])("USER-06 USER-45 the age of %j is counted in whole days", (dated, age, left) => {
  expect(passwordOf({ ...dated, hasPassword: true }, now)).toEqual({ age, daysLeft: left });
  // Accounts with only single sign-on have no password to expire.
  expect(passwordOf({ ...dated, hasPassword: false }, now)).toBeNull();
});

test("USER-03 a user is shown by name, or else by username", () => {
  expect(userName({ firstName: "Ada", lastName: "", username: "u" })).toBe("Ada");
  expect(userName({ firstName: "", lastName: " ", username: "u" })).toBe("u");
});
