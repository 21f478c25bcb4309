/** Hands the outbox's mails to a mail server where one is configured (delivery.ts). A mail that arrives twice has the same Message-ID. */
import type { FastifyBaseLogger } from "fastify";
import { createTransport } from "nodemailer";
import type { Config } from "./config";
import { findEmailDomain } from "./areas/email-domain/email-domain.store";
import type { Worker } from "./core/rounds";
import { startDelivery, type Reason } from "./delivery";
import type { Reader, Store } from "./store/engine";
import type { Row } from "./store/tables";

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
function reasonOf(error: unknown): Reason {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { code: String(code ?? "unknown"), ...(typeof responseCode === "number" && { responseCode }) };
}

/** Starts delivering; undefined where no mail server is configured. */
export function startMailer({ config, databases, clock, log }: Surroundings): Worker | undefined {
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
  return startDelivery(
    {
      channel: "EMAIL",
      duty: "mails",
      hand: async (mail, region) => {
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
          return { outcome: "TAKEN" };
        } catch (error) {
          return { outcome: "FAILED", reason: reasonOf(error) };
        }
      },
      tell: (_what, { id: mail, ...told }) => log.warn({ mail, ...told }, "mail not delivered"),
      tellStuck: (error) => log.warn({ error }, "mails not looked at"),
      close: () => transport.close(),
    },
    { databases, clock },
  );
}
