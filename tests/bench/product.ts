/** The product that a part of the bench measures, by itself over a folder of data. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startApi, startConsole } from "../support/servers";

/** Does `work` with a folder of data: the one that was given, or a new one that is deleted afterwards. */
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

/** Fills a folder that is empty, with demo data unless `seed` says otherwise. */
export async function seeded(dataDir: string, seed = "demo"): Promise<void> {
  await (await startApi(dataDir, { SEED: seed })).end("SIGTERM");
}

/** Does `work` with an API and a console over a folder of data, which end with it. */
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
