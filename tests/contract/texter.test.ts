import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../regional-api/app";
import { startDeclineMessenger } from "../../regional-api/areas/applications/decline-messenger";
import { sentDeclineMessages } from "../../regional-api/areas/applications/decline-messages.store";
import { textCandidate } from "../../regional-api/areas/candidate-messages/candidate-messages.store";
import { smsCreditsOf } from "../../regional-api/areas/sms/sms-credits.store";
import { readConfig } from "../../regional-api/config";
import { outbox } from "../../regional-api/core/outbox.store";
import type { Worker } from "../../regional-api/core/worker-loop";
import { messagesWaiting } from "../../regional-api/delivery";
import type { AwsRegion } from "../../shared/regions";
import { openDatabases } from "../../regional-api/store/database";
import type { Regions } from "../../regional-api/store/engine";
import { startTexter } from "../../regional-api/texter";
import { freePort } from "../support/free-port";
import { invitation } from "./fixtures/application-operations";
import { knowWorld, signedIn } from "./fixtures/client";
import { giveCredits, leaveOutOnPostgres, refuse } from "./fixtures/engine";
import { addApplication, vacancies } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { buildServer, startServer } from "./fixtures/server";
import { emailOf, ids, people, startWorld, worldOnDisk, type World } from "./fixtures/world";

interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: { id: string; from: string; to: string; text: string };
}

/** A gateway that records requests and responds with `answer`. */
async function startGateway() {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(202).end();
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { method = "", headers } = request;
      received.push({ method, headers, body: JSON.parse(body) as Received["body"] });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts?key=secret-key`,
    received,
    say: (next: number | typeof answer) => {
      answer = typeof next === "number" ? (response) => response.writeHead(next).end("secret-words") : next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

const minute = 60_000;
const phone = "+61412345678";
const secrets = ["secret-token", "secret-key", "secret-words", phone, "Barista", "edge.example"];
const production = { APP_ENV: "production", CONSOLE_ORIGIN: "https://console.example" };

let world: World;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let logged: unknown[];
let texter: Worker | undefined;

beforeEach(async () => {
  logged = [];
  gateway = await startGateway();
  world = await startWorld();
  giveCredits(world.databases.region("ap-southeast-2"), ids.retail, 10);
});
afterEach(async () => {
  await texter?.stop();
  await gateway.close();
  await world.stop();
  vi.restoreAllMocks();
});

const settings = (changes: Record<string, string | undefined> = {}) =>
  readConfig({ NODE_ENV: "test", SMS_URL: gateway.url, SMS_TOKEN: "secret-token", ...changes });

function start(changes?: Record<string, string | undefined>): Worker {
  const log = { warn: (...args: unknown[]) => void logged.push(args) };
  return (texter = startTexter({
    config: settings(changes),
    databases: world.databases,
    clock: world.now,
    log,
  }));
}

const message = {
  ...{ firstName: "Jo", vacancy: "Barista", customer: "Acme", link: "https://edge.example/i" },
  ...{ customerId: ids.retail, language: "en-US" },
  template: "FI_INVITE",
  assessment: { id: "f".repeat(24), externalAssessmentPackageId: "e".repeat(24) },
} as const;

/** Texts a candidate with the API's settings. */
const textBy = (databases: Regions, awsRegion: AwsRegion, config = settings(), customerId = ids.retail) =>
  databases
    .region(awsRegion)
    .write((db) => textCandidate(db, phone, { ...message, customerId }, { now: world.now(), config }));
const text = () => textBy(world.databases, "ap-southeast-2");

const sydney = () => world.databases.region("ap-southeast-2");
const credits = async () => (await smsCreditsOf(sydney().reader, ids.retail)).credits;
interface Event {
  eventType: string;
  smsMessageStatus: string;
  smsMessageStatusDescription: string;
  isFinal: number;
  smsMessageId: string;
  smsDestinationPhoneNumber: string;
  timestamp: number;
}
const events = (region: AwsRegion = "ap-southeast-2") =>
  world.databases.region(region).statement<Event>("SELECT * FROM sms_events ORDER BY seq").all();
const states = () =>
  events().map(({ eventType, smsMessageStatus, isFinal }) => [eventType, smsMessageStatus, isFinal]);
const row = async () => (await outbox.newest(sydney().reader, 1, phone))[0];

const buffered = ["_SMS.BUFFERED", "PENDING", 0];
const accepted = ["_SMS.SUCCESS", "SUCCESSFUL", 1];
const failed = ["_SMS.FAILURE", "FAILED", 1];

beforeEach(() => {
  for (const region of ["ap-southeast-2", "eu-west-1"] as const)
    world.databases.region(region).statement("DELETE FROM sms_events").run();
});

test("SMS-27 a text waits for the gateway, is handed to it once, and the log shows each step", async () => {
  expect(await text()).toBe("SENT");
  expect(states()).toEqual([buffered]);
  expect(await credits()).toBe(9);
  expect(await messagesWaiting(world.databases, "SMS", world.now())).toBe(1);
  const { flush } = start();
  world.pass(1_000);
  await flush();
  await flush();
  const id = events()[0]?.smsMessageId ?? "";
  expect(gateway.received).toHaveLength(1);
  const [{ method, headers, body } = {} as Partial<Received>] = gateway.received;
  expect(method).toBe("POST");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "idempotency-key": id,
    authorization: "Bearer secret-token",
  });
  expect(body).toEqual({
    id,
    from: "+61480015000",
    to: phone,
    text: "Acme: your chat interview for Barista is waiting. https://edge.example/i",
  });
  expect(states()).toEqual([buffered, accepted]);
  expect(events()[1]).toMatchObject({
    smsMessageId: id,
    smsDestinationPhoneNumber: phone,
    timestamp: world.now(),
  });
  expect(await row()).toMatchObject({ id, sentAt: world.now(), attempts: 1 });
  expect(await credits()).toBe(9);
  expect(await messagesWaiting(world.databases, "SMS", world.now())).toBe(0);
  expect(logged).toEqual([]);
});

test("SMS-27 each region's texts are sent, from its own number, and none is shown without a token", async () => {
  giveCredits(world.databases.region("eu-west-1"), ids.ireland, 10);
  await text();
  await textBy(world.databases, "eu-west-1", settings(), ids.ireland);
  await start({ SMS_TOKEN: undefined }).flush();
  expect(gateway.received.map(({ body, headers }) => [body.from, headers.authorization])).toEqual([
    ["+61480015000", undefined],
    ["+447537400100", undefined],
  ]);
  expect(events("eu-west-1").map(({ eventType }) => eventType)).toEqual(["_SMS.BUFFERED", "_SMS.SUCCESS"]);
});

test.each([400, 406, 410, 422])(
  "SMS-28 a text refused with %i has failed for good, and its credits are refunded",
  async (status) => {
    await text();
    gateway.say(status);
    const { flush } = start();
    await flush();
    world.pass(60 * minute);
    await flush();
    expect(gateway.received).toHaveLength(1);
    expect(states()).toEqual([buffered, failed]);
    expect(events()[1]?.smsMessageStatusDescription).toBe(
      "Not sent: the carrier refused it. Its SMS credits were given back",
    );
    expect(await credits()).toBe(10);
    expect(await row()).toMatchObject({ sentAt: null });
    const { id } = (await row()) ?? {};
    expect(logged).toEqual([
      [{ text: id, region: "ap-southeast-2", customer: ids.retail, status }, "text refused"],
    ]);
  },
);

describe("SMS-29 a text the gateway did not take is retried", () => {
  test.each([301, 307, 401, 402, 403, 404, 408, 409, 425, 429, 500, 503])("after %i", async (status) => {
    await text();
    // A followed redirect would count as taken.
    gateway.say((response) =>
      gateway.received.length > 1
        ? response.writeHead(200).end()
        : response.writeHead(status, { location: gateway.url }).end("secret-words"),
    );
    const { flush } = start();
    await flush();
    await flush();
    expect(gateway.received).toHaveLength(1);
    expect(states()).toEqual([buffered]);
    expect(logged).toMatchObject([[{ attempt: 1, status }, "text not delivered"]]);
    world.pass(minute);
    await flush();
    expect(gateway.received.map(({ headers }) => headers["idempotency-key"])).toEqual(
      Array(2).fill(events()[0]?.smsMessageId),
    );
    expect(states()).toEqual([buffered, accepted]);
    expect(await credits()).toBe(9);
  });

  test("after ten seconds without an answer, and without waiting for a slow answer's end", async () => {
    const { timeout } = AbortSignal;
    const deadline = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((ms) => timeout.call(AbortSignal, ms / 100));
    await text();
    gateway.say(() => undefined);
    const { flush } = start();
    await flush();
    expect(deadline).toHaveBeenCalledWith(10_000);
    expect(logged).toMatchObject([[{ attempt: 1, code: "TIMEOUT" }, "text not delivered"]]);
    world.pass(minute);
    gateway.say((response) => void response.writeHead(200).write("endless"));
    await flush();
    expect(states()).toEqual([buffered, accepted]);
  });

  test("after a response that is not HTTP, whose error has no code", async () => {
    await text();
    gateway.say((response) => void response.socket?.end("secret-words\r\n\r\n"));
    await start().flush();
    expect(logged).toMatchObject([[{ attempt: 1, code: "HTTPParserError" }, "text not delivered"]]);
    expect(states()).toEqual([buffered]);
  });

  test("eight times within about two hours; then it has failed for good, and its credits are refunded", async () => {
    await text();
    gateway.say(500);
    const { flush } = start();
    const tries: number[] = [];
    for (let at = 0; at < 300; at += 1) {
      const before = gateway.received.length;
      await flush();
      if (gateway.received.length > before) tries.push(at);
      world.pass(minute);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
    expect(states()).toEqual([buffered, failed]);
    expect(events()[1]?.smsMessageStatusDescription).toBe(
      "Not sent: the carrier could not be reached in time. Its SMS credits were given back",
    );
    expect(await credits()).toBe(10);
    expect(logged.at(-1)).toMatchObject([{ attempt: 8, status: 500 }, "text given up"]);
    expect(await messagesWaiting(world.databases, "SMS", world.now())).toBe(0);
  });

  test("and a gateway that is down is tried once a round, while later texts are sent when it is back", async () => {
    for (let count = 0; count < 3; count += 1) await text();
    gateway.say(503);
    const { flush } = start();
    await flush();
    expect(gateway.received).toHaveLength(1);
    gateway.say(200);
    await flush();
    expect(gateway.received).toHaveLength(3);
    world.pass(minute);
    await flush();
    expect(new Set(gateway.received.map(({ body }) => body.id)).size).toBe(3);
    expect(states().filter(([type]) => type === "_SMS.SUCCESS")).toHaveLength(3);
  });

  test("by the next process, too; one that waited for a day is given up, even without a gateway", async () => {
    await text();
    const down = start({ SMS_URL: `http://127.0.0.1:${await freePort()}` });
    await down.flush();
    await down.stop();
    expect(logged).toMatchObject([[{ attempt: 1, code: "ECONNREFUSED" }, "text not delivered"]]);
    world.pass(minute);
    const next = start();
    await next.flush();
    await next.stop();
    expect(states()).toEqual([buffered, accepted]);
    await text();
    world.pass(25 * 60 * minute);
    await start({ SMS_URL: undefined }).flush();
    expect(states().slice(2)).toEqual([buffered, failed]);
    expect(logged.at(-1)).toMatchObject([{ code: "TOO_OLD" }, "text given up"]);
    expect(gateway.received).toHaveLength(1);
    expect(await credits()).toBe(9);
  });

  test("but a taken text that could not be recorded is recorded later, and not sent twice", async () => {
    await text();
    const { flush } = start();
    const relent = refuse(sydney(), { table: "sms_events", on: "INSERT", when: "1 = 1" });
    await flush();
    await flush();
    expect(logged).toMatchObject([
      [{ error: expect.anything() }, "texts not looked at"],
      [{ error: expect.anything() }, "texts not looked at"],
    ]);
    relent();
    await flush();
    expect(gateway.received).toHaveLength(1);
    expect(states()).toEqual([buffered, accepted]);
  });
});

test("SMS-27 after its first answer a slow gateway gets ten texts at a time, one at a time per number", async () => {
  giveCredits(sydney(), ids.retail, 100);
  for (let count = 0; count < 14; count += 1) {
    const to = count % 7 === 3 ? phone : `+6140000${1000 + count}`;
    await sydney().write((db) => textCandidate(db, to, message, { now: world.now(), config: settings() }));
    world.pass(1);
  }
  const open: ServerResponse[] = [];
  gateway.say((response) => void open.push(response));
  const { flush } = start();
  const flushed = flush();
  const most: number[] = [];
  let answered = 0;
  while (answered < 14) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    await pause(100);
    most.push(open.length);
    answered += open.length;
    for (const response of open.splice(0)) response.writeHead(202).end();
  }
  await flushed;
  expect(most.slice(0, 2)).toEqual([1, 10]);
  const toOne = gateway.received.filter(({ body }) => body.to === phone).map(({ body }) => body.id);
  expect(toOne).toEqual(
    events()
      .filter(({ eventType, smsDestinationPhoneNumber: to }) => eventType === "_SMS.BUFFERED" && to === phone)
      .map(({ smsMessageId }) => smsMessageId),
  );
});

test("SMS-29 no secret, number or text is logged", async () => {
  const { flush } = start();
  for (const status of [400, 500, 401, 302]) {
    await text();
    gateway.say((response) => response.writeHead(status, `secret-words ${phone}`, { location: gateway.url }).end("secret-words")); // prettier-ignore
    await flush();
    world.pass(2 * minute);
  }
  gateway.say((response) => response.destroy());
  for (let round = 0; round < 40; round += 1) {
    await flush();
    world.pass(10 * minute);
  }
  expect(logged.length).toBeGreaterThan(10);
  const lines = JSON.stringify(logged);
  for (const secret of secrets) expect(lines).not.toContain(secret);
  expect(await credits()).toBe(10);
});

test("SMS-28 SMS-18 refunded credits can run out again, with another alert", async () => {
  const mails = async () =>
    (await outbox.newest(sydney().reader, 50)).filter(
      ({ templateType }) => templateType === "SMS_USAGE_ALERT",
    ).length;
  const admin = await signedIn(world.app, "admin");
  const alert = {
    channel: "EMAIL",
    language: "en-US",
    type: "USAGE_ALERT",
    recipients: ["boss@acme.example"],
  };
  await admin.result("AppsUpdateSMSNotificationSettings", {
    ...scope,
    smsNotificationSettings: [alert],
    version: 0,
  });
  giveCredits(sydney(), ids.retail, 1);
  await text();
  expect([await mails(), await credits()]).toEqual([1, 0]);
  gateway.say(422);
  await start().flush();
  expect([await mails(), await credits()]).toEqual([1, 1]);
  await text();
  expect([await mails(), await credits()]).toEqual([2, 0]);
});

test("SMS-27 a number erased from the log while its text is being sent stays erased", async () => {
  await text();
  gateway.say((response) => {
    const db = sydney();
    db.statement("DELETE FROM outbox WHERE channel = 'SMS'").run();
    db.statement("UPDATE sms_events SET smsDestinationPhoneNumber = ''").run();
    response.writeHead(200).end();
  });
  await start().flush();
  expect(states()).toEqual([buffered, accepted]);
  expect(events().map(({ smsDestinationPhoneNumber }) => smsDestinationPhoneNumber)).toEqual(["", ""]);
});

test.each(["AppsPurgeApplicationCandidate", "AppsDeleteCandidateById"] as const)(
  "SMS-28 CAND-25 pending texts of a candidate removed by %s are not sent, and their credits are refunded",
  async (operation) => {
    const db = sydney();
    const { id, candidateId, assessmentId } = addApplication(db);
    db.statement("UPDATE candidates SET phoneNumber = ? WHERE id = ?").run(phone, candidateId);
    const assessment = { id: assessmentId, externalAssessmentPackageId: "PKG" };
    await db.write((writer) =>
      textCandidate(writer, phone, { ...message, assessment }, { now: world.now(), config: settings() }),
    );
    // A text of another candidate with the same number stays.
    const other = { id: addApplication(db).assessmentId, externalAssessmentPackageId: "PKG" };
    await db.write((writer) =>
      textCandidate(
        writer,
        phone,
        { ...message, assessment: other },
        { now: world.now(), config: settings() },
      ),
    );
    const staff = await signedIn(world.app, "staff");
    const removed = await staff.send(
      operation,
      operation === "AppsDeleteCandidateById" ? { candidateId, ...scope } : { _id: id, ...scope },
    );
    expect(removed.error).toBeUndefined();
    expect(states()).toEqual([buffered, buffered, failed]);
    expect(events()[2]?.smsMessageStatusDescription).toBe(
      "Not sent: the candidate was removed before. Its SMS credits were given back",
    );
    expect(events().map(({ smsDestinationPhoneNumber }) => smsDestinationPhoneNumber)).toEqual([
      "",
      phone,
      "",
    ]);
    expect(await credits()).toBe(9);
    await start().flush();
    expect(gateway.received.map(({ body }) => body.id)).toEqual([events()[1]?.smsMessageId]);
  },
);

test("SMS-28 a text whose candidate is removed while the gateway is busy is not sent", async () => {
  const db = sydney();
  const { id, candidateId, assessmentId } = addApplication(db);
  db.statement("UPDATE candidates SET phoneNumber = ? WHERE id = ?").run(phone, candidateId);
  const assessment = { id: assessmentId, externalAssessmentPackageId: "PKG" };
  for (const [to, about] of [
    ["+61412000111", message],
    [phone, { ...message, assessment }],
  ] as const) {
    await db.write((writer) => textCandidate(writer, to, about, { now: world.now(), config: settings() }));
    world.pass(1_000);
  }
  const staff = await signedIn(world.app, "staff");
  gateway.say((response) => {
    const removed = staff.send("AppsPurgeApplicationCandidate", { _id: id, ...scope });
    void removed.then(({ error }) => response.writeHead(error ? 500 : 200).end());
  });
  const { flush } = start();
  await flush();
  await flush();
  expect(gateway.received.map(({ body }) => body.id)).toEqual([events()[0]?.smsMessageId]);
  expect(states()).toEqual([buffered, buffered, failed, accepted]);
  expect(await credits()).toBe(9);
});

test("SMS-27 APP-70 a pending decline text counts as notified, a failed one does not", async () => {
  const db = sydney();
  const application = addApplication(db);
  const toldAt = async () =>
    (
      await sentDeclineMessages(db.reader, [
        { applicationId: application.id, from: world.now() - minute, until: null },
      ])
    ).size;
  const about = { id: application.assessmentId, externalAssessmentPackageId: "PKG" };
  await db.write((writer) =>
    textCandidate(
      writer,
      phone,
      { ...message, template: "APPLICATION_DECLINE", assessment: about },
      { now: world.now(), config: settings() },
    ),
  );
  expect(await toldAt()).toBe(1);
  gateway.say(400);
  await start().flush();
  expect(await toldAt()).toBe(0);
});

test("SMS-30 without SMS_URL, except in production, a text is accepted at once and not sent later", async () => {
  expect(settings({ SMS_URL: undefined }).texts).toBe("OUTBOX");
  await textBy(world.databases, "ap-southeast-2", settings({ SMS_URL: undefined }));
  expect(states()).toEqual([accepted]);
  expect(await row()).toMatchObject({ recipient: phone, sentAt: world.now(), attempts: 0 });
  expect(await credits()).toBe(9);
  await start().flush();
  expect(gateway.received).toEqual([]);
  expect(states()).toEqual([accepted]);
});

describe("SMS-31 in production without SMS_URL", () => {
  test("no text is promised, written or charged", async () => {
    const { databases } = world;
    const { texts } = settings({ ...production, SMS_URL: undefined });
    const config = { ...world.config, texts };
    // The schema differences of production do not matter here.
    const app = await createApp({ config, databases, clock: world.now });
    knowWorld({ ...world, config, app });
    const recruiter = await signedIn(app, "recruiter");
    const { messageSwitches } = await recruiter.result("AppsGetVacancyById", {
      vacancyId: vacancies.main,
      ...scope,
    });
    expect(messageSwitches.length).toBeGreaterThan(0);
    expect(messageSwitches.every(({ isMailOn, isTextOn }) => isMailOn && !isTextOn)).toBe(true);
    const invited = await recruiter.result("CommonInviteCandidate", {
      atsApplicationInput: invitation({ email: "jo@mail.example", phoneNumber: phone }),
    });
    expect(invited).toMatchObject({ mail: "SENT", text: "UNAVAILABLE" });
    // A decline is only mailed.
    const db = sydney();
    const { id, candidateId } = addApplication(db);
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_DECLINED' WHERE id = ?").run(id);
    db.statement("UPDATE candidates SET phoneNumber = ? WHERE id = ?").run(phone, candidateId);
    db.statement("INSERT INTO decline_messages (applicationId, declinedAt) VALUES (?, 1)").run(id);
    const messenger = startDeclineMessenger({ config, databases, clock: world.now, log: app.log });
    await messenger.flush();
    await messenger.stop();
    const sent = await outbox.newest(db.reader, 50);
    expect(sent.map(({ channel, templateType }) => [channel, templateType])).toEqual([
      ["EMAIL", "APPLICATION_DECLINE"],
      ["EMAIL", "FI_INVITE"],
    ]);
    expect(events()).toEqual([]);
    expect(await credits()).toBe(10);
    // Credits cannot be bought either, since nothing could be sent.
    const admin = await signedIn(app, "admin");
    const bought = await admin.send("NotifPurchaseSMSCreditsByCustomerId", {
      ...{ ...scope, purchaseUserId: people.admin, purchaseUserEmail: emailOf("admin"), purchaseAmount: 5 },
    });
    expect(bought.message).toBe("This API is not configured to send SMS");
    const templates = await admin.call(
      `query ($customerId: ID!, $templateType: String!) {
        NotifGetSMSCreditsByCustomerId(customerId: $customerId) { credits isSending }
        NotifGetNotificationSettingsV2(customerId: $customerId, templateType: $templateType) { isSendingSms }
      }`,
      { customerId: ids.retail, templateType: "en-US" },
    );
    expect(templates.data).toEqual({
      NotifGetSMSCreditsByCustomerId: { credits: 10, isSending: false },
      NotifGetNotificationSettingsV2: { isSendingSms: false },
    });
    await app.close();
  });

  test("with SMS_URL, texts go to the gateway", () => {
    expect(settings(production).texts).toBe("GATEWAY");
    expect(settings({ ...production, SMS_URL: undefined }).texts).toBe("NONE");
  });
});

test.each([
  ["SMS_URL", "ftp://gateway.example"],
  ["SMS_URL", "https://us:secret-words@gateway.example"],
  ["SMS_TOKEN", "secret-words with blanks"],
])("SMS-27 %s=%s is refused at the start, without echoing the value", (name, value) => {
  const read = () => settings({ [name]: value });
  expect(read).toThrow(new RegExp(`${name}: must|${name}: Invalid`));
  expect(read).not.toThrow(/secret-words/);
});

test("SMS-29 a process killed after the gateway took a text sends it again with the same key @all", async () => {
  leaveOutOnPostgres("a data folder of its own");
  const { file, remove } = await buildServer();
  const dataDir = await worldOnDisk();
  const databases = openDatabases(dataDir);
  const region = databases.region("ap-southeast-2");
  giveCredits(region, ids.retail, 10);
  region.statement("DELETE FROM sms_events").run();
  const now = Date.now();
  await region.write((db) => textCandidate(db, phone, message, { now, config: settings() }));
  databases.close();
  const environment = { ...production, DATA_DIR: dataDir, SMS_URL: gateway.url, SMS_TOKEN: "secret-token" };
  try {
    gateway.say(() => undefined);
    const first = await startServer(file, environment);
    await expect.poll(() => gateway.received.length, { timeout: 10_000 }).toBe(1);
    await first.end("SIGKILL");
    // Shutdown does not wait for a hanging gateway, and counts no attempt.
    const second = await startServer(file, environment);
    await expect.poll(() => gateway.received.length, { timeout: 10_000 }).toBe(2);
    const from = performance.now();
    expect(await second.end("SIGTERM")).toBe(0);
    expect(performance.now() - from).toBeLessThan(9_000);
    gateway.say(202);
    const third = await startServer(file, environment);
    await expect.poll(() => gateway.received.length, { timeout: 10_000 }).toBe(3);
    expect(new Set(gateway.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await third.end("SIGTERM");
    const again = openDatabases(dataDir);
    const stored = again.region("ap-southeast-2");
    expect(
      stored.statement<{ eventType: string }>("SELECT eventType FROM sms_events ORDER BY seq").all(),
    ).toEqual([{ eventType: "_SMS.BUFFERED" }, { eventType: "_SMS.SUCCESS" }]);
    expect(stored.statement("SELECT attempts FROM outbox WHERE channel = 'SMS'").all()).toEqual([
      { attempts: 1 },
    ]);
    again.close();
    const logs = first.log() + second.log() + third.log();
    for (const secret of secrets.filter((one) => one !== "edge.example")) expect(logs).not.toContain(secret);
  } finally {
    remove();
    rmSync(dataDir, { recursive: true });
  }
}, 60_000);
