/**
 * Hands the outbox's mails to a mail server where one is configured. It works beside the requests: a mail is a row of
 * the outbox first, and nobody waits for its delivery. A mail may arrive twice when the process dies between delivery
 * and note; it has the same Message-ID then.
 */
import type { FastifyBaseLogger } from "fastify";
import { createTransport, type Transporter } from "nodemailer";
import type { Config } from "./config";
import type { Reader, Region, Regions, Store } from "./store/engine";
import { findEmailDomain } from "./areas/email-domain/email-domain.store";
import { outbox } from "./core/outbox.store";
import { startRounds, type Worker } from "./core/rounds";
import type { Row } from "./store/tables";

const pollMs = 2_000;
const batch = 20;
/** Tries are a minute apart, then two, four … some two hours in all. */
const maxAttempts = 8;
const firstPauseMs = 60_000;
/** Codes and links have expired by then, and what was written before a server was configured stays unsent. */
const maxAgeMs = 24 * 3_600_000;

interface Surroundings {
  readonly config: Pick<Config, "smtpUrl" | "mailFrom">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
}

/** The customer's own address once it is verified and switched on (MAIL-21), else the installation's. */
async function senderOf(db: Reader, mail: Row<"outbox">, mailFrom: string) {
  const domain = mail.customerId ? await findEmailDomain(db, mail.customerId) : undefined;
  return domain?.isCustomizedEmailDomainEnabled && domain.verificationStatus === "SUCCESS"
    ? { name: domain.displayName, address: domain.emailAddress }
    : mailFrom;
}

/** What went wrong without the server's words: they quote addresses, and the connection's have credentials. */
function reasonOf(error: unknown) {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { code: String(code ?? "unknown"), ...(typeof responseCode === "number" && { responseCode }) };
}

async function deliver(
  { config, clock, log }: Surroundings,
  transport: Transporter,
  region: Region,
  mail: Row<"outbox">,
): Promise<boolean> {
  try {
    await transport.sendMail({
      from: await senderOf(region.reader, mail, config.mailFrom),
      // As an object, so that no text can name a second recipient.
      to: { name: "", address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      ...(mail.html !== null && { html: mail.html }),
      messageId: `<${mail.id}.${region.awsRegion}@outbox>`,
      date: new Date(mail.createdAt),
    });
    return true;
  } catch (error) {
    await region.write((db) => outbox.failed(db, mail.id, clock() + firstPauseMs * 2 ** mail.attempts));
    log.warn({ mail: mail.id, attempt: mail.attempts + 1, ...reasonOf(error) }, "mail not delivered");
    return false;
  }
}

/** How many mails wait for the mail server, those that are to be tried again included. */
export async function mailsWaiting(databases: Regions, now: number): Promise<number> {
  let sum = 0;
  for (const { reader } of databases.all())
    sum += await outbox.waiting(reader, { since: now - maxAgeMs, maxAttempts });
  return sum;
}

/** Starts delivering; undefined where no mail server is configured. */
export function startMailer(surroundings: Surroundings): Worker | undefined {
  const { config, databases, clock, log } = surroundings;
  if (!config.smtpUrl) return undefined;
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
    // A mail's text may name files and addresses; none of them is ever read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Delivered, but not noted yet: while the store cannot be written nobody gets the same mail again and again.
  const delivered = new Set<string>();

  const round = async () => {
    for (const region of databases.all()) {
      const now = clock();
      for (const mail of await outbox.unsent(region.reader, {
        since: now - maxAgeMs,
        now,
        maxAttempts,
        limit: batch,
      })) {
        if (rounds.isStopped) return;
        if (!delivered.has(mail.id) && !(await deliver(surroundings, transport, region, mail))) continue;
        delivered.add(mail.id);
        await region.write((db) => outbox.sent(db, mail.id, clock()));
        delivered.delete(mail.id);
      }
    }
  };
  // One round after the other: a slow server must not be given the same mail twice.
  const rounds = startRounds(pollMs, () =>
    databases.alone("mails", round).catch((error: unknown) => log.warn({ error }, "mails not looked at")),
  );
  return {
    flush: rounds.flush,
    stop: async () => {
      await rounds.stop();
      transport.close();
    },
  };
}
