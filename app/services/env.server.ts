import { z } from "zod/v4";
import { version } from "../../package.json";
import {
  dkimHost,
  flag,
  givenOf,
  hostAndPort,
  isLoopback,
  isProxy,
  isWeb,
  list,
  machine,
  origin,
  problemOf,
  secret,
  templateAccount,
  webAddress,
  whole,
} from "../../shared/settings";
import { StartError } from "../../shared/start-error";
import { awsRegions, type AwsRegion } from "~/regions";

/** Web address with its path, without a trailing slash so that paths can be appended. */
const site = webAddress.transform((text) => new URL(text).href.replace(/\/+$/, ""));
const address = z
  .string()
  .refine(
    (text) => isWeb(text) || (/^mailto:\S+@\S/i.test(text) && URL.canParse(text)),
    "must be an address with https://, http:// or mailto:",
  );

const host = z
  .string()
  .regex(/^[a-z\d.-]+(:\d{1,5})?$/i, "must be a host name, with a port where it has one");

/** Matches the image sources that the CSP allows. */
const logo = z
  .string()
  .regex(
    /^(\/(?!\/)|https:\/\/[^/\s])\S*$/i,
    "must be a path of the console, like /logo.svg, or an address with https://",
  );

/**
 * Proxies whose X-Forwarded-* headers are trusted: their number, or their addresses. Never all: otherwise clients could
 * choose their own address and escape every rate limit.
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
  /** Determines the regions available for new customers (CUST-25). */
  APP_ENV: z.enum(["local", "development", "qa", "sandbox", "production"]).default("local"),
  HOST: machine,
  /** Makes the demo data reachable from other machines, although its passwords are public. */
  DEMO_ON_NETWORK: flag.default(false),
  PORT: whole(0, 65_535).default(3000),
  /** Public origin of the console; https enables Secure and __Host- cookies and HSTS. */
  CONSOLE_ORIGIN: origin.optional(),
  TRUST_PROXY: trustedProxies,
  SESSION_SECRET: secret,
  /** The previous secret, so that rotating it signs no one out. */
  SESSION_SECRET_PREVIOUS: secret.optional(),
  REGIONAL_API_URL: origin.default("http://127.0.0.1:4000"),
  REGIONAL_API_URL_AP_SOUTHEAST_2: origin.optional(),
  REGIONAL_API_URL_EU_WEST_1: origin.optional(),
  REGIONAL_API_URL_US_EAST_1: origin.optional(),
  /** Seconds a stopping console keeps accepting requests, so that load balancers can notice. */
  DRAIN_SECONDS: whole(0, 300).default(0),
  /** Timeout of regional API calls, in ms. */
  REGIONAL_API_TIMEOUT: whole(100, 60_000).default(8_000),
  /** Time a call waits for a regional API that refuses connections, e.g. during a restart, in ms. */
  REGIONAL_API_PATIENCE: whole(0, 60_000).default(5_000),
  FLAGS_FILE: z.string().default("config/flags.json"),
  /** host:port of a flagd server; replaces the file. */
  FLAGD_ADDRESS: hostAndPort.optional(),
  BRAND_NAME: z.string().max(40, "must have at most 40 characters").default("Edge"),
  BRAND_LOGO: logo.default("/logo.svg"),
  ALTERNATE_BRAND_HOSTS: list.prefault("").pipe(z.array(host)),
  ALTERNATE_BRAND_NAME: z.string().max(40, "must have at most 40 characters").default("Edge"),
  ALTERNATE_BRAND_LOGO: logo.default("/logo-alternate.svg"),
  OLD_BRAND_HOST: host.optional(),
  NEW_BRAND_HOST: host.optional(),
  PRIVACY_URL: address.default("https://console.example/privacy"),
  COOKIE_URL: address.default("https://console.example/cookies"),
  ACCEPTABLE_USE_URL: address.default("https://console.example/acceptable-use"),
  SUPPORT_URL: address.default("mailto:support@console.example"),
  TALENT_HUB_URL: site.default("https://talent-hub.example"),
  QUESTION_BANK_URL: site.default("https://question-bank.example"),
  /** The product's own single sign-on, as named in the settings' path (SET-08). */
  SSO_DOMAIN: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{0,39}$/i, "must be letters, digits, dots and hyphens, 40 at most")
    .default("edge"),
  TEMPLATE_ACCOUNT: templateAccount,
  DKIM_HOST: dkimHost,
  /** Additional origins that a sign-in may redirect to without the leaving page (AUTH-38). */
  TRUSTED_REDIRECT_ORIGINS: list.prefault("").pipe(z.array(origin)),
  SENTRY_DSN: site.optional(),
  /** host:port of the Prometheus endpoint; no metrics without it. */
  METRICS_ADDRESS: hostAndPort.optional(),
  /** OpenTelemetry collector for spans; no spans without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: site.optional(),
  /** The running version; defaults to the version that was built. */
  CONSOLE_VERSION: z
    .string()
    .regex(/^\d+(\.\d+)*$/, "must be numbers with dots, like 1.29.0")
    .default(version),
  /** Used by `npm start`. */
  LOG_REQUESTS: flag.optional(),
});

const wholeSchema = schema
  .refine((value) => !value.OLD_BRAND_HOST === !value.NEW_BRAND_HOST, {
    path: ["OLD_BRAND_HOST"],
    message: "goes together with NEW_BRAND_HOST: set both or neither",
  })
  // A proxy may forward a forged Host header; without a fixed origin the console would redirect there.
  .refine(
    ({ APP_ENV, TRUST_PROXY, CONSOLE_ORIGIN }) =>
      APP_ENV === "local" || TRUST_PROXY === 0 || CONSOLE_ORIGIN !== undefined,
    { path: ["CONSOLE_ORIGIN"], message: "is needed with TRUST_PROXY: where browsers reach the console" },
  );

export type Env = z.infer<typeof schema>;

/** All environment variables that the console reads. */
export const variables = schema.shape;

/**
 * Settings with placeholder defaults, which production must replace: links would lead nowhere and mail would
 * be lost.
 */
const placeholders = [
  "PRIVACY_URL",
  "COOKIE_URL",
  "ACCEPTABLE_USE_URL",
  "SUPPORT_URL",
  "TALENT_HUB_URL",
  "QUESTION_BANK_URL",
  "DKIM_HOST",
] as const;

const published =
  "with APP_ENV=local, whose demo accounts have a published password, other machines reach the console only with DEMO_ON_NETWORK=true";
const unsecured = "is needed in production, with https://: where browsers reach the console";

/** Settings that production requires or demo data forbids, as [variable, problem]. */
function* problemsOf(
  given: Readonly<Record<string, string | undefined>>,
): Generator<[name: string, problem: string]> {
  const { APP_ENV = "local", CONSOLE_ORIGIN = "", HOST = "127.0.0.1", DEMO_ON_NETWORK } = given;
  if (APP_ENV === "local" && DEMO_ON_NETWORK !== "true" && !isLoopback(HOST)) yield ["HOST", published];
  if (APP_ENV !== "production") return;
  if (!/^https:/i.test(CONSOLE_ORIGIN)) yield ["CONSOLE_ORIGIN", unsecured];
  for (const name of placeholders) if (given[name] === undefined) yield [name, "is needed in production"];
}

/** Parses the environment. Empty variables count as unset; all problems are reported in one readable message. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = givenOf(source);
  const result = wholeSchema.safeParse(given);
  const problems = new Map<string, string>();
  const found = (result.error?.issues ?? []).map((issue): [string, string] => {
    const name = String(issue.path[0]);
    return [name, problemOf(issue, given[name] !== undefined)];
  });
  // One line per variable, reporting its first problem.
  for (const [name, problem] of [...found, ...problemsOf(given)])
    if (!problems.has(name)) problems.set(name, problem);
  if (result.success && problems.size === 0) return result.data;
  const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`);
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

/** GraphQL endpoint of a region (SESS-05). */
export function regionalEndpoint(region: AwsRegion): string {
  return `${regionOrigins[region]}/api/${region}/graphql`;
}

/** Regions available for new customers (CUST-25). */
export function customerRegions(appEnv: Env["APP_ENV"] = env.APP_ENV): AwsRegion[] {
  if (appEnv === "production") return [...awsRegions];
  return appEnv === "qa" || appEnv === "sandbox" ? ["ap-southeast-2", "eu-west-1"] : ["ap-southeast-2"];
}

/** True if the console's public origin is https. */
export const secure = env.CONSOLE_ORIGIN?.startsWith("https:") ?? false;
