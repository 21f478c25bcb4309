/** The API's settings, read once from the environment and checked. */
import { z } from "zod/v4";
import {
  dkimHost,
  flag,
  givenOf,
  hostAndPort,
  isLoopback,
  isProxy,
  list,
  machine,
  origin,
  problemOf,
  secret,
  templateAccount,
  webAddress,
  whole,
} from "../shared/settings";
import { leastConnections } from "./store/postgres/engine";

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, "must be a number");
/** A time; parts of one are for trying out what comes after it. */
const time = decimal.refine((text) => Number(text) > 0, "must be above 0").transform(Number);
const seconds = decimal.transform(Number);

const environment = z.object({
  HOST: machine,
  /** What is for trying out, and the demo data, is reached from other machines. */
  DEMO_ON_NETWORK: flag.default(false),
  /** 0 takes any free port; the chosen one is in the first log line. */
  API_PORT: whole(0, 65_535).default(4000),
  DATA_DIR: z.string().min(1).default("./data"),
  /** A PostgreSQL database (postgres://) that has the data in place of the files in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be an address with postgres://" })
    .optional(),
  /** How many connections to it a process makes at most, for each region. */
  DATABASE_CONNECTIONS: whole(leastConnections, 100).default(10),
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** local, development, sandbox, qa or production; NODE_ENV=production without it means production. */
  APP_ENV: z.enum(["local", "development", "sandbox", "qa", "production"]).optional(),
  /** Where links in mails lead. */
  CONSOLE_ORIGIN: origin.default("http://127.0.0.1:3000"),
  /** Where browsers and identity providers reach this API; the address it listens at unless given. */
  API_ORIGIN: origin.optional(),
  ACCESS_TOKEN_MINUTES: time.default(60),
  REFRESH_TOKEN_HOURS: time.default(24),
  /** A session ends after this, however often it was refreshed. */
  SESSION_HOURS: time.default(24 * 7),
  REMEMBER_DEVICE_MINUTES: time.default(14 * 24 * 60),
  /** Calls of one kind in the auth list allowed from one client address; accounts and sessions have shares of it. */
  AUTH_CALLS_PER_MINUTE: whole(1, 999_999_999).default(300),
  /** How long the verification of an email domain takes here (MAIL-23). */
  EMAIL_DOMAIN_VERIFICATION_SECONDS: seconds.default(60),
  /** How long a decline stands before the candidate is told (APP-70): as long as Undo works. */
  DECLINE_MESSAGE_SECONDS: seconds.default(600),
  DKIM_HOST: dkimHost,
  TEMPLATE_ACCOUNT: templateAccount,
  POLICY_RESOURCE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must be lowercase letters, digits and hyphens, starting with a letter")
    .default("edge"),
  /** What a data directory without data is filled with; local is filled with the demo data, the others with nothing. */
  SEED: z.enum(["demo", "large", "none"]).optional(),
  /** The page that shows every mail and SMS; in local alone unless set. */
  OUTBOX: flag.optional(),
  /** Whether the schema may be asked for; in local alone unless set. */
  INTROSPECTION: flag.optional(),
  /** The demo identity provider, which vouches for anybody; in local alone unless set. */
  DEMO_IDP: flag.optional(),
  /** Proxies whose X-Forwarded-For is believed (proxy-addr names or addresses, comma separated). */
  TRUSTED_PROXIES: list
    .prefault("loopback")
    .refine((proxies) => proxies.every(isProxy), "must be a list of addresses and ranges"),
  /** A mail server (smtp:// or smtps://, with user and password) that takes the mails of the outbox as well. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an address with smtp:// or smtps://" }).optional(),
  /** The sender, where a customer has no address of its own. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address, or a name with an address behind it, like Edge <no-reply@console.example>",
    )
    .default("Edge <no-reply@edge.example>"),
  /** An SMS gateway that takes the texts of the outbox. */
  SMS_URL: webAddress
    .refine((text) => {
      const { username, password } = new URL(text);
      return username === "" && password === "";
    }, "must have no user and password; the gateway is sent SMS_TOKEN")
    .optional(),
  /** What it is shown, as `Authorization: Bearer`. */
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without blanks")
    .optional(),
  /** What the secrets of authenticator apps are sealed with. */
  MFA_SECRET: secret.optional(),
  /** The one before the last change: what was sealed with it is sealed anew at the start. */
  MFA_SECRET_PREVIOUS: secret.optional(),
  /** An HTTP geocoder in place of the bundled gazetteer; answers as CommonSearchPlaces does (CAND-17). */
  GEOCODER_URL: webAddress.optional(),
  /** host:port where Prometheus finds the metrics; without it there are none. */
  API_METRICS_ADDRESS: hostAndPort.optional(),
  /** How long it goes on answering after it said that it leaves, so that whoever sends requests hears of it. */
  DRAIN_SECONDS: whole(0, 300).default(0),
  /** How long the record of changes is kept (AUD-12). */
  RECORD_DAYS: whole(30, 999_999).default(400),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Read by `npm start`. */
  LOG_REQUESTS: flag.optional(),
});

/** All variables that the API reads. */
export const variables = environment.shape;

/**
 * What becomes of texts: a gateway is handed them; or they stay in the outbox, which stands for the phone, and count as
 * accepted at once; or none is written, as nothing could send it.
 */
export type TextDelivery = "GATEWAY" | "OUTBOX" | "NONE";

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL in place of files. */
  readonly database: { readonly url: string; readonly maxConnections: number } | undefined;
  /** Nothing for trying out is there: no demo data, outbox page, demo identity provider or simulation. */
  readonly production: boolean;
  /** Other machines reach it, and nobody has said that they may reach what is for trying out. */
  readonly isOpenToNetwork: boolean;
  readonly outbox: boolean;
  readonly introspection: boolean;
  readonly demoIdp: boolean;
  readonly consoleOrigin: string;
  /** Where it listens, unless this says otherwise. */
  readonly apiOrigin: string | undefined;
  readonly accessTokenMs: number;
  readonly refreshTokenMs: number;
  readonly sessionMs: number;
  readonly rememberDeviceMinutes: number;
  readonly authCallsPerMinute: number;
  readonly emailDomainVerificationMs: number;
  readonly declineMessageMs: number;
  /** Where the CNAME records of email domains must point; null while nothing is looked up and time alone decides. */
  readonly dkimHost: string | null;
  readonly templateAccount: string;
  readonly policyPrefix: string;
  readonly seed: "demo" | "large" | "none";
  readonly trustedProxies: string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly smsGateway: { readonly url: string; readonly token: string | undefined } | undefined;
  readonly texts: TextDelivery;
  /** What secrets at rest open with, the one to seal with first; without any there are no authenticator apps. */
  readonly mfaSecrets: readonly string[];
  readonly geocoderUrl: string | undefined;
  readonly metricsAddress: string | undefined;
  readonly logLevel: string;
  readonly recordMs: number;
  readonly drainMs: number;
}

const unusable = (problems: readonly string[]) =>
  new Error(["These environment variables cannot be used:", ...problems].join("\n  "));

/** Why other machines may not reach demo data, or what else is for trying out. */
export const demoOnNetwork =
  "other machines can reach the demo, whose accounts have a published password, only with DEMO_ON_NETWORK=true";

/**
 * Throws an Error when `source` lacks what production cannot do without, or opens to the network what is for trying out:
 * serving needs all of it, `create-admin` the origin for its link, other commands nothing.
 */
export function assertComplete(
  config: Config,
  source: Record<string, string | undefined>,
  command: string | undefined,
): void {
  const isServing = command === undefined;
  const { production, outbox, demoIdp, seed, isOpenToNetwork } = config;
  if (isServing && isOpenToNetwork && (outbox || demoIdp || seed !== "none"))
    throw unusable([`HOST: ${demoOnNetwork}`]);
  if (!production) return;
  const isSecure = (text = "") => /^https:/i.test(text);
  const problems = [
    ...(isSecure(source.CONSOLE_ORIGIN)
      ? []
      : ["CONSOLE_ORIGIN: needed in production, with https://, as links in mails lead there"]),
    ...(!isServing || isSecure(source.API_ORIGIN || "https:")
      ? []
      : ["API_ORIGIN: needs https:// in production"]),
    ...Object.entries(neededToServe).flatMap(([name, why]) =>
      isServing && !source[name] ? [`${name}: needed in production, ${why}`] : [],
    ),
  ];
  if ((isServing || command === "create-admin") && problems.length > 0) throw unusable(problems);
}

const neededToServe = {
  SMTP_URL: "or no mail leaves and nobody gets a code or a link",
  MAIL_FROM: "or mails come from an address that does not exist and are refused",
  DKIM_HOST: "or customers are asked to point their domains at a host that does not exist",
  MFA_SECRET: "or nobody can use an authenticator app; make one with `openssl rand -base64 32` and keep it",
};

/** The settings in `source`. Throws an Error that names each variable and what is wrong with it. */
export function readConfig(source: Record<string, string | undefined>): Config {
  const given = givenOf(source);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = issue.path.join(".");
      return `${name}: ${problemOf(issue, given[name] !== undefined)}`;
    });
    throw unusable(problems);
  }
  const env = parsed.data;
  const appEnv = env.APP_ENV ?? (env.NODE_ENV === "production" ? "production" : "local");
  const isLocal = appEnv === "local";
  const production = appEnv === "production";
  const forTryingOut = {
    SEED: env.SEED !== undefined && env.SEED !== "none",
    OUTBOX: env.OUTBOX,
    INTROSPECTION: env.INTROSPECTION,
    DEMO_IDP: env.DEMO_IDP,
  };
  const open = Object.entries(forTryingOut).filter(([, isOn]) => production && isOn === true);
  if (open.length > 0) throw unusable(open.map(([name]) => `${name}: not in production`));
  return {
    host: env.HOST,
    port: env.API_PORT,
    dataDir: env.DATA_DIR,
    database: env.DATABASE_URL
      ? { url: env.DATABASE_URL, maxConnections: env.DATABASE_CONNECTIONS }
      : undefined,
    production,
    isOpenToNetwork: !isLoopback(env.HOST) && !env.DEMO_ON_NETWORK,
    outbox: env.OUTBOX ?? isLocal,
    introspection: env.INTROSPECTION ?? isLocal,
    demoIdp: env.DEMO_IDP ?? isLocal,
    consoleOrigin: env.CONSOLE_ORIGIN,
    apiOrigin: env.API_ORIGIN ?? (production ? env.CONSOLE_ORIGIN : undefined),
    accessTokenMs: env.ACCESS_TOKEN_MINUTES * 60_000,
    refreshTokenMs: env.REFRESH_TOKEN_HOURS * 3_600_000,
    sessionMs: env.SESSION_HOURS * 3_600_000,
    rememberDeviceMinutes: Math.floor(env.REMEMBER_DEVICE_MINUTES),
    authCallsPerMinute: env.AUTH_CALLS_PER_MINUTE,
    emailDomainVerificationMs: env.EMAIL_DOMAIN_VERIFICATION_SECONDS * 1000,
    declineMessageMs: env.DECLINE_MESSAGE_SECONDS * 1000,
    dkimHost: isLocal ? null : env.DKIM_HOST,
    templateAccount: env.TEMPLATE_ACCOUNT,
    policyPrefix: env.POLICY_RESOURCE_PREFIX,
    seed: env.SEED ?? (isLocal ? "demo" : "none"),
    trustedProxies: env.TRUSTED_PROXIES,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    smsGateway: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN } : undefined,
    mfaSecrets: [env.MFA_SECRET, env.MFA_SECRET_PREVIOUS].filter((one) => one !== undefined),
    texts: env.SMS_URL ? "GATEWAY" : production ? "NONE" : "OUTBOX",
    geocoderUrl: env.GEOCODER_URL,
    metricsAddress: env.API_METRICS_ADDRESS,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1000,
    recordMs: env.RECORD_DAYS * 24 * 3_600_000,
  };
}
