// The environment both servers start with on a person's own machine.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
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

/** @param {string} dataDir */
function sessionSecret(dataDir) {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * The environment with the defaults of a local start filled in.
 * @returns {NodeJS.ProcessEnv & Record<"HOST" | "PORT" | "SESSION_SECRET", string>}
 */
export function settings(env = process.env) {
  const dataDir = resolve(root, env.DATA_DIR || "data");
  const host = env.HOST || "127.0.0.1";
  const port = env.PORT || "3000";
  return {
    ...env,
    NODE_ENV: "production",
    APP_ENV: env.APP_ENV || "local",
    HOST: host,
    PORT: port,
    API_PORT: env.API_PORT || "4000",
    DATA_DIR: join(dataDir, "regional-api"),
    SESSION_SECRET: env.SESSION_SECRET || sessionSecret(dataDir),
    CONSOLE_ORIGIN: env.CONSOLE_ORIGIN || `http://${host}:${port}`,
    CONSOLE_VERSION:
      env.CONSOLE_VERSION || JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version,
  };
}
