import { expect, test, vi } from "vitest";
import { sms } from "../../../app/i18n/sms";
import { translator } from "../../../app/i18n/texts";
import { purchaseSchema, smsSettingsSchema } from "../../../app/models/settings/sms-credits.schema";
import { purchaseSmsCredits } from "../../../app/models/settings/sms-credits.server";
import type { FormApi } from "../../../app/services/customer-api.server";
import { ApiError, type ApiErrorKind } from "../../../app/services/regional-api.server";

const t = translator(sms, "en");
test.each([
  [undefined, "Please input the value"],
  ["", "Please input the value"],
  ["  ", "Please input the value"],
  ["0", "Please input a valid number"],
  ["07", "Please input a valid number"],
  ["1e3", "Please input a valid number"],
  ["-5", "Please input a valid number"],
  ["1.5", "Please input a valid number"],
  ["½", "Please input a valid number"],
  ["12a", "Please input a valid number"],
  ["1234567890", "Please input a valid number"],
  ["1000001", "Please enter at most 1,000,000 credits at once"],
])("SMS-03 %j credits: %s", (purchaseAmount, message) => {
  const { error } = purchaseSchema(t).safeParse({ purchaseAmount });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("SMS-03 SMS-09 SMS-11 SMS-19 valid input is read: numbers, and addresses with any separator", () => {
  expect(purchaseSchema(t).parse({ purchaseAmount: " 250 " })).toEqual({ purchaseAmount: 250 });
  const settings = smsSettingsSchema(t);
  expect(
    settings.parse({ threshold: "1", reminderRecipients: "a@b.example,\r\n c@d.example;a@b.example" }),
  ).toEqual({ threshold: 1, reminderRecipients: ["a@b.example", "c@d.example"], alertRecipients: [] });
  const bad = settings.safeParse({ threshold: "x", reminderRecipients: "a@b.example nobody" });
  expect(bad.error?.issues.map(({ message }) => message)).toEqual([
    "Please input a valid number",
    "Please input valid email address",
  ]);
});

test("SMS-09 any stored threshold may stay", () => {
  const isRight = (threshold: string) => smsSettingsSchema(t).safeParse({ threshold }).success;
  expect(["2147483647", "2147483648", "9999999999"].map(isRight)).toEqual([true, false, false]);
});

test("SMS-11 more people than the API accepts are refused with the limit", () => {
  const addresses = (count: number) =>
    smsSettingsSchema(t).safeParse({
      threshold: "1",
      alertRecipients: Array.from({ length: count }, (_, at) => `a${at}@b.example`).join(" "),
    });
  expect(addresses(50).success).toBe(true);
  expect(addresses(51).error?.issues).toMatchObject([
    { path: ["alertRecipients"], message: "Please enter at most 50 recipients" },
  ]);
});

const buyer = { _id: "u", email: "u@acme.example" };

/** An API whose purchases fail in these ways in turn, and then succeed. */
function failing(...kinds: ApiErrorKind[]): FormApi {
  const mutate = vi.fn(() => {
    const kind = kinds.shift();
    return kind
      ? Promise.reject(new ApiError(kind, "failed", "ap-southeast-2", "PurchaseSmsCredits"))
      : Promise.resolve({});
  });
  return { mutate } as unknown as FormApi;
}

test("SMS-05 a purchase that fails on its way is retried up to three times", async () => {
  const api = failing("UNAVAILABLE", "DOWNSTREAM", "UNAVAILABLE");
  await purchaseSmsCredits(api, buyer, 5);
  expect(api.mutate).toHaveBeenCalledTimes(4);
  const never = failing("UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE");
  await expect(purchaseSmsCredits(never, buyer, 5)).rejects.toThrow(ApiError);
  expect(never.mutate).toHaveBeenCalledTimes(4);
});

test.each(["VALIDATION", "FORBIDDEN", "UNAUTHENTICATED", "UNEXPECTED", "CONFLICT"] as const)(
  "SMS-05 a purchase refused with %s is not tried again",
  async (kind) => {
    const api = failing(kind);
    await expect(purchaseSmsCredits(api, buyer, 5)).rejects.toThrow(ApiError);
    expect(api.mutate).toHaveBeenCalledTimes(1);
  },
);
