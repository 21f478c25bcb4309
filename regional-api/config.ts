/** The API's settings, read once from the environment and checked. */
import { isIP } from "node:net";
import { z } from "zod/v4";
import { leastConnections } from "./store/postgres/engine";

const minutes = z.coerce.number().positive();

const flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();

/** What Fastify takes: an address, perhaps with a range, or the name of known ranges; it names no variable when it refuses one. */
function isProxy(text: string): boolean {
  const [address = "", range, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0) return ["loopback", "linklocal", "uniquelocal"].includes(text);
  if (range === undefined) return true;
  const isRange = /^\d{1,3}$/.test(range)
    ? Number(range) <= (version === 4 ? 32 : 128)
    : isIP(range) === version;
  return more.length === 0 && Number(range) !== 0 && isRange;
}

const environment = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  /** 0 takes any free port; the chosen one is in the first log line. */
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  DATA_DIR: z.string().min(1).default("./data"),
  /** A PostgreSQL database (postgres://) that has the data in place of the files in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** How many connections to it a process makes at most, for each region. */
  DATABASE_CONNECTIONS: z.coerce.number().int().min(leastConnections).max(100).default(10),
  NODE_ENV: z.string().default("development"),
  /** local, development, sandbox, qa or production; NODE_ENV=production without it means production. */
  APP_ENV: z.enum(["local", "development", "sandbox", "qa", "production"]).optional(),
  /** Where links in mails lead. */
  CONSOLE_ORIGIN: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:3000"),
  /** Where browsers and identity providers reach this API; the address it listens at unless given. */
  API_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  ACCESS_TOKEN_MINUTES: minutes.default(60),
  REFRESH_TOKEN_HOURS: minutes.default(24),
  /** A session ends after this, however often it was refreshed. */
  SESSION_HOURS: minutes.default(24 * 7),
  REMEMBER_DEVICE_MINUTES: minutes.default(14 * 24 * 60),
  /** Calls of one kind in the auth list allowed from one client address; accounts and sessions have shares of it. */
  AUTH_CALLS_PER_MINUTE: z.coerce.number().int().positive().default(300),
  /** How long the verification of an email domain takes here (MAIL-23). */
  EMAIL_DOMAIN_VERIFICATION_SECONDS: z.coerce.number().min(0).default(60),
  /** How long a decline stands before the candidate is told (APP-70): as long as Undo works. */
  DECLINE_MESSAGE_SECONDS: z.coerce.number().min(0).default(600),
  /** Where the CNAME records of email domains point (MAIL-10). */
  DKIM_HOST: z.string().min(1).default("dkim.edge.example"),
  /** The 12-digit account that holds the customers' own message templates (NOTIF-20). */
  TEMPLATE_ACCOUNT: z
    .string()
    .regex(/^\d{12}$/)
    .default("000000000000"),
  POLICY_RESOURCE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .default("edge"),
  /** What a data directory without data is filled with; local is filled with the demo data, the others with nothing. */
  SEED: z.enum(["demo", "large", "none"]).optional(),
  /** The page that shows every mail and SMS; in local alone unless set. */
  OUTBOX: flag,
  /** Whether the schema may be asked for; in local alone unless set. */
  INTROSPECTION: flag,
  /** The demo identity provider, which vouches for anybody; in local alone unless set. */
  DEMO_IDP: flag,
  /** Proxies whose X-Forwarded-For is believed (proxy-addr names or addresses, comma separated). */
  TRUSTED_PROXIES: z
    .string()
    .default("loopback")
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((proxies) => proxies.every(isProxy), "must be a list of addresses and ranges"),
  /** A mail server (smtp:// or smtps://, with user and password) that takes the mails of the outbox as well. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender, where a customer has no address of its own. */
  MAIL_FROM: z.string().min(3).default("Edge <no-reply@edge.example>"),
  /** An SMS gateway that takes the texts of the outbox. */
  SMS_URL: z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const { username, password } = new URL(text);
      return username === "" && password === "";
    }, "must have no user and password; SMS_TOKEN is what the gateway is shown")
    .optional(),
  /** What it is shown, as `Authorization: Bearer`. */
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without blanks")
    .optional(),
  /** An HTTP geocoder in place of the bundled gazetteer; answers as CommonSearchPlaces does (CAND-17). */
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** host:port where Prometheus finds the metrics; without it there are none. */
  API_METRICS_ADDRESS: z
    .string()
    .regex(/^[^:/]+:\d{1,5}$/, "must be host:port")
    .refine((value) => Number(value.split(":")[1]) <= 65_535, "must have a port up to 65535")
    .optional(),
  /** How long it goes on answering after it said that it leaves, so that whoever sends requests hears of it. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** How long the record of changes is kept (AUD-12). */
  RECORD_DAYS: z.coerce.number().int().min(30).default(400),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** The names of all variables that the API reads. */
export const variableNames = Object.keys(environment.shape);

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
  readonly geocoderUrl: string | undefined;
  readonly metricsAddress: string | undefined;
  readonly logLevel: string;
  readonly recordMs: number;
  readonly drainMs: number;
}

const unusable = (problems: readonly string[]) =>
  new Error(["These environment variables cannot be used:", ...problems].join("\n  "));

/**
 * Throws an Error when `source` lacks what production cannot do without: serving needs both, `create-admin` the origin for
 * its link, other commands neither.
 */
export function assertComplete(
  { production }: Config,
  source: Record<string, string | undefined>,
  command: string | undefined,
): void {
  const origin = "CONSOLE_ORIGIN: needed in production, as links in mails lead there";
  const server = "SMTP_URL: needed in production, or no mail leaves and nobody gets a code or a link";
  const needed = command === undefined ? [origin, server] : command === "create-admin" ? [origin] : [];
  const missing = needed.filter((line) => production && !source[line.split(":")[0] ?? ""]);
  if (missing.length > 0) throw unusable(missing);
}

/** The settings in `source`. Throws an Error that names each variable and what is wrong with it. */
export function readConfig(source: Record<string, string | undefined>): Config {
  // An empty variable counts as absent, as shells and container files make them.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const problem = issue.code === "invalid_type" ? `must be a ${issue.expected}` : issue.message;
      return `${issue.path.join(".")}: ${problem}`;
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
    outbox: env.OUTBOX ?? isLocal,
    introspection: env.INTROSPECTION ?? isLocal,
    demoIdp: env.DEMO_IDP ?? isLocal,
    consoleOrigin: env.CONSOLE_ORIGIN.replace(/\/+$/, ""),
    apiOrigin: (env.API_ORIGIN ?? (production ? env.CONSOLE_ORIGIN : undefined))?.replace(/\/+$/, ""),
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
    texts: env.SMS_URL ? "GATEWAY" : production ? "NONE" : "OUTBOX",
    geocoderUrl: env.GEOCODER_URL,
    metricsAddress: env.API_METRICS_ADDRESS,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1000,
    recordMs: env.RECORD_DAYS * 24 * 3_600_000,
  };
}
