import { expect, test } from "vitest";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { ssoSchema } from "~/models/auth/login.schema";
import { ssoEntryFault } from "~/models/auth/sso-entry";

const t = translator(auth, "en-GB");

test.each([
  "",
  " ",
  "a@b",
  "a@b@c.example",
  "@",
  "1acme",
  "acme-",
  "a b",
  "a".repeat(101),
  "acme",
  " Acme-1 ",
  "a@b.example",
])("AUTH-62 AUTH-64 page and server validate %j alike", (account) => {
  const { error } = ssoSchema(t).safeParse({ account });
  const fault = ssoEntryFault(account);
  expect(fault && t(fault)).toBe(error?.issues[0]?.message ?? null);
});
