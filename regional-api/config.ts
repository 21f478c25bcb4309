/** The API's settings, read once from the environment and validated. */
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
import { minConnections } from "./store/postgres/engine";

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, "must be a number");
/** A duration; fractions allow tests to use short ones. */
const time = decimal.refine((text) => Number(text) > 0, "must be above 0").transform(Number);
const seconds = decimal.transform(Number);

const environment = z.object({
  HOST: machine,
  /** Allows other machines to reach demo features and demo data. */
  DEMO_ON_NETWORK: flag.default(false),
  /** 0 picks any free port; the first log line names it. */
  API_PORT: whole(0, 65_535).default(4000),
  DATA_DIR: z.string().min(1).default("./data"),
  /** A PostgreSQL database (postgres://), used instead of files in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be an address with postgres://" })
    .optional(),
  /** Maximum connections to the database per process and region. */
  DATABASE_CONNECTIONS: whole(minConnections, 100).default(10),
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** local, development, sandbox, qa or production. If unset, NODE_ENV=production means production. */
  APP_ENV: z.enum(["local", "development", "sandbox", "qa", "production"]).optional(),
  /** Origin of the console, for links in mails. */
  CONSOLE_ORIGIN: origin.default("http://127.0.0.1:3000"),
  /** Origin at which browsers and identity providers reach this API; by default the address it listens on. */
  API_ORIGIN: origin.optional(),
  ACCESS_TOKEN_MINUTES: time.default(60),
  REFRESH_TOKEN_HOURS: time.default(24),
  /** Maximum lifetime of a session, regardless of refreshes. */
  SESSION_HOURS: time.default(24 * 7),
  REMEMBER_DEVICE_MINUTES: time.default(14 * 24 * 60),
  /**
   * Calls allowed per operation of the auth list and client address; accounts and sessions get a share of it.
   */
  AUTH_CALLS_PER_MINUTE: whole(1, 999_999_999).default(300),
  /** Duration of the simulated verification of email domains (MAIL-23). */
  EMAIL_DOMAIN_VERIFICATION_SECONDS: seconds.default(60),
  /** Delay before a declined candidate is notified (APP-70); the decline can be undone for as long. */
  DECLINE_MESSAGE_SECONDS: seconds.default(600),
  DKIM_HOST: dkimHost,
  TEMPLATE_ACCOUNT: templateAccount,
  POLICY_RESOURCE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "must be lowercase letters, digits and hyphens, starting with a letter")
    .default("edge"),
  /** Initial contents of an empty store: by default demo data in local, else nothing. */
  SEED: z.enum(["demo", "large", "none"]).optional(),
  /** Enables the page that shows every mail and SMS; by default only in local. */
  OUTBOX: flag.optional(),
  /** Enables introspection of the schema; by default only in local. */
  INTROSPECTION: flag.optional(),
  /** Enables the demo identity provider, which confirms any identity; by default only in local. */
  DEMO_IDP: flag.optional(),
  /** Proxies with a trusted X-Forwarded-For (proxy-addr names or addresses, comma-separated). */
  TRUSTED_PROXIES: list
    .prefault("loopback")
    .refine((proxies) => proxies.every(isProxy), "must be a list of addresses and ranges"),
  /** A mail server (smtp:// or smtps://, with user and password) for the mails of the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an address with smtp:// or smtps://" }).optional(),
  /** The default sender, for customers without an address of their own. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an address, or a name with an address behind it, like Edge <no-reply@console.example>",
    )
    .default("Edge <no-reply@edge.example>"),
  /** URL of an SMS gateway for the text messages of the outbox. */
  SMS_URL: webAddress
    .refine((text) => {
      const { username, password } = new URL(text);
      return username === "" && password === "";
    }, "must have no user and password; the gateway is sent SMS_TOKEN")
    .optional(),
  /** Token for the SMS gateway, sent as `Authorization: Bearer`. */
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without blanks")
    .optional(),
  /** Secret for encrypting the secrets of authenticator apps. */
  MFA_SECRET: secret.optional(),
  /** The previous MFA_SECRET, after a change: data encrypted with it is re-encrypted at startup. */
  MFA_SECRET_PREVIOUS: secret.optional(),
  /**
   * An HTTP geocoder to use instead of the bundled gazetteer; it must respond as CommonSearchPlaces does
   * (CAND-17).
   */
  GEOCODER_URL: webAddress.optional(),
  /** host:port for the Prometheus metrics; disabled if unset. */
  API_METRICS_ADDRESS: hostAndPort.optional(),
  /** Time to keep serving after `/ready` reports stopping, so that load balancers notice. */
  DRAIN_SECONDS: whole(0, 300).default(0),
  /** Retention of the audit log in days (AUD-12). */
  RECORD_DAYS: whole(30, 999_999).default(400),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Read by `npm start` only. */
  LOG_REQUESTS: flag.optional(),
});

/** All variables that the API reads. */
export const variables = environment.shape;

/**
 * Delivery of SMS texts: by a gateway; to the outbox, which stands in for the phone and accepts at once; or
 * none, in which case no texts are written.
 */
export type TextDelivery = "GATEWAY" | "OUTBOX" | "NONE";

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL instead of files. */
  readonly database: { readonly url: string; readonly maxConnections: number } | undefined;
  /**
   * True in production, which disables everything for demos: demo data, outbox page, demo identity provider
   * and simulations.
   */
  readonly production: boolean;
  /** True if other machines can reach the API and demo features were not allowed for them. */
  readonly isOpenToNetwork: boolean;
  readonly outbox: boolean;
  readonly introspection: boolean;
  readonly demoIdp: boolean;
  readonly consoleOrigin: string;
  /** Public address; by default the address it listens on. */
  readonly apiOrigin: string | undefined;
  readonly accessTokenMs: number;
  readonly refreshTokenMs: number;
  readonly sessionMs: number;
  readonly rememberDeviceMinutes: number;
  readonly authCallsPerMinute: number;
  readonly emailDomainVerificationMs: number;
  readonly declineMessageMs: number;
  /**
   * Host that the CNAME records of email domains must point to; null to end verifications by time, without
   * lookups.
   */
  readonly dkimHost: string | null;
  readonly templateAccount: string;
  readonly policyPrefix: string;
  readonly seed: "demo" | "large" | "none";
  readonly trustedProxies: string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly smsGateway: { readonly url: string; readonly token: string | undefined } | undefined;
  readonly texts: TextDelivery;
  /** Secrets for encryption at rest, with the current one first; authenticator apps are disabled if empty. */
  readonly mfaSecrets: readonly string[];
  readonly geocoderUrl: string | undefined;
  readonly metricsAddress: string | undefined;
  readonly logLevel: string;
  readonly recordMs: number;
  readonly drainMs: number;
}

const unusable = (problems: readonly string[]) =>
  new Error(["These environment variables cannot be used:", ...problems].join("\n  "));

/** Error text for demo data or features that other machines could reach. */
export const demoOnNetwork =
  "other machines can reach the demo, whose accounts have a published password, only with DEMO_ON_NETWORK=true";

/**
 * Throws an Error if `source` lacks settings that production requires, or exposes demo features to the
 * network. Serving needs all checks; `create-admin` only that of the origin, for its link; other commands
 * need none.
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
    ...Object.entries(requiredToServe).flatMap(([name, why]) =>
      isServing && !source[name] ? [`${name}: needed in production, ${why}`] : [],
    ),
  ];
  if ((isServing || command === "create-admin") && problems.length > 0) throw unusable(problems);
}

const requiredToServe = {
  SMTP_URL: "or no email is sent, so sign-in codes and links do not arrive",
  MAIL_FROM: "or emails are sent from an address that does not exist and are refused",
  DKIM_HOST: "or customers are asked to point their domains at a host that does not exist",
  MFA_SECRET: "or authenticator apps cannot be used; generate one with `openssl rand -base64 32` and keep it",
};

/** Reads the settings from `source`. Throws an Error that lists each invalid variable and its problem. */
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
