import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../regional-api/config";
import { startMailer } from "../../regional-api/mailer";
import type { Worker } from "../../regional-api/core/worker-loop";
import { sendCustomerMail } from "../../regional-api/areas/notifications/sent-mails.store";
import { outbox } from "../../regional-api/core/outbox.store";
import { sql } from "../../regional-api/store/sql";
import { ids, startWorld, type World } from "./fixtures/world";

interface Received {
  from: string;
  to: string[];
  /** Raw headers and text. */
  data: string;
}

/** A mail server that records messages. Refuses recipients while `isRefusing()` is true. */
function startSink(isRefusing: () => boolean, refused: () => string) {
  const received: Received[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let mail: Received = { from: "", to: [], data: "" };
    let isData = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 sink");
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (;;) {
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData && line !== ".") mail.data += `${line}\n`;
        else if (isData) {
          isData = false;
          received.push(mail);
          mail = { from: "", to: [], data: "" };
          say("250 kept");
        } else if (/^EHLO/i.test(line)) socket.write("250-sink\r\n250 AUTH PLAIN\r\n");
        else if (/^AUTH PLAIN /i.test(line)) {
          logins.push(Buffer.from(line.slice(11), "base64").toString());
          say("235 welcome");
        } else if (/^MAIL FROM/i.test(line)) {
          mail.from = /<(.*?)>/.exec(line)?.[1] ?? "";
          say("250 ok");
        } else if (/^RCPT TO/i.test(line)) {
          if (isRefusing()) say(`${refused()}, said secret-password@sink`);
          else {
            mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
            say("250 ok");
          }
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else say("250 ok");
      }
    });
  });
  return new Promise<{ port: number; received: Received[]; logins: string[]; close: () => Promise<void> }>(
    (resolve) => {
      server.listen(0, "127.0.0.1", () =>
        resolve({
          port: (server.address() as AddressInfo).port,
          received,
          logins,
          close: () => {
            for (const socket of sockets) socket.destroy();
            return new Promise((done) => server.close(() => done()));
          },
        }),
      );
    },
  );
}

let world: World;
let sink: Awaited<ReturnType<typeof startSink>>;
let isRefusing = false;
let refusal: string;
let logged: unknown[];
let mailer: Worker | undefined;

beforeEach(async () => {
  isRefusing = false;
  refusal = "451 greylisted";
  logged = [];
  world = await startWorld();
  sink = await startSink(
    () => isRefusing,
    () => refusal,
  );
});
afterEach(async () => {
  await mailer?.stop();
  await sink.close();
  await world.stop();
});

function start(
  smtpUrl = `smtp://us%40er:secret-password@127.0.0.1:${sink.port}`,
  isOutboxOpen: "true" | "false" = "false",
): Worker {
  const config = readConfig({
    ...{ NODE_ENV: "test", SMTP_URL: smtpUrl, MAIL_FROM: "Edge <edge@test.example>" },
    OUTBOX: isOutboxOpen,
  });
  const log = { warn: (...args: unknown[]) => void logged.push(...args) };
  return (mailer = startMailer({ config, databases: world.databases, clock: world.now, log }));
}

const add = (to: string, changes: Partial<Parameters<typeof outbox.add>[1]> = {}) =>
  world.databases
    .region("eu-west-1")
    .write((writer) =>
      outbox.add(
        writer,
        { channel: "EMAIL", to, subject: "Grüße", text: "Line 1\n.\nLine 3", templateType: "T", ...changes },
        world.now(),
      ),
    );
const rowOf = (id: string) =>
  world.databases.region("eu-west-1").get(sql.selectFrom("outbox").selectAll().where("id", "=", id));

test("AUTH-82 mails are handed to the mail server of SMTP_URL once each, and stay in the outbox", async () => {
  const id = await add("One@Test.example", { html: "<b>x</b>" });
  await add("+61400000000", { channel: "SMS" });
  const { flush } = start();
  await flush();
  await flush();
  expect(sink.received.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: "edge@test.example", to: ["one@test.example"] },
  ]);
  const data = sink.received[0]?.data ?? "";
  expect(data).toContain(`Message-ID: <${id}.eu-west-1@outbox>`);
  expect(data).toContain("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=");
  expect(data).toContain("Line 3");
  expect(data).toContain("<b>x</b>");
  expect(sink.logins).toEqual(["\0us@er\0secret-password"]);
  expect(rowOf(id)).toMatchObject({ sentAt: world.now(), attempts: 1 });
  expect(logged).toEqual([]);
});

test("MAIL-21 a customer's own verified address is the sender while switched on", async () => {
  const sydney = world.databases.region("ap-southeast-2");
  const domain = {
    customerId: ids.retail,
    displayName: "Acme, Careers",
    emailAddress: "careers@acme.example",
    verificationStatus: "SUCCESS" as const,
    dkimTokens: "[]",
    verificationErrorType: null,
    verificationRequestedAt: 1,
    lastCheckedAt: null,
    retriedAt: null,
    createdAt: 1,
    updatedAt: 1,
  };
  sydney.run(sql.insertInto("email_domains").values({ ...domain, isCustomizedEmailDomainEnabled: 1 }));
  const mail = {
    channel: "EMAIL" as const,
    subject: "s",
    text: "t",
    templateType: "T",
    customerId: ids.retail,
  };
  await sydney.write((writer) => outbox.add(writer, { ...mail, to: "a@test.example" }, world.now()));
  const { flush } = start();
  await flush();
  sydney.run(sql.updateTable("email_domains").set({ isCustomizedEmailDomainEnabled: 0 }));
  await sydney.write((writer) => outbox.add(writer, { ...mail, to: "b@test.example" }, world.now()));
  await flush();
  expect(sink.received.map(({ from }) => from)).toEqual(["careers@acme.example", "edge@test.example"]);
  expect(sink.received[0]?.data).toContain('From: "Acme, Careers" <careers@acme.example>');
});

test("a recipient or subject cannot inject recipients or headers", async () => {
  await add("a@test.example, b@test.example", { subject: "x\r\nBcc: c@test.example" });
  const { flush } = start();
  await flush();
  const recipients = sink.received.flatMap(({ to }) => to);
  expect(recipients).not.toContain("c@test.example");
  expect(recipients.filter((to) => to === "b@test.example")).toEqual([]);
  expect(sink.received.map(({ data }) => data).join()).not.toMatch(/^Bcc:/m);
});

test("a refused mail is retried with growing delays, eight times in all, and blocks no other", async () => {
  const id = await add("late@test.example");
  const { flush } = start();
  isRefusing = true;
  const tries: number[] = [];
  for (let minute = 0; minute < 400; minute += 1) {
    const before = rowOf(id)?.attempts ?? 0;
    await flush();
    if ((rowOf(id)?.attempts ?? 0) > before) tries.push(minute);
    world.pass(60_000);
  }
  expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
  expect(sink.received).toEqual([]);
  isRefusing = false;
  const other = await add("soon@test.example");
  await flush();
  expect(sink.received.map(({ to }) => to)).toEqual([["soon@test.example"]]);
  expect(rowOf(other)?.sentAt).toBe(world.now());
  expect(rowOf(id)?.sentAt).toBeNull();
  const text = JSON.stringify(logged);
  expect(text).toContain(id);
  for (const secret of ["secret-password", "us@er", "late@test.example"]) expect(text).not.toContain(secret);
});

test("a mail is sent by a later attempt or start, unless older than a day", async () => {
  const old = await add("old@test.example");
  world.pass(25 * 3_600_000);
  const id = await add("down@test.example");
  const down = start("smtp://127.0.0.1:1");
  await down.flush();
  await down.stop();
  expect(rowOf(id)).toMatchObject({ sentAt: null, attempts: 1 });
  expect(JSON.stringify(logged)).toContain("ESOCKET");
  world.pass(60_000);
  await start().flush();
  expect(sink.received.map(({ to }) => to)).toEqual([["down@test.example"]]);
  expect(rowOf(old)).toMatchObject({ sentAt: null, attempts: 0 });
});

test("MAIL-28 without SMTP_URL a mail counts as sent, and is not sent later", async () => {
  const id = await add("early@test.example");
  const config = readConfig({ NODE_ENV: "test" });
  const log = { warn: () => {} };
  const none = startMailer({ config, databases: world.databases, clock: world.now, log });
  await none.flush();
  const last = await add("last@test.example");
  await none.stop();
  for (const one of [id, last])
    expect(rowOf(one)).toMatchObject({ sentAt: world.now(), text: "Line 1\n.\nLine 3" });
  await start().flush();
  expect(sink.received).toEqual([]);
});

test.each([
  ["refused for good", "550 no such user", { attempts: 1 }, "mail refused"],
  ["not taken in time", "451 greylisted", { attempts: 8 }, "mail given up"],
])("MAIL-27 a mail that is %s is bounced in the event log", async (_, answer, row, line) => {
  refusal = answer;
  isRefusing = true;
  const region = world.databases.region("eu-west-1");
  const mail = { to: "Gone@Elsewhere.example", subject: "s", text: "t", templateType: "FI_INVITE" };
  const id = await region.write((db) =>
    sendCustomerMail(db, { ...mail, customerId: ids.ireland }, world.now()),
  );
  const { flush } = start();
  for (let minute = 0; minute < 130; minute += 1) {
    await flush();
    world.pass(60_000);
  }
  expect(rowOf(id)).toMatchObject({ ...row, sentAt: null, givenUpAt: expect.any(Number) });
  const events = region.all(sql.selectFrom("email_events").selectAll().where("mailMessageId", "=", id));
  expect(events.map(({ eventType, mailRecipient }) => [eventType, mailRecipient])).toEqual([
    ["Send", "gone@elsewhere.example"],
    ["Bounce", "gone@elsewhere.example"],
  ]);
  expect(logged.at(-1)).toBe(line);
  expect(logged.at(-2)).toMatchObject({
    ...{ mail: id, region: "eu-west-1", customer: ids.ireland, domain: "elsewhere.example" },
    responseCode: Number(answer.slice(0, 3)),
  });
});

test("AUTH-121 a mail loses its secret after handover, unless the outbox is readable", async () => {
  const secret = { templateType: "EMAIL_RESET_PASSWORD", html: "<b>x</b>", data: { link: "x" } };
  const id = await add("a@test.example", secret);
  const plain = await add("b@test.example");
  await start().flush();
  expect(rowOf(id)).toMatchObject({ sentAt: world.now(), text: "", html: null, data: null });
  expect(rowOf(plain)?.text).toContain("Line 1");
  await mailer?.stop();
  const shown = await add("c@test.example", secret);
  await start(undefined, "true").flush();
  expect(sink.received).toHaveLength(3);
  expect(rowOf(shown)).toMatchObject({ html: "<b>x</b>" });
});
