import { isIP } from "node:net";
import { z } from "zod/v4";
import { version } from "../../package.json";
import { awsRegions, type AwsRegion } from "~/regions";
import { StartError } from "./start-error.server";

const origin = z.url({ protocol: /^https?$/, abort: true }).transform((value) => new URL(value).origin);
/** An address of the web with its path, and no slash at its end, so that more can be put behind it. */
const site = z
  .url({ protocol: /^https?$/, abort: true })
  .transform((value) => new URL(value).href.replace(/\/+$/, ""));
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
const address = (fallback: string) => z.url({ protocol: /^(https?|mailto)$/ }).default(fallback);

const host = z
  .string()
  .regex(/^[a-z\d.-]+(:\d{1,5})?$/i, "must be a host name, with a port where it has one");

/** host:port; Node refuses a larger port with a stack. */
const hostAndPort = z
  .string()
  .regex(/^[^:/]+:\d{1,5}$/, "must be host:port")
  .refine((value) => Number(value.split(":")[1]) <= 65_535, "must have a port up to 65535");

const proxyNames = new Set(["loopback", "linklocal", "uniquelocal"]);

/** An address, a range in CIDR notation, or one of the names that Express knows ranges by. */
function isProxy(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0) return proxyNames.has(text);
  const most = version === 4 ? 32 : 128;
  return more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most));
}

/**
 * Whose X-Forwarded-* are believed: that many proxies in front of the console, or these addresses. Never everybody:
 * then each browser would choose its own address and escape every limit.
 */
const trustedProxies = z
  .string()
  .default("0")
  .transform((value, context): number | string[] => {
    if (/^(0|false|off|no)$/i.test(value)) return 0;
    if (/^[1-9]$/.test(value)) return Number(value);
    const proxies = value.split(",").map((item) => item.trim());
    if (proxies.every(isProxy)) return proxies;
    const message =
      'must be the number of proxies in front of the console (1 for a single one) or a list of their addresses and ranges; "true" would let browsers choose their own address';
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  /** Which regions a new customer may be created in (CUST-25). */
  APP_ENV: z.enum(["local", "development", "qa", "sandbox", "production"]).default("local"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Where browsers reach the console; https turns on Secure and __Host- cookies and HSTS. */
  CONSOLE_ORIGIN: origin.optional(),
  TRUST_PROXY: trustedProxies,
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters"),
  /** The secret before the last change, so that a change signs nobody out. */
  SESSION_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  REGIONAL_API_URL: origin.default("http://127.0.0.1:4000"),
  REGIONAL_API_URL_AP_SOUTHEAST_2: origin.optional(),
  REGIONAL_API_URL_EU_WEST_1: origin.optional(),
  REGIONAL_API_URL_US_EAST_1: origin.optional(),
  /** How long a stopping console still takes requests, in seconds, for a load balancer to notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** How long the console waits for a regional API, in milliseconds. */
  REGIONAL_API_TIMEOUT: z.coerce.number().int().min(100).max(60_000).default(8_000),
  /** How long a call waits for a regional API that refuses connections, as one that restarts does, in milliseconds. */
  REGIONAL_API_PATIENCE: z.coerce.number().int().min(0).max(60_000).default(5_000),
  FLAGS_FILE: z.string().default("config/flags.json"),
  /** host:port of a flagd server, in place of the file. */
  FLAGD_ADDRESS: hostAndPort.optional(),
  BRAND_NAME: z.string().min(1).max(40).default("Edge"),
  BRAND_LOGO: z.string().default("/logo.svg"),
  ALTERNATE_BRAND_HOSTS: list,
  ALTERNATE_BRAND_NAME: z.string().min(1).max(40).default("Edge"),
  ALTERNATE_BRAND_LOGO: z.string().default("/logo-alternate.svg"),
  OLD_BRAND_HOST: host.optional(),
  NEW_BRAND_HOST: host.optional(),
  PRIVACY_URL: address("https://console.example/privacy"),
  COOKIE_URL: address("https://console.example/cookies"),
  ACCEPTABLE_USE_URL: address("https://console.example/acceptable-use"),
  SUPPORT_URL: address("mailto:support@console.example"),
  TALENT_HUB_URL: site.default("https://talent-hub.example"),
  QUESTION_BANK_URL: site.default("https://question-bank.example"),
  /** The product's own single sign-on, as the settings' address names it (SET-08). */
  SSO_DOMAIN: z.string().min(1).max(40).default("edge"),
  /** The 12-digit account that holds the customers' own message templates (NOTIF-20). */
  TEMPLATE_ACCOUNT: z
    .string()
    .regex(/^\d{12}$/, "must be 12 digits")
    .default("000000000000"),
  /** Where the CNAME records of customers' email domains point (MAIL-10). */
  DKIM_HOST: z
    .string()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, "must be a host name")
    .default("dkim.edge.example"),
  /** Further origins a sign-in may lead to without the leaving page (AUTH-38). */
  TRUSTED_REDIRECT_ORIGINS: list.pipe(z.array(origin)),
  SENTRY_DSN: z.url().optional(),
  /** host:port where Prometheus finds the metrics; without it there are none. */
  METRICS_ADDRESS: hostAndPort.optional(),
  /** The OpenTelemetry collector that spans are sent to; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The running version; unless given, the one that was built. */
  CONSOLE_VERSION: z
    .string()
    .regex(/^\d+(\.\d+)*$/)
    .default(version),
});

const wholeSchema = schema
  .refine((value) => !value.OLD_BRAND_HOST === !value.NEW_BRAND_HOST, {
    path: ["OLD_BRAND_HOST"],
    message: "goes together with NEW_BRAND_HOST: set both or neither",
  })
  // A proxy may pass on the host that a browser made up; without an origin of its own the console would lead there.
  .refine(
    ({ APP_ENV, TRUST_PROXY, CONSOLE_ORIGIN }) =>
      APP_ENV === "local" || TRUST_PROXY === 0 || CONSOLE_ORIGIN !== undefined,
    { path: ["CONSOLE_ORIGIN"], message: "is needed with TRUST_PROXY: where browsers reach the console" },
  );

export type Env = z.infer<typeof schema>;

/** The names of all variables that the console reads. */
export const variableNames = Object.keys(schema.shape);

/** Reads the environment. Empty variables count as unset; what is wrong comes back as one readable message. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = wholeSchema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    if (issue.code !== "invalid_type") return `  ${name}: ${issue.message}`;
    return `  ${name}: ${given[name] === undefined ? "is needed" : `must be a ${issue.expected}`}`;
  });
  throw new StartError(
    `The console cannot start; these environment variables are wrong:\n${lines.join("\n")}`,
  );
}

export const env: Env = parseEnv(process.env);

const regionOrigins: Record<AwsRegion, string> = {
  "ap-southeast-2": env.REGIONAL_API_URL_AP_SOUTHEAST_2 ?? env.REGIONAL_API_URL,
  "eu-west-1": env.REGIONAL_API_URL_EU_WEST_1 ?? env.REGIONAL_API_URL,
  "us-east-1": env.REGIONAL_API_URL_US_EAST_1 ?? env.REGIONAL_API_URL,
};

/** The GraphQL endpoint of a region (SESS-05). */
export function regionalEndpoint(region: AwsRegion): string {
  return `${regionOrigins[region]}/api/${region}/graphql`;
}

/** The regions a new customer may be created in (CUST-25). */
export function customerRegions(appEnv: Env["APP_ENV"] = env.APP_ENV): AwsRegion[] {
  if (appEnv === "production") return [...awsRegions];
  return appEnv === "qa" || appEnv === "sandbox" ? ["ap-southeast-2", "eu-west-1"] : ["ap-southeast-2"];
}

/** Whether browsers reach the console over https. */
export const secure = env.CONSOLE_ORIGIN?.startsWith("https:") ?? false;
