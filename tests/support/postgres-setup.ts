import type { TestProject } from "vitest/node";
import { forgetful, startPostgres } from "./postgres-server";

/** One server shared by all tests on PostgreSQL. */
export default async function setup(_project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ settings: [...forgetful, "autovacuum=off"] });
  process.env.TEST_POSTGRES = server.url("").replace(/\/$/, "");
  return () => server.stop();
}
