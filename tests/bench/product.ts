/** Runs the product on a data folder for parts of the bench. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startApi, startConsole } from "../support/servers";

/** Runs `work` with the given data folder, or with a new one that is deleted afterwards. */
export async function inFolder<Result>(
  given: string | undefined,
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) mkdirSync(given, { recursive: true });
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "edge-bench-"));
  try {
    return await work(dataDir);
  } finally {
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Fills an empty folder, with demo data by default. */
export async function seeded(dataDir: string, seed = "demo"): Promise<void> {
  await (await startApi(dataDir, { SEED: seed })).end("SIGTERM");
}

/** Runs `work` with an API and a console on a data folder, and stops both afterwards. */
export async function withProduct<Result>(
  dataDir: string,
  work: (servers: { api: RunningServer; web: RunningServer }) => Promise<Result>,
  extra: Record<string, string> = {},
): Promise<Result> {
  const api = await startApi(dataDir, extra);
  try {
    const web = await startConsole(dataDir, { REGIONAL_API_URL: api.origin });
    try {
      return await work({ api, web });
    } finally {
      await web.end("SIGTERM");
    }
  } finally {
    await api.end("SIGTERM");
  }
}
