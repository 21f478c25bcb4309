// Environment of both servers for local starts.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { URL } from "node:url";
import { root } from "./setup.mjs";

export const demoAccounts = [
  ["admin@acme.example", "provider staff, customers in all three regions"],
  ["mfa@acme.example", "the same with emailed one-time codes"],
  ["customer.admin@acme.example", "Customer Admin"],
  ["recruiter@acme.example", "Recruiter"],
  ["manager@acme.example", "Hiring Manager"],
  ["us.admin@globex.example", "customer in us-east-1, American wording"],
  ["auditor@acme.example", "reads people, groups and settings, changes nothing"],
  ["noaccess@acme.example", "signs in, has no access"],
  ["locked@acme.example", "locked"],
  ["archived@acme.example", "archived"],
  ["sso.user@initech.example", "single sign-on only, account name initech"],
];
export const demoPassword = "Console-Demo-1!";

/** Reads the secret in the file of this name, creating it if absent. @param {string} dataDir @param {string} name */
function keptSecret(dataDir, name) {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * The origin at which local browsers reach the console; empty if unknown: in production, when it listens on every
 * address, or if a setting is invalid, which its server reports by name.
 * @param {NodeJS.ProcessEnv} env @param {string} host @param {string} port
 */
function originOf({ CONSOLE_ORIGIN, APP_ENV }, host, port) {
  if (CONSOLE_ORIGIN || APP_ENV === "production" || /^(0\.0\.0\.0|::)$/.test(host))
    return CONSOLE_ORIGIN ?? "";
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return URL.canParse(origin) ? origin : "";
}

/**
 * Servers run as production, whatever the shell's NODE_ENV; invalid values are passed on, to be reported by name.
 * @param {NodeJS.ProcessEnv["NODE_ENV"]} given
 */
const nodeEnv = (given) =>
  given && !["development", "production", "test"].includes(given) ? given : "production";

/**
 * Returns the environment with defaults for a local start.
 * @returns {NodeJS.ProcessEnv & Record<"HOST" | "PORT" | "SESSION_SECRET", string>}
 */
export function settings(env = process.env) {
  const dataDir = resolve(root, env.DATA_DIR || "data");
  const host = env.HOST || "127.0.0.1";
  const port = env.PORT || "3000";
  return {
    ...env,
    NODE_ENV: nodeEnv(env.NODE_ENV),
    APP_ENV: env.APP_ENV || "local",
    HOST: host,
    PORT: port,
    API_PORT: env.API_PORT || "4000",
    DATA_DIR: join(dataDir, "regional-api"),
    SESSION_SECRET: env.SESSION_SECRET || keptSecret(dataDir, "session-secret"),
    MFA_SECRET: env.MFA_SECRET || keptSecret(dataDir, "mfa-secret"),
    CONSOLE_ORIGIN: originOf(env, host, port),
    CONSOLE_VERSION:
      env.CONSOLE_VERSION || JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version,
  };
}
