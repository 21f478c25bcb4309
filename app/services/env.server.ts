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

/** An address of the web with its path, and no slash at its end, so that more can be put behind it. */
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

/** The policy that images are loaded by takes no others. */
const logo = z
  .string()
  .regex(
    /^(\/(?!\/)|https:\/\/[^/\s])\S*$/i,
    "must be a path of the console, like /logo.svg, or an address with https://",
  );

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
  HOST: machine,
  /** The demo data, whose passwords are published, is reached from other machines. */
  DEMO_ON_NETWORK: flag.default(false),
  PORT: whole(0, 65_535).default(3000),
  /** Where browsers reach the console; https turns on Secure and __Host- cookies and HSTS. */
  CONSOLE_ORIGIN: origin.optional(),
  TRUST_PROXY: trustedProxies,
  SESSION_SECRET: secret,
  /** The secret before the last change, so that a change signs nobody out. */
  SESSION_SECRET_PREVIOUS: secret.optional(),
  REGIONAL_API_URL: origin.default("http://127.0.0.1:4000"),
  REGIONAL_API_URL_AP_SOUTHEAST_2: origin.optional(),
  REGIONAL_API_URL_EU_WEST_1: origin.optional(),
  REGIONAL_API_URL_US_EAST_1: origin.optional(),
  /** How long a stopping console still takes requests, in seconds, for a load balancer to notice. */
  DRAIN_SECONDS: whole(0, 300).default(0),
  /** How long the console waits for a regional API, in milliseconds. */
  REGIONAL_API_TIMEOUT: whole(100, 60_000).default(8_000),
  /** How long a call waits for a regional API that refuses connections, as one that restarts does, in milliseconds. */
  REGIONAL_API_PATIENCE: whole(0, 60_000).default(5_000),
  FLAGS_FILE: z.string().default("config/flags.json"),
  /** host:port of a flagd server, in place of the file. */
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
  /** The product's own single sign-on, as the settings' address names it (SET-08). */
  SSO_DOMAIN: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{0,39}$/i, "must be letters, digits, dots and hyphens, 40 at most")
    .default("edge"),
  TEMPLATE_ACCOUNT: templateAccount,
  DKIM_HOST: dkimHost,
  /** Further origins a sign-in may lead to without the leaving page (AUTH-38). */
  TRUSTED_REDIRECT_ORIGINS: list.prefault("").pipe(z.array(origin)),
  SENTRY_DSN: site.optional(),
  /** host:port where Prometheus finds the metrics; without it there are none. */
  METRICS_ADDRESS: hostAndPort.optional(),
  /** The OpenTelemetry collector that spans are sent to; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: site.optional(),
  /** The running version; unless given, the one that was built. */
  CONSOLE_VERSION: z
    .string()
    .regex(/^\d+(\.\d+)*$/, "must be numbers with dots, like 1.29.0")
    .default(version),
  /** Read by `npm start`. */
  LOG_REQUESTS: flag.optional(),
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

/** All variables that the console reads. */
export const variables = schema.shape;

/** What stands for these unless they are set is nobody's address: people would be led to it, or mail from it would be lost. */
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

/** What production cannot do without, and demo data must not have: the variable, and what is wrong with it. */
function* problemsOf(
  given: Readonly<Record<string, string | undefined>>,
): Generator<[name: string, problem: string]> {
  const { APP_ENV = "local", CONSOLE_ORIGIN = "", HOST = "127.0.0.1", DEMO_ON_NETWORK } = given;
  if (APP_ENV === "local" && DEMO_ON_NETWORK !== "true" && !isLoopback(HOST)) yield ["HOST", published];
  if (APP_ENV !== "production") return;
  if (!/^https:/i.test(CONSOLE_ORIGIN)) yield ["CONSOLE_ORIGIN", unsecured];
  for (const name of placeholders) if (given[name] === undefined) yield [name, "is needed in production"];
}

/** Reads the environment. Empty variables count as unset; what is wrong comes back as one readable message. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = givenOf(source);
  const result = wholeSchema.safeParse(given);
  const problems = new Map<string, string>();
  const told = (result.error?.issues ?? []).map((issue): [string, string] => {
    const name = String(issue.path[0]);
    return [name, problemOf(issue, given[name] !== undefined)];
  });
  // One line for a variable, with what is wrong first.
  for (const [name, problem] of [...told, ...problemsOf(given)])
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
