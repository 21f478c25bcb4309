import { expect, test } from "vitest";
import { record } from "~/i18n/record";
import { translator } from "~/i18n/texts";
import { ruleText } from "~/models/record/record-screen.server";
import { reasonOf, valueOf, signInMethodLabel } from "~/models/record/record-words";

const t = translator(record, "en");
const translate = ((texts: typeof record) => translator(texts, "en")) as never;

test.each([
  ["status", "APPS_APPLICATION_HIRED", "Hired"],
  ["source", "LOCAL", "Password"],
  ["verificationStatus", "TEMPORARY_FAILURE", "Being checked again"],
  ["mfaEnabled", true, "On"],
  ["isReleased", true, "Yes"],
  ["name", "LOCAL", "LOCAL"],
  [
    "alerts",
    ["USAGE_REMINDER, EMAIL, en-US: 100", "USAGE_ALERT, EMAIL, en-US"],
    "Reminder, Email, English: 100\nAlert, Email, English",
  ],
  [
    "notifications",
    ["fr, SMS, RESEND_FI_INVITE: on, arn:aws:x", "default, EMAIL, EMAIL_MFA: off", "xx, EMAIL, NEW: on"],
    "French, Chat Interview – Resend application link, SMS: on, arn:aws:x\nUser Template, User notifications – MFA code, Email: off\nxx, EMAIL, NEW: on",
  ],
  ["languages", '["fr","de"]', "French, German"],
  ["languages", "[]", ""],
  ["stages", ["SI: SI, en, Retail"], "SI: Video interview, en, Retail"],
  [
    "rules",
    [
      "gte Chat: (off) recommendationScore gte 65 and recommendation contains YES → UPDATE_STATUS APPS_APPLICATION_HIRED",
    ],
    "gte Chat: (off) recommendation score is at least 65 and recommendation is Yes → set the status to Hired",
  ],
])("AUD-09 a %s is described in words, not codes", (field, value, words) => {
  expect(valueOf(t, field, value)).toBe(words);
});

test("AUD-09 the method of a sign-in and the rule behind an action are described in words", () => {
  expect(signInMethodLabel(t, "PASSWORD")).toBe("Password");
  expect(signInMethodLabel(t, "A_NEW_WAY")).toBe("A_NEW_WAY");
  const stored = {
    workflowName: "Store team",
    stageName: "Chat",
    trigger: {
      conditions: [{ onField: "recommendationScore", comparisonOperator: "gte", comparisonValue: 65 }],
      action: { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_SHORTLISTED" } },
    },
  };
  expect(ruleText({ translate }, JSON.stringify(stored))).toBe(
    "Store team › Chat: If recommendation score is at least 65, set the status to Shortlisted",
  );
});

test("BULK-16 the reason a bulk action was stopped is described in words", () => {
  expect(reasonOf(t, "FAILED")).toBe("Something unexpected happened");
  expect(reasonOf(t, "no such account")).toBe("no such account");
});
