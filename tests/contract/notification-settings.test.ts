import { expect, test } from "vitest";
import { groupsOf, notificationTabs } from "../../app/models/settings/notification-events";
import { isAlwaysOn } from "../../regional-api/areas/notifications/notifications.rules";
import { textCandidate } from "../../regional-api/areas/candidate-messages/candidate-messages.store";
import { outbox } from "../../regional-api/core/outbox.store";
import { isNotificationOn } from "../../regional-api/areas/notifications/notification-settings.store";
import { sendCustomerMail } from "../../regional-api/areas/notifications/sent-mails.store";
import { purchaseSmsCredits } from "../../regional-api/areas/sms/sms-credits.store";
import { Client } from "./fixtures/client";
import { retail } from "./fixtures/ids";
import { emailOf, ids, people } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

interface Entry {
  name: string;
  type: "EMAIL" | "SMS";
  enabled: boolean;
  template: string;
  language: string;
  standardTemplate: string;
  customTemplate: string | null;
}
const entryName = ({ name, type }: { name: string; type: string }) => `${name}.${type}`;

const world = useWorld("all tests", { TEMPLATE_ACCOUNT: "123456789012" });
const admin = useClient(world, "admin", "all tests");

const get = (templateType: string) =>
  admin.result("NotifGetNotificationSettingsV2", {
    customerId: ids.retail,
    templateType,
  });

type Change = Partial<Entry> & Pick<Entry, "name" | "type" | "template">;
const update = (templateType: string, settings: readonly Change[], more: Record<string, unknown> = {}) =>
  admin.send("NotifUpdateNotificationSettingsV2", {
    customerId: ids.retail,
    isEdgeCustomer: false,
    templateType,
    settings: settings.map(({ name, type, enabled = true, template, language = templateType }) => ({
      name,
      type,
      enabled,
      template,
      language,
    })),
    ...more,
  });

const arn = (name: string, type = "EMAIL", region = "ap-southeast-2", account = "123456789012") =>
  `arn:aws:mobiletargeting:${region}:${account}:templates/${name}/${type}`;

test.each(notificationTabs)(
  "NOTIF-02 NOTIF-03 NOTIF-08..16 the console's table of %s matches the API's, in order",
  async (tab) => {
    const { settings } = await get(tab);
    const shown = groupsOf(tab).flatMap(({ events }) =>
      events.flatMap(({ name, channels }) => channels.map((type) => entryName({ name, type }))),
    );
    expect(shown).toEqual(settings.map(entryName));
    expect(new Set(shown).size).toBe(shown.length);
    expect(settings.every(({ language }) => language === tab)).toBe(true);
  },
);

test("NOTIF-04 an entry has its name, template, channel, switch and language", async () => {
  const { settings } = await get("live-interview");
  expect(settings[0]).toEqual({
    name: "LI_SCHEDULER_INTERVIEW_SCHEDULED",
    type: "EMAIL",
    language: "live-interview",
    enabled: true,
    template: "li-scheduler-interview-scheduled-live-interview",
    standardTemplate: "li-scheduler-interview-scheduled-live-interview",
    customTemplate: null,
  });
});

test("NOTIF-05 NOTIF-06 a language is off until it is saved, English and the first two tabs are on", async () => {
  for (const tab of ["default", "live-interview", "en-US"])
    expect(await get(tab)).toMatchObject({ isLanguageEnabled: true });
  const before = await get("fi");
  expect(before.isLanguageEnabled).toBe(false);
  expect(before.settings.some(({ enabled }) => enabled)).toBe(false);
  const standard = before.settings.map((entry) => ({ ...entry, template: entry.standardTemplate }));
  expect(
    (
      await update(
        "fi",
        standard.map((entry) => ({ ...entry, enabled: true })),
      )
    ).error,
  ).toBeUndefined();
  const after = await get("fi");
  expect(after.isLanguageEnabled).toBe(true);
  expect(
    after.settings.every(
      ({ enabled, template, standardTemplate }) => enabled && template === standardTemplate,
    ),
  ).toBe(true);
  expect((await get("sv")).isLanguageEnabled).toBe(false);
});

test("NOTIF-18..21 a custom template must match region, account and channel, and is kept when off", async () => {
  const entry = { name: "FI_INVITE", type: "EMAIL" } as const;
  for (const bad of [
    arn("x", "SMS"),
    arn("x", "EMAIL", "eu-west-1"),
    arn("x", "EMAIL", "ap-southeast-2", "000000000000"),
    arn("with space"),
    `${arn("x")}/more`,
    "https://template.example",
  ]) {
    const answer = await update("en-US", [{ ...entry, template: bad }]);
    expect([answer.error, answer.message]).toEqual(["Validation Error", "Please enter a valid url"]);
  }
  expect((await update("en-US", [{ ...entry, template: " " }])).message).toBe(
    "The input value can not be empty when switch is on.",
  );
  expect((await update("en-US", [{ ...entry, template: arn("acme_invite-2") }])).error).toBeUndefined();
  const find = async () => (await get("en-US")).settings.find((one) => entryName(one) === "FI_INVITE.EMAIL");
  expect(await find()).toMatchObject({
    template: arn("acme_invite-2"),
    customTemplate: arn("acme_invite-2"),
  });
  const standard = (await find())?.standardTemplate ?? "";
  expect((await update("en-US", [{ ...entry, enabled: false, template: standard }])).error).toBeUndefined();
  expect(await find()).toMatchObject({
    enabled: false,
    template: standard,
    customTemplate: arn("acme_invite-2"),
  });
});

test("NOTIF-17 NOTIF-21 NOTIF-33 LOG-06 LOG-25 the logs name the customer's template while it is on, else the standard one", async () => {
  const db = world.databases.region("ap-southeast-2");
  const newest = (table: "email_events" | "sms_events") =>
    db
      .statement<{ templateId: string }>(
        `SELECT templateId FROM ${table} WHERE customerId = ? ORDER BY seq DESC LIMIT 1`,
      )
      .get(ids.retail)?.templateId;
  const mail = async (templateType: string, language?: string) => {
    const message = { to: "jo@acme.example", subject: "", text: "", templateType, customerId: ids.retail };
    await db.write((writer) =>
      sendCustomerMail(writer, { ...message, ...(language && { language }) }, world.now()),
    );
    return newest("email_events");
  };
  const text = async () => {
    const facts = { firstName: "Jo", vacancy: "Barista", customer: "Acme", link: "https://edge.example" };
    const assessment = { id: "f".repeat(24), externalAssessmentPackageId: "e".repeat(24) };
    const about = { customerId: ids.retail, template: "FI_INVITE", assessment, language: "en-US" } as const;
    await db.write((writer) =>
      textCandidate(
        writer,
        "+61400000001",
        { ...facts, ...about },
        { now: world.now(), config: world.config },
      ),
    );
    return newest("sms_events");
  };
  const purchase = { customerId: ids.retail, purchaseAmount: 9, purchaseUserId: "", purchaseUserEmail: "" };
  await db.write((writer) =>
    purchaseSmsCredits(writer, { ...purchase, notes: null, purchasedAt: world.now() }),
  );
  const own = async (tab: string, name: string, type: "EMAIL" | "SMS") => {
    expect((await update(tab, [{ name, type, template: arn("own", type) }])).error).toBeUndefined();
  };

  expect(await mail("CREATE_NEW_USER")).toBe("create-new-user-default");
  expect(await mail("SMS_USAGE_ALERT")).toBe("sms-usage-alert-en-us");
  expect(await text()).toBe("fi-invite-en-us");
  await own("default", "CREATE_NEW_USER", "EMAIL");
  await own("live-interview", "LI_CANDIDATE_INTERVIEW_INVITATION", "EMAIL");
  await own("en-US", "FI_INVITE", "SMS");
  expect(await mail("CREATE_NEW_USER", "de")).toBe(arn("own"));
  expect(await mail("LI_CANDIDATE_INTERVIEW_INVITATION", "de")).toBe(arn("own"));
  expect(await text()).toBe(arn("own", "SMS"));
  // Another channel and another language have their own templates.
  expect(await mail("FI_INVITE")).toBe("fi-invite-en-us");
  // Until its language is enabled, an interview's messages follow the English settings.
  expect(await mail("FI_INVITE", "de")).toBe("fi-invite-en-us");
  await own("en-US", "FI_INVITE", "EMAIL");
  expect(await mail("FI_INVITE", "de")).toBe(arn("own"));
  const isOn = () => isNotificationOn(db.reader, ids.retail, { name: "FI_INVITE", type: "EMAIL" }, "de");
  await update("en-US", [{ name: "FI_INVITE", type: "EMAIL", enabled: false, template: "fi-invite-en-us" }]);
  expect(await isOn()).toBe(false);
  await update("de", [{ name: "FI_INVITE", type: "EMAIL", template: "fi-invite-de" }]);
  expect(await isOn()).toBe(true);
  expect(await mail("FI_INVITE", "de")).toBe("fi-invite-de");

  await update("default", [{ name: "CREATE_NEW_USER", type: "EMAIL", template: "create-new-user-default" }]);
  await update("en-US", [{ name: "FI_INVITE", type: "SMS", template: "fi-invite-en-us" }]);
  expect(await mail("CREATE_NEW_USER")).toBe("create-new-user-default");
  expect(await text()).toBe("fi-invite-en-us");
});

test("NOTIF-19 NOTIF-21 a current template that is no longer valid may stay, but not be chosen again", async () => {
  const name = "FI_INVITE";
  await update("en-US", [{ name, type: "SMS", template: arn("own", "SMS") }]);
  const old = arn("own", "SMS").replace("123456789012", "111111111111");
  world.databases
    .region("ap-southeast-2")
    .statement("UPDATE notification_settings SET customTemplate = ? WHERE customerId = ? AND name = ?")
    .run(old, ids.retail, name);
  const send = (template: string) => update("en-US", [{ name, type: "SMS", template, enabled: false }]);
  expect((await send(old)).error).toBeUndefined();
  expect((await send("fi-invite-en-us")).error).toBeUndefined();
  expect((await send(old)).error).toBe("Validation Error");
});

test("NOTIF-24 the switch over all SMS changes only when sent, and changes no entry", async () => {
  const entry = { name: "EMAIL_MFA", type: "EMAIL", template: "email-mfa-default" } as const;
  expect((await get("da")).isGlobalSmsEnabled).toBe(true);
  await update("default", [entry], { isGlobalSmsEnabled: false });
  expect((await get("da")).isGlobalSmsEnabled).toBe(false);
  await update("default", [entry]);
  const live = await get("live-interview");
  expect(live.isGlobalSmsEnabled).toBe(false);
  expect(live.settings.filter(({ type }) => type === "SMS").every(({ enabled }) => enabled)).toBe(true);
  await update("default", [entry], { isGlobalSmsEnabled: true });
  expect((await get("da")).isGlobalSmsEnabled).toBe(true);
});

test("NOTIF-16 NOTIF-24 an entry of another tab, a duplicate or a wrong flag is refused and changes nothing", async () => {
  const entry = {
    name: "TI_PDF_DOWNLOAD",
    type: "EMAIL",
    template: "ti-pdf-download-default",
    enabled: false,
  } as const;
  const refused = [
    update("default", [{ ...entry, type: "SMS" }]),
    update("en-US", [entry]),
    update("default", [entry, entry]),
    update("default", [{ ...entry, language: "en-US" }]),
    update("default", [entry], { isEdgeCustomer: true }),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.error).toBe("Validation Error");
  expect((await update("klingon", [])).error).toBe("Not Found Error");
  const { settings } = await get("default");
  expect(settings.find(({ name }) => name === "TI_PDF_DOWNLOAD")?.enabled).toBe(true);
});

test("NOTIF-32 the console locks the switches that the API keeps on", () => {
  const events = notificationTabs.flatMap((tab) => groupsOf(tab).flatMap((group) => group.events));
  for (const event of events) expect(event.isAlwaysOn ?? false, event.name).toBe(isAlwaysOn(event.name));
});

test("NOTIF-32 an account mail that is off is not sent; mails with codes cannot be turned off", async () => {
  const address = emailOf("recruiter");
  const mailsTo = (to: string) => outbox.newest(world.databases.region("ap-southeast-2").reader, 5, to);
  const forget = () => new Client(world.app).send("AuthForgetPassword", { email: address });
  const off = (name: string, template: string) =>
    update("default", [{ name, type: "EMAIL", template, enabled: false }]);

  expect((await off("EMAIL_RESET_PASSWORD", "email-reset-password-default")).error).toBeUndefined();
  expect((await forget()).data["AuthForgetPassword"]).toEqual({ isVerifyEmailSuccess: true });
  expect(await mailsTo(address)).toEqual([]);
  const filter = { _id: people.recruiter, ...retail };
  const shown = await admin.result("ORGGetUser", { filter });
  expect(shown).toMatchObject({ isResetMailOn: false });
  await update("default", [
    { name: "EMAIL_RESET_PASSWORD", type: "EMAIL", template: "email-reset-password-default" },
  ]);
  await forget();
  expect(await mailsTo(address)).toHaveLength(1);

  const upload = {
    ...{
      ...retail,
      uploadId: "upload-1",
      fileName: "users.csv",
      mfaEnabled: false,
      forcePasswordReset: true,
    },
    ...{
      header: ["firstName", "lastName", "email"],
      rows: [{ row: 2, values: ["A", "B", "a.b@test.example"] }],
    },
  };
  const checked = () => admin.result("ORGCheckEndUsers", upload);
  expect(await checked()).toMatchObject({ isMailOn: true, isResetMailOn: true });
  expect((await off("CREATE_NEW_USER", "create-new-user-default")).error).toBeUndefined();
  expect(await checked()).toMatchObject({ isMailOn: false });
  const email = "nobody.told@test.example";
  const user = { firstName: "No", lastName: "Mail", email, groupIds: [], ...retail };
  const made = await admin.result("ORGCreateEndUser", { user });
  expect(made).toMatchObject({ isMailSent: false, isResetMailOn: true });
  expect(await mailsTo(email)).toEqual([]);
  expect((await off("EMAIL_RESET_PASSWORD", "email-reset-password-default")).error).toBeUndefined();
  expect(await checked()).toMatchObject({ isMailOn: false, isResetMailOn: false });
  const another = { ...user, email: "nobody.told.either@test.example" };
  const alone = await admin.result("ORGCreateEndUser", { user: another });
  expect(alone).toMatchObject({ isMailSent: false, isResetMailOn: false });

  for (const name of ["EMAIL_MFA", "EMAIL_RESEND_MFA"]) {
    const answer = await off(name, `${name.toLowerCase().replaceAll("_", "-")}-default`);
    expect(answer.error).toBe("Validation Error");
  }
});

test("NOTIF-03 the provider's own customer is marked by its tag", async () => {
  world.databases
    .region("ap-southeast-2")
    .statement(`UPDATE customers SET tags = '[{"name":"isEdgeCustomer","value":"true"}]' WHERE id = ?`)
    .run(ids.retail);
  expect((await get("default")).isEdgeCustomer).toBe(true);
});
