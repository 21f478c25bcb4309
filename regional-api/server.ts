/** The process: reads the settings, opens (or seeds) the data, serves, and stops cleanly. */
import { createApp, originOf } from "./app";
import { readConfig, type Config } from "./config";
import { connectDemoIdp } from "./demo-idp/connect";
import { startMailer } from "./mailer";
import { seedDatabase } from "./seed/index";
import { openDataDir } from "./store/data-dir";
import type { Databases } from "./store/database";
import { reconcile } from "./store/reconcile";
import { sweep } from "./store/sweep";

const sweepEveryMs = 60_000;
const stopWithinMs = 10_000;

/** What fills an absent data directory, if anything. */
function seedOf({ seed, dataDir, policyPrefix }: Config): ((databases: Databases) => void) | undefined {
  if (seed === "none") return undefined;
  return (databases) => {
    process.stderr.write(`Making the ${seed} data in ${dataDir} …\n`);
    seedDatabase(databases, { size: seed, now: Date.now(), policyPrefix });
  };
}

async function run(config: Config): Promise<void> {
  const databases = await openDataDir(config.dataDir, seedOf(config));
  const repaired = reconcile(databases);
  const app = await createApp({ config, databases });
  if (repaired > 0) app.log.warn({ rows: repaired }, "directory rows repaired after a crash");

  const sweeping = setInterval(() => {
    try {
      sweep(databases, Date.now());
    } catch (error) {
      app.log.error({ err: error }, "sweep failed");
    }
  }, sweepEveryMs);
  sweeping.unref();

  const mailer = startMailer({ config, databases, clock: Date.now, log: app.log });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, "stopping");
    // Requests that never end must not keep the process.
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    clearInterval(sweeping);
    // Connections that were busy become idle; kept alive they would hold the process.
    setInterval(() => app.server.closeIdleConnections(), 50).unref();
    await Promise.all([app.close(), mailer?.stop()]);
    databases.close();
  };
  process.once("SIGTERM", (signal) => void stop(signal));
  process.once("SIGINT", (signal) => void stop(signal));

  await app.listen({ host: config.host, port: config.port });
  if (!config.production) {
    await connectDemoIdp(databases, originOf(app, config), Date.now()).catch((error: unknown) =>
      app.log.warn({ err: error }, "the demo identity provider cannot be used"),
    );
  }
  // Whoever started this process as a child learns the port, which matters when it was any free one.
  const address = app.server.address();
  if (address && typeof address === "object") process.send?.({ listening: address.port });
}

try {
  await run(readConfig(process.env));
} catch (error) {
  process.stderr.write(
    `The regional API did not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
