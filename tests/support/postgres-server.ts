/** A PostgreSQL server for the tests, where its programs are installed. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { freePort } from "./free-port";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; the package's user postgres is used then. */
const isRoot = process.getuid?.() === 0;
const idOf = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));

/** Child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

export interface PostgresServer {
  /** URL of one of its databases, as its superuser. */
  url(database: string): string;
  readonly port: number;
  stop(): Promise<void>;
  /** Kills it like a machine failure: nothing is flushed. */
  kill(): Promise<void>;
}

/** Settings for a server whose data is disposable. */
export const forgetful: readonly string[] = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  "max_connections=300",
];

interface ServerOptions {
  /** Settings such as `fsync=off`, which is fast but loses data when the machine fails. */
  readonly settings?: readonly string[];
  /** The primary this server is a standby of; without one it starts empty. */
  readonly primary?: PostgresServer;
  /** The data folder. */
  readonly folder?: string;
}

/** Starts a server. Throws where `postgresPrograms` finds none. */
export async function startPostgres({
  settings = [],
  primary,
  folder: below = tmpdir(),
}: ServerOptions = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL 15 or newer is not installed");
  const folder = mkdtempSync(join(below, "edge-postgres-"));
  const as = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const dataDir = join(folder, "data");
  const initdb = [
    "-D",
    dataDir,
    "-A",
    "trust",
    "-U",
    "postgres",
    "--locale=C.UTF-8",
    "-E",
    "UTF8",
    "--no-sync",
  ];
  const copy = [
    "-h",
    "127.0.0.1",
    "-p",
    String(primary?.port),
    "-U",
    "postgres",
    "-D",
    dataDir,
    "-R",
    "-c",
    "fast",
  ];
  if (primary) await run(join(programs, "pg_basebackup"), copy, { ...as, cwd: folder });
  else await run(join(programs, "initdb"), initdb, { ...as, cwd: folder });
  const port = await freePort();
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    ...settings,
  ];
  const child = spawn(
    join(programs, "postgres"),
    ["-D", dataDir, ...options.flatMap((option) => ["-c", option])],
    { ...as, cwd: folder, stdio: "ignore" },
  );
  const ended = new Promise<void>((end) => child.once("exit", () => end()));
  const stop = async () => {
    // SIGINT is a fast shutdown: it closes remaining connections.
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = () =>
    run(join(programs, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port), "-t", "5"]).then(
      () => true,
      () => false,
    );
  const end = Date.now() + 20_000;
  while (!(await isReady())) {
    if (Date.now() > end || child.exitCode !== null) {
      await stop();
      throw new Error("PostgreSQL did not start");
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    port,
    stop,
    kill: async () => {
      // Its children first: one that loses the others lives on for a moment and may shut down in order.
      for (const pid of childrenOf(child.pid ?? 0)) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It exited after it was listed.
        }
      }
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
