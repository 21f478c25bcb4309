import { serveRegistry } from "../shared/metrics-endpoint";
import { logger } from "./services/log.server";
import { startFailed } from "./services/start.server";

/** Serves the metrics at `address` (host:port). */
export async function serveMetrics(address: string): Promise<void> {
  const { collectDefaultMetrics, register } = await import("prom-client");
  collectDefaultMetrics();
  await serveRegistry(register, address, (error) => logger.error("metrics cannot be read", { error })).catch(
    (error: Error) => startFailed(Object.assign(error, { setting: "METRICS_ADDRESS" })),
  );
}
