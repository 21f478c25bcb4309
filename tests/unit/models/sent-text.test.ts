import { expect, test } from "vitest";
import { applications } from "~/i18n/applications";
import { translator } from "~/i18n/texts";
import { deliveryText } from "~/models/applications/candidate-messages";

const t = translator(applications, "en-GB");
const off = "is turned off in the notification settings.";

test.each([
  ["SENT", "SENT", "The invitation is on its way by email and SMS."],
  ["SENT", "NO_ADDRESS", "The invitation is on its way by email."],
  ["NO_ADDRESS", "SENT", "The invitation is on its way by SMS."],
  ["SENT", "OFF", `The invitation is on its way by email. The SMS ${off}`],
  [
    "SENT",
    "NO_CREDITS",
    "The invitation is on its way by email. There are not enough SMS credits for the SMS.",
  ],
  ["OFF", "SENT", `The invitation is on its way by SMS. The email ${off}`],
  ["OFF", "NO_ADDRESS", `No invitation was sent. The email ${off}`],
  ["OFF", "OFF", `No invitation was sent. The email ${off} The SMS ${off}`],
  [
    "OFF",
    "NO_CREDITS",
    `No invitation was sent. The email ${off} There are not enough SMS credits for the SMS.`,
  ],
  ["NO_ADDRESS", "NO_ADDRESS", "No invitation was sent."],
] as const)("INV-25 APP-72 one candidate: email %s, SMS %s", (mail, text, words) => {
  expect(deliveryText(t, [{ mail, text }])).toBe(words);
  expect(deliveryText(t, [{ mail, text }], "report")).toBe(words.replace("invitation", "report"));
});

test("APP-72 several candidates: counts by channel, and of those not notified, with the reason", () => {
  const sent = { mail: "SENT", text: "SENT" } as const;
  expect(deliveryText(t, [sent, sent])).toBe("Invitations are on their way: 2 by email, 2 by SMS.");
  expect(deliveryText(t, [sent, { mail: "SENT", text: "NO_ADDRESS" }])).toBe(
    "Invitations are on their way: 2 by email, 1 by SMS.",
  );
  expect(
    deliveryText(t, [
      { mail: "OFF", text: "SENT" },
      { mail: "OFF", text: "NO_CREDITS" },
      { mail: "OFF", text: "NO_ADDRESS", count: 1_000 },
    ]),
  ).toBe(
    `Invitations are on their way: 1 by SMS. 1,002 got no email: it ${off} 1 with a phone number got no SMS: there are not enough SMS credits.`,
  );
  const none = { mail: "OFF", text: "OFF" } as const;
  expect(deliveryText(t, [none, none])).toBe(
    `No invitation was sent. 2 got no email: it ${off} 2 with a phone number got no SMS: it ${off}`,
  );
});

test("APP-72 is empty if nothing was to be sent", () => {
  expect(deliveryText(t, [])).toBeUndefined();
  expect(deliveryText(t, [{ mail: null, text: null }])).toBeUndefined();
  // An older API reports only the email.
  expect(deliveryText(t, [{ mail: "SENT", text: null }])).toBe("The invitation is on its way by email.");
});
