import { cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settings } from "../../../scripts/lib/settings.mjs";
import { withDatabase } from "../../../regional-api/store/postgres/open";
import { startServer, stopServer, warnOfOldBuild } from "../../../scripts/lib/setup.mjs";
import { freePort } from "../../support/free-port";
import { forgetful, startPostgres } from "../../support/postgres-server";
import { startApi } from "../../support/servers";

/**
 * Starts the built API and console on free ports with their own demo data; stops them after the last test. With
 * POSTGRES=1 the data is in a PostgreSQL server started for the run.
 */
export default async function servers() {
  warnOfOldBuild();
  const folder = mkdtempSync(join(tmpdir(), "edge-console-e2e-"));
  const postgres = process.env.POSTGRES ? await startPostgres({ settings: forgetful }) : undefined;
  if (postgres) {
    await withDatabase(postgres.url("postgres"), (client) => client.query("CREATE DATABASE journeys"));
    // Inherited by the processes that run the journeys.
    process.env.DATABASE_URL = postgres.url("journeys");
  } else {
    // Journeys with servers of their own copy the demo data, too.
    const seeded = join(folder, "seeded");
    const api = await startApi(seeded);
    await api.end("SIGTERM");
    cpSync(seeded, join(folder, "data"), { recursive: true });
    process.env.SEEDED_DATA = seeded;
  }
  // The port is chosen first because mail links and the SSO callback contain it.
  const port = String(await freePort());
  const given = {
    DATA_DIR: join(folder, "data"),
    PORT: port,
    API_PORT: "0",
    HOST: "127.0.0.1",
    CONSOLE_ORIGIN: "",
    EMAIL_DOMAIN_VERIFICATION_SECONDS: "4",
  };
  const base = settings({ ...process.env, ...given });
  let isStopping = false;
  const start = (name: string, file: string, env: NodeJS.ProcessEnv) => {
    const log = join(folder, `${name}.log`);
    const lastLines = () => readFileSync(log, "utf8").trimEnd().split("\n").slice(-12).join("\n");
    const output = process.env.E2E_LOGS ? "inherit" : openSync(log, "w");
    return startServer(file, env, output, (child) => {
      child.once("exit", (code, signal) => {
        if (isStopping) return;
        // Without the server all later journeys fail without naming the reason.
        const why = `The ${name} ended by itself (${code ?? signal}):\n${output === "inherit" ? "" : lastLines()}\n`;
        process.once("exit", () => process.stderr.write(why));
      });
    });
  };
  const api = await start("regional API", "build/regional-api/server.js", base);
  const apiAddress = `http://127.0.0.1:${api.port}`;
  const consoleEnv = { ...base, REGIONAL_API_URL: apiAddress, APP_ENV: "qa" };
  const web = await start("console", "build/console.js", consoleEnv);
  process.env.CONSOLE_ADDRESS = `http://127.0.0.1:${web.port}`;
  process.env.API_ADDRESS = apiAddress;
  return async () => {
    isStopping = true;
    await stopServer(web.child);
    await stopServer(api.child);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
