/** Prometheus metrics (docs/operations.md). No label contains an id, a URL or personal data. */
import type { Metric } from "prom-client";
import { env } from "./env.server";

// Loaded only if metrics are configured, to save memory.
const prometheus = env.METRICS_ADDRESS ? await import("prom-client") : undefined;

/** Server and application are separate bundles with one registry: the second one finds the existing metric. */
function getOrCreateMetric<Found extends Metric>(
  name: string,
  make: (library: NonNullable<typeof prometheus>) => Found,
): Found | undefined {
  return prometheus && ((prometheus.register.getSingleMetric(name) as Found | undefined) ?? make(prometheus));
}

const histogram = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
) => getOrCreateMetric(name, ({ Histogram }) => new Histogram({ name, help, labelNames, buckets }));

const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Page and data requests by matched route; status "closed" if the browser left before the answer. */
export const requestSeconds = histogram(
  "console_http_request_duration_seconds",
  "Requests for pages and data",
  ["method", "route", "status"],
  durationBuckets,
);

/** Regional API calls; the outcome is "ok" or the kind of failure. */
export const apiCallSeconds = histogram(
  "console_api_call_duration_seconds",
  "Calls of regional APIs",
  ["region", "operation", "outcome"],
  durationBuckets,
);

/** HTML rendering time, excluding API calls. */
export const renderSeconds = histogram(
  "console_render_duration_seconds",
  "Pages turned into HTML",
  [],
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
);

/** Reported errors by kind. */
export const errorsTotal = getOrCreateMetric("console_errors_total", ({ Counter }) => {
  const name = "console_errors_total";
  const counter = new Counter({ name, help: "Errors that were reported", labelNames: ["kind"] });
  // Start at 0, otherwise a rate would miss the first error.
  counter.inc({ kind: "BUG" }, 0);
  return counter;
});
