import { describe, expect, test } from "vitest";
import { outbox } from "../../regional-api/core/outbox.store";
import { spendSmsCredits } from "../../regional-api/areas/sms/sms-credits.store";
import { retail } from "./fixtures/ids";
import { emailOf, ids, people } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");
const admin = useClient(world, "admin", "all tests");

const sydney = () => world.databases.region("ap-southeast-2");

const buyer = { purchaseUserId: people.admin, purchaseUserEmail: emailOf("admin") };
const purchase = (purchaseAmount: number, more: Record<string, unknown> = {}, key?: string) =>
  admin.send(
    "NotifPurchaseSMSCreditsByCustomerId",
    { ...retail, ...buyer, purchaseAmount, ...more },
    key ? { headers: { "idempotency-key": key } } : {},
  );

const credits = async () => {
  const { data } = await admin.send("NotifGetSMSCreditsByCustomerId", {
    customerId: ids.retail,
  });
  return data.NotifGetSMSCreditsByCustomerId;
};

const history = async () => {
  const { data } = await admin.send("NotifGetSMSCreditsPurchaseHistoryList", {
    customerId: ids.retail,
  });
  return data.NotifGetSMSCreditsPurchaseHistoryList as { purchaseAmount: number }[];
};

const saveSettings = (...smsNotificationSettings: Record<string, unknown>[]) =>
  admin.send("AppsUpdateSMSNotificationSettings", {
    ...retail,
    smsNotificationSettings: smsNotificationSettings.map((setting) => ({
      channel: "EMAIL",
      language: "en-US",
      recipients: [],
      ...setting,
    })),
  });

const settings = async () => {
  const { data } = await admin.call(
    `query ($customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      AppsGetCustomerSetting(customerId: $customerId, hierarchyId: $hierarchyId, organizationId: $organizationId) {
        retentionPeriod { candidatePiiRetentionPeriod videoRetentionPeriod }
        smsNotificationSettings { channel language lastSentAt recipients threshold type }
      }
    }`,
    retail,
  );
  return data.AppsGetCustomerSetting as {
    retentionPeriod: object;
    smsNotificationSettings: { type: string; lastSentAt: string | null; recipients: string[] }[];
  };
};

test("SMS-01 SMS-06 SMS-07 SMS-08 a purchase adds credits and an entry in the history, newest first", async () => {
  const none = { credits: 0, totalCredits: 0, creditsPerMessage: null, isSending: true };
  expect(await credits()).toEqual({ customerId: ids.retail, ...none });
  expect((await purchase(100)).data.NotifPurchaseSMSCreditsByCustomerId).toMatchObject({ credits: 100 });
  world.pass(1_000);
  await purchase(50);
  expect(await credits()).toMatchObject({ credits: 150, totalCredits: 150 });
  expect(await history()).toEqual([
    { customerId: ids.retail, notes: null, purchaseAmount: 50, ...buyer, purchasedAt: expect.any(String) },
    { customerId: ids.retail, notes: null, purchaseAmount: 100, ...buyer, purchasedAt: expect.any(String) },
  ]);
});

test("SMS-05 the same key buys once, however often it is sent", async () => {
  const before = (await history()).length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => purchase(7, {}, "one-purchase")));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toHaveLength(1);
  expect(await history()).toHaveLength(before + 1);
});

test("SMS-03 SMS-04 refuses buying in another person's name, nothing, or an uncountable amount", async () => {
  const before = await credits();
  expect((await purchase(10, { purchaseUserId: people.recruiter })).error).toBe("FORBIDDEN");
  expect((await purchase(10, { purchaseUserEmail: "else@acme.example" })).error).toBe("FORBIDDEN");
  for (const amount of [0, -5, 2 ** 31 - 1])
    expect((await purchase(amount)).message).toBe("Please input a valid number");
  expect((await purchase(10, { customerId: ids.globexSydney })).error).toBe("Not Found Error");
  expect(await credits()).toEqual(before);
});

describe("SMS-12 SMS-13 SMS-14 settings", () => {
  test("are saved for a customer without a setting, with the default retention", async () => {
    const recipients = [" It@Acme.example ", "it@acme.example", "ops@acme.example"];
    expect(
      (await saveSettings({ type: "USAGE_REMINDER", recipients, threshold: 120 })).error,
    ).toBeUndefined();
    expect(await settings()).toEqual({
      retentionPeriod: { candidatePiiRetentionPeriod: 1200, videoRetentionPeriod: 1200 },
      smsNotificationSettings: [
        {
          channel: "EMAIL",
          language: "en-US",
          type: "USAGE_REMINDER",
          threshold: 120,
          recipients: ["it@acme.example", "ops@acme.example"],
          lastSentAt: null,
        },
      ],
    });
    // The other type is added; the first stays.
    await saveSettings({ type: "USAGE_ALERT", recipients: ["boss@acme.example"] });
    const types = (await settings()).smsNotificationSettings.map(({ type }) => type);
    expect(types).toEqual(["USAGE_REMINDER", "USAGE_ALERT"]);
  });

  test("SMS-09 SMS-11 refuses a bad address or threshold, another channel, or a duplicate type", async () => {
    const reminder = { type: "USAGE_REMINDER", threshold: 100 };
    const messages = await Promise.all(
      [
        [{ ...reminder, recipients: ["no address"] }],
        [{ ...reminder, threshold: 0 }],
        [{ type: "USAGE_REMINDER" }],
        [{ ...reminder, channel: "SMS" }],
        [{ ...reminder, language: "fr" }],
        [reminder, reminder],
      ].map(async (given) => (await saveSettings(...given)).error),
    );
    expect(messages).toEqual(messages.map(() => "Validation Error"));
    expect((await settings()).smsNotificationSettings[0]).toMatchObject({ threshold: 120 });
  });
});

describe("SMS-18 alerts", () => {
  const mails = async () =>
    (await outbox.newest(sydney().reader, 50))
      .filter(({ templateType }) => templateType.startsWith("SMS_USAGE"))
      .map(({ templateType, recipient }) => `${templateType} ${recipient}`)
      .sort();
  const events = () =>
    sydney()
      .statement<{ templateType: string; mailRecipient: string }>(
        "SELECT templateType, mailRecipient FROM email_events WHERE eventType = 'Send' AND templateType LIKE 'SMS_USAGE%'",
      )
      .all()
      .map(({ templateType, mailRecipient }) => `${templateType} ${mailRecipient}`)
      .sort();
  const spend = (count: number) => {
    world.pass(1_000);
    return sydney().write((writer) => spendSmsCredits(writer, ids.retail, count, world.now()));
  };
  const reminders = ["SMS_USAGE_REMINDER it@acme.example", "SMS_USAGE_REMINDER ops@acme.example"];

  test("are sent once per crossing, to outbox and event log, and are remembered", async () => {
    await saveSettings(
      { type: "USAGE_REMINDER", threshold: 100, recipients: ["it@acme.example", "ops@acme.example"] },
      { type: "USAGE_ALERT", recipients: ["boss@acme.example"] },
    );
    expect(await credits()).toMatchObject({ credits: 157 });
    expect(await spend(56)).toBe(true);
    expect(await mails()).toEqual([]);
    // 101 → 100 reaches the threshold.
    await spend(1);
    expect(await mails()).toEqual(reminders);
    expect(events()).toEqual(reminders);
    await spend(1);
    expect(await mails()).toEqual(reminders);
    const [reminder, alert] = (await settings()).smsNotificationSettings;
    expect(reminder?.lastSentAt).toBe(new Date(world.now() - 1_000).toISOString());
    expect(alert?.lastSentAt).toBeNull();
    await spend(99);
    expect(await mails()).toEqual(["SMS_USAGE_ALERT boss@acme.example", ...reminders]);
    expect(events()).toEqual(await mails());
  });

  test("missing credits cannot be spent", async () => {
    expect(await spend(1)).toBe(false);
    expect(await credits()).toMatchObject({ credits: 0 });
  });

  test("a purchase prepares the next crossing, and sends nothing itself", async () => {
    await purchase(100);
    expect(await mails()).toHaveLength(3);
    await purchase(1);
    await spend(101);
    expect(await mails()).toEqual([
      "SMS_USAGE_ALERT boss@acme.example",
      "SMS_USAGE_ALERT boss@acme.example",
      ...[...reminders, ...reminders].sort(),
    ]);
  });

  test("a message costing more than what is left is reported, once after each purchase", async () => {
    const before = (await mails()).length;
    world.pass(1_000);
    await purchase(1);
    expect([await spend(2), await spend(2)]).toEqual([false, false]);
    expect(await mails()).toHaveLength(before + 1);
    const [mail] = await outbox.newest(sydney().reader, 1);
    expect(mail).toMatchObject({ templateType: "SMS_USAGE_ALERT", recipient: "boss@acme.example" });
    expect(mail?.text).toContain("has 1 SMS credit left, too few for an SMS that was to be sent");
    world.pass(1_000);
    await purchase(1);
    expect([await spend(3), await spend(3)]).toEqual([false, false]);
    expect(await mails()).toHaveLength(before + 2);
    // Spending the last ones still counts as a crossing.
    expect(await spend(2)).toBe(true);
    expect(await mails()).toHaveLength(before + 3);
  });

  test("an alert without recipients is not remembered as sent", async () => {
    const sentAt = async () => (await settings()).smsNotificationSettings.map(({ lastSentAt }) => lastSentAt);
    const before = await sentAt();
    const count = (await mails()).length;
    await saveSettings(
      { type: "USAGE_REMINDER", threshold: 100, recipients: [] },
      { type: "USAGE_ALERT", recipients: [] },
    );
    await purchase(101);
    await spend(101);
    expect(await mails()).toHaveLength(count);
    expect(await sentAt()).toEqual(before);
  });
});

test("SMS-25 the average cost of recent text messages; nothing if none was ever sent", async () => {
  const measured = async (customerId: string) => {
    const answer = await admin.call(
      "query ($id: ID!) { NotifGetSMSCreditsByCustomerId(customerId: $id) { creditsPerMessage } }",
      { id: customerId },
    );
    return answer.data["NotifGetSMSCreditsByCustomerId"];
  };
  sydney().statement("DELETE FROM sms_events").run();
  expect(await measured(ids.retail)).toEqual({ creditsPerMessage: null });
  // The third message has two events.
  for (const [index, parts] of [1, 1, 2, 2, 1].entries())
    sydney()
      .statement(
        `INSERT INTO sms_events (id, customerId, eventType, smsMessageId, smsOriginationPhoneNumber,
           smsDestinationPhoneNumber, smsMessageStatus, smsMessageStatusDescription, totalMessageParts,
           isoCountryCode, isFinal, templateId, templateType, timestamp)
         VALUES (?, ?, 't', ?, '+1', '+2', 'SUCCESSFUL', '', ?, 'AU', 1, 't', 'FI_INVITE', ?)`,
      )
      .run(`sms ${index}`, ids.retail, `message ${index === 3 ? 2 : index}`, parts, index);
  expect(await measured(ids.retail)).toEqual({ creditsPerMessage: 1.3 });
});
