import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { settings } from "../../scripts/lib/settings.mjs";
import { nodeFlags, root, serverEnv } from "../../scripts/lib/setup.mjs";

/** The API or console running as its own process. */
export type RunningServer = {
  origin: string;
  pid: number;
  /** Output on stderr: one JSON line per error. */
  errors: () => string;
  /** The end of its output on stdout: one JSON line each, including warnings. */
  log: () => string;
  /** Sends the signal and waits for the exit. Returns the exit code, or null if killed by the signal. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
  hasEnded: () => boolean;
};

/** In characters; a server under load logs more than is worth keeping. */
const keptOfLog = 65_536;

/**
 * Process options: extra Node flags, the build's folder, and `output`, a file that receives stdout and stderr instead
 * of keeping them in memory.
 */
export type Runtime = { node?: string; flags?: readonly string[]; folder?: string; output?: number };

/** SERVER_NODE runs both servers on a Node other than the tests'. */
const serverNode = process.env.SERVER_NODE || process.execPath;

/** Starts a built server and waits until it listens. Throws if it exits first. */
async function start(
  file: string,
  env: Record<string, string | undefined>,
  { node = serverNode, flags = [], folder = root, output }: Runtime = {},
): Promise<RunningServer> {
  const child = spawn(node, [...nodeFlags, ...flags, file], {
    cwd: folder,
    env: serverEnv(env as unknown as NodeJS.ProcessEnv),
    stdio: ["ignore", output ?? "pipe", output ?? "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    log = (log + chunk).slice(-keptOfLog);
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  // An aborted run leaves no process behind.
  const abandon = () => child.kill("SIGKILL");
  process.once("exit", abandon);
  void exited.then(() => process.off("exit", abandon));
  const port = await Promise.race([listening(child), exited.then(() => undefined)]);
  if (port === undefined || child.pid === undefined) throw new Error(`${file} did not start:\n${errors}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    errors: () => errors,
    log: () => log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

async function listening(child: ChildProcess): Promise<number> {
  const [message] = (await once(child, "message")) as [{ listening: number }];
  // The channel stays open: when it closes, the server knows that the tests are gone and stops.
  child.channel?.unref();
  return message.listening;
}

const environment = (dataDir: string, extra: Record<string, string | undefined>) => ({
  ...settings({ ...process.env, HOST: "127.0.0.1", PORT: "0", API_PORT: "0", DATA_DIR: dataDir }),
  ...extra,
});

/** The built regional API on `dataDir`, seeded if empty; on any free port unless `extra` names one. */
export function startApi(
  dataDir: string,
  extra: Record<string, string | undefined> = {},
  runtime?: Runtime,
): Promise<RunningServer> {
  const env = environment(dataDir, { LOG_LEVEL: "silent", ...extra });
  return start("build/regional-api/server.js", env, runtime);
}

/** The built console on a free port; from another build if `folder` is given. */
export function startConsole(
  dataDir: string,
  extra: Record<string, string | undefined>,
  runtime: Runtime = {},
): Promise<RunningServer> {
  const env = environment(dataDir, {
    APP_ENV: "qa",
    CONSOLE_ORIGIN: "",
    // Regions that are down are down on purpose: no waiting unless a test asks for it.
    REGIONAL_API_PATIENCE: "0",
    ...extra,
  });
  return start("build/console.js", env, runtime);
}
