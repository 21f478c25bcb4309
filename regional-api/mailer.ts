/**
 * Delivers the outbox's mails by a mail server if one is configured (delivery.ts). A mail sent twice keeps
 * its Message-ID.
 */
import type { FastifyBaseLogger } from "fastify";
import { createTransport } from "nodemailer";
import type { Config } from "./config";
import { findEmailDomain } from "./areas/email-domain/email-domain.store";
import { bounceMail } from "./areas/notifications/sent-mails.store";
import { outbox } from "./core/outbox.store";
import { startWorkerLoop, type Worker } from "./core/worker-loop";
import { startDelivery, type Reason } from "./delivery";
import type { Reader, Store } from "./store/engine";
import type { Row } from "./store/tables";

interface Dependencies {
  readonly config: Pick<Config, "smtpUrl" | "mailFrom" | "outbox">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Returns the customer's own address if it is verified and enabled (MAIL-21), otherwise the installation's.
 */
async function senderOf(db: Reader, mail: Row<"outbox">, mailFrom: string) {
  const domain = mail.customerId ? await findEmailDomain(db, mail.customerId) : undefined;
  return domain?.isCustomizedEmailDomainEnabled && domain.verificationStatus === "SUCCESS"
    ? { name: domain.displayName, address: domain.emailAddress }
    : mailFrom;
}

/**
 * True if the server permanently refused this mail because of its recipient or contents: a 5xx to RCPT TO or
 * DATA. Other errors are about the settings or the sender.
 */
function isRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return Number(responseCode) >= 500 && (command === "RCPT TO" || command === "DATA");
}

/**
 * Returns log fields of the error, without the server's text, which quotes addresses, and the connection's,
 * which has credentials.
 */
function reasonOf(error: unknown): Reason {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { code: String(code ?? "unknown"), ...(typeof responseCode === "number" && { responseCode }) };
}

const unsentEveryMs = 2_000;

/**
 * Without a mail server, the outbox stands in for the mailbox: its mails count as sent, so that a server
 * configured later does not send them (MAIL-28).
 */
function startUnsent({ databases, clock, log }: Dependencies): Worker {
  const round = () =>
    databases.alone("mails", async () => {
      for (const region of databases.all())
        if ((await outbox.countWaiting(region.reader, { channel: "EMAIL", since: 0 })) > 0)
          await region.write((db) => outbox.allSent(db, "EMAIL", clock()), "mails");
    });
  const rounds = startWorkerLoop(unsentEveryMs, () =>
    round().catch((error: unknown) => log.warn({ error }, "mails not looked at")),
  );
  const stop = async () => {
    await rounds.flush();
    await rounds.stop();
  };
  return { flush: rounds.flush, stop };
}

/** Starts delivery. */
export function startMailer(surroundings: Dependencies): Worker {
  const { config, databases, clock, log } = surroundings;
  if (!config.smtpUrl) return startUnsent(surroundings);
  const { hostname, port, protocol, username, password } = new URL(config.smtpUrl);
  const transport = createTransport({
    host: hostname,
    port: port ? Number(port) : undefined,
    secure: protocol === "smtps:",
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    pool: true,
    maxConnections: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // The text of a mail may name files and URLs; the library must never read them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return startDelivery(
    {
      channel: "EMAIL",
      duty: "mails",
      hand: async (mail, region) => {
        try {
          await transport.sendMail({
            from: await senderOf(region.reader, mail, config.mailFrom),
            // An object, so that the text cannot add a second recipient.
            to: { name: "", address: mail.recipient },
            subject: mail.subject,
            text: mail.text,
            ...(mail.html !== null && { html: mail.html }),
            messageId: `<${mail.id}.${region.awsRegion}@outbox>`,
            date: new Date(mail.createdAt),
          });
          return { outcome: "TAKEN" };
        } catch (error) {
          return { outcome: isRefused(error) ? "REFUSED" : "FAILED", reason: reasonOf(error) };
        }
      },
      ended: async (db, mail, end, now) => {
        if (!config.outbox) await outbox.forgetSecret(db, mail);
        if (end !== "TAKEN") await bounceMail(db, mail.id, now);
      },
      logOutcome: (what, { id: mail, ...details }, { recipient }) => {
        const line = { mail, ...details, domain: recipient.slice(recipient.lastIndexOf("@") + 1) };
        if (what === "FAILED") log.warn(line, "mail not delivered");
        else if (what === "REFUSED") log.warn(line, "mail refused");
        else log.warn(line, "mail given up");
      },
      logStuck: (error) => log.warn({ error }, "mails not looked at"),
      close: () => transport.close(),
    },
    { databases, clock },
  );
}
