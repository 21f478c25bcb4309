/**
 * The process: reads the settings, opens (or seeds) the data, serves, and stops cleanly. With a command, runs
 * that on the data instead of serving.
 */
import { Server } from "node:net";
import { setImmediate as otherEvents, setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { FastifyInstance } from "fastify";
import { createApp, originOf } from "./app";
import { runCommand } from "./commands/index";
import { commandLine } from "./command-line";
import { assertComplete, type Config, demoOnNetwork, readConfig } from "./config";
import { startRetentionRunner } from "./areas/retention/retention-runner";
import { startDeclineMessenger } from "./areas/applications/decline-messenger";
import { resealSecrets } from "./areas/auth/second-factors";
import { normalizeCertificates } from "./areas/sso/sso-configs.store";
import { connectDemoIdp } from "./demo-idp/connect";
import { startMailer } from "./mailer";
import { startTexter } from "./texter";
import { assertNode } from "../shared/node-version";
import { listenReasons } from "../shared/start-error";
import { serveMetrics } from "./metrics";
import { awsRegions } from "../shared/regions";
import { demoAccounts } from "./seed/ids";
import { seedDatabase } from "./seed/index";
import type { Databases } from "./store/database";
import type { Store } from "./store/engine";
import { openStore } from "./store/open-store";
import { placeOf } from "./store/postgres/open";
import { someUsers } from "./installation";
import { sweep } from "./sweep";
import { accountsWithEmail } from "./core/users.store";

// By default V8 keeps 350 MB of garbage at full load; this setting keeps the process under 400 MB
// (docs/decisions/0008).
setFlagsFromString("--heap-growing-percent=50");

const sweepEveryMs = 60_000;
const stopWithinMs = 10_000;
/** Time for which open connections may still send a request after the port closes to new ones. */
const idleMs = 300;

/** Maximum wait for an idle moment in a busy process. */
const maxIdleWaitMs = 500;

/**
 * Waits for an almost idle turn of the event loop, by which pending connections have been accepted; closing
 * the port would reset them.
 */
async function untilIdle(): Promise<void> {
  for (const end = performance.now() + maxIdleWaitMs; performance.now() < end;) {
    const from = performance.now();
    await otherEvents();
    if (performance.now() - from < 0.2) return;
  }
}

/** Returns the function that fills a new data directory, if any. */
function seedOf({
  seed,
  dataDir,
  database,
  policyPrefix,
}: Config): ((databases: Databases) => Promise<void>) | undefined {
  if (seed === "none") return undefined;
  return async (databases) => {
    process.stderr.write(`Making the ${seed} data in ${database ? placeOf(database.url) : dataDir} …\n`);
    await seedDatabase(databases, { size: seed, now: Date.now(), policyPrefix });
  };
}

/**
 * Returns an error that explains why `host:port`, set by `setting`, cannot be listened on; other errors are
 * returned unchanged.
 */
function listenError(error: unknown, host: string, port: number, setting: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = listenReasons[code];
  if (!reason) return error;
  return new Error(`${host}:${port} ${reason}. Choose another one by ${setting}.`, { cause: error });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, host, port, "HOST and API_PORT");
  }
}

async function listenForMetrics(app: FastifyInstance, databases: Store, address: string): Promise<void> {
  const [host = "", port] = address.split(":");
  try {
    await serveMetrics(app, databases, address);
  } catch (error) {
    throw listenError(error, host, Number(port), "API_METRICS_ADDRESS");
  }
}

/** True if an account with a published password exists. */
async function hasDemoAccount(databases: Store): Promise<boolean> {
  const { reader } = databases.region(awsRegions[0]);
  const found = await Promise.all(
    Object.values(demoAccounts).map(({ email }) => accountsWithEmail(reader, email)),
  );
  return found.some((accounts) => accounts.length > 0);
}

/** Throws an Error if accounts with a published password would be exposed, in production or to a network. */
function assertClosed({ production, isOpenToNetwork, database, dataDir }: Config): void {
  const place = database ? placeOf(database.url) : dataDir;
  if (production)
    throw new Error(
      `${place} holds demo accounts, whose password is published. Name another place for the data of production.`,
    );
  if (isOpenToNetwork) throw new Error(`HOST: ${demoOnNetwork}. ${place} holds such accounts.`);
}

async function run(config: Config): Promise<void> {
  // The loss of an idle connection affects no query; the pool replaces it on demand.
  let lost = (error: Error): void => {
    process.stderr.write(`${error.message}\n`);
  };
  const { store: databases, repaired } = await openStore({
    config,
    seed: seedOf(config),
    lost: (error) => lost(error),
  });
  const hasDemoAccounts = await hasDemoAccount(databases);
  if (hasDemoAccounts) assertClosed(config);
  const app = await createApp({ config, databases });
  lost = (error) => app.log.warn({ error }, "a connection to the database was lost");
  if (config.metricsAddress) await listenForMetrics(app, databases, config.metricsAddress);
  if (repaired > 0) app.log.warn({ rows: repaired }, "directory rows repaired after a crash");

  const sweepNow = async () => {
    try {
      await databases.alone("sweep", async () => void (await sweep(databases, Date.now(), config.recordMs)));
    } catch (error) {
      app.log.error({ error }, "sweep failed");
    }
  };
  let swept = Promise.resolve();
  const sweeping = setInterval(() => void (swept = swept.then(sweepNow)), sweepEveryMs);
  sweeping.unref();

  const mailer = startMailer({ config, databases, clock: Date.now, log: app.log });
  const texter = startTexter({ config, databases, clock: Date.now, log: app.log });
  const declineMessenger = startDeclineMessenger({ config, databases, clock: Date.now, log: app.log });

  const retentionRunner = startRetentionRunner({ databases, clock: Date.now, log: app.log });

  let stopping = false;
  const stop = async (reason: string, exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ reason }, "stopping");
    // After a failure there is no reason to wait for load balancers.
    if (exitCode === 0) {
      // With a drain time, load balancers can notice first. Without one, kept-alive connections stay in use,
      // so that no new ones arrive to be reset.
      if (config.drainMs > 0) app.leave();
      await pause(config.drainMs);
      await untilIdle();
      // Bypasses the HTTP server's own close, which would end connections that have not sent a request yet.
      Server.prototype.close.call(app.server);
    }
    app.leave();
    if (exitCode === 0) await pause(idleMs);
    // Requests that never end must not keep the process alive.
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    clearInterval(sweeping);
    // Busy connections become idle later; kept alive, they would keep the process running.
    setInterval(() => app.server.closeIdleConnections(), 50).unref();
    const workers = [mailer, texter, declineMessenger, retentionRunner];
    await Promise.all([app.close(), ...workers.map((worker) => worker?.stop()), swept]);
    await databases.close();
    // All work is done, even if a mail server keeps a connection open.
    process.exit(exitCode);
  };
  // An uncaught error leaves undefined state, so the process completes pending requests and exits with 1; its
  // supervisor starts another.
  process.on("uncaughtException", (error, origin) => {
    app.log.error({ error, origin }, "uncaught error");
    stop(origin, 1).catch(() => process.exit(1));
  });
  process.once("SIGTERM", (signal) => void stop(signal));
  process.once("SIGINT", (signal) => void stop(signal));
  // The parent process has ended, possibly without a signal.
  process.once("disconnect", () => void stop("disconnect"));
  process.channel?.unref();

  await normalizeCertificates(databases);
  const sealed = await resealSecrets(databases, config);
  if (sealed > 0) app.log.info({ sealed }, "authenticator app secrets re-encrypted");
  await listen(app, config);
  if (config.demoIdp) {
    await connectDemoIdp(databases, config.dataDir, originOf(app, config), Date.now()).catch(
      (error: unknown) => app.log.warn({ error }, "the demo identity provider cannot be used"),
    );
  }
  if ((await someUsers(databases)).length === 0)
    app.log.warn(
      { command: commandLine("create-admin", databases.dataDir, config.consoleOrigin) },
      "there is no account yet",
    );
  // Reports the port to a parent process, which cannot know it if any free one was chosen.
  const address = app.server.address();
  if (address && typeof address === "object")
    process.send?.({ listening: address.port, hasOutbox: config.outbox, hasDemoAccounts });
}

// Makes files that the API writes private to its user.
process.umask(0o077);
const [command, ...args] = process.argv.slice(2);
try {
  assertNode(process.versions.node);
  const config = readConfig(process.env);
  assertComplete(config, process.env, command);
  if (command === undefined) await run(config);
  else await runCommand(command, args, config);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    command === undefined ? `The regional API did not start: ${message}\n` : `${message}\n`,
  );
  process.exit(1);
}
