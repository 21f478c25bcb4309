import express from "express";
import { createServer } from "node:http";
import { startFailed } from "./services/start.server";

/** Serves the metrics at `address` (host:port), a port of their own that no proxy passes on. */
export async function serveMetrics(address: string): Promise<void> {
  const { collectDefaultMetrics, register } = await import("prom-client");
  const [host, port] = address.split(":");
  collectDefaultMetrics();
  const app = express().disable("x-powered-by");
  app.get("/metrics", (_, res, next) => {
    register.metrics().then((text) => res.type(register.contentType).send(text), next);
  });
  const server = createServer(app).once("error", (error) =>
    startFailed(Object.assign(error, { setting: "METRICS_ADDRESS" })),
  );
  server.listen(Number(port), host).unref();
}
