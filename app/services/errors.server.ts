import { currentRequest } from "./current-request.server";
import { env } from "./env.server";
import { logger, scrub } from "./log.server";
import { errorsTotal } from "./metrics.server";
import { ApiError } from "./regional-api.server";

type Reporter = (error: unknown, context: Record<string, unknown>) => void;

let sentry: Promise<Reporter> | undefined;

// Loaded only when an address is configured: the library costs memory and start-up time.
function sentryReporter(dsn: string): Promise<Reporter> {
  sentry ??= import("@sentry/remix").then((Sentry) => {
    Sentry.init({
      dsn,
      release: env.CONSOLE_VERSION,
      environment: env.APP_ENV,
      sendDefaultPii: false,
      tracesSampleRate: 0,
      // Trails hold addresses and console lines as they were, unscrubbed.
      beforeBreadcrumb: () => null,
      beforeSend: (event) => ({
        ...event,
        ...(scrub({ extra: event.extra ?? {} }) as object),
        request: undefined,
      }),
    });
    return (error, context) => {
      const scrubbed = scrub(error) as { name?: string; message?: string };
      const reported = new Error(String(scrubbed.message ?? scrubbed));
      reported.name = scrubbed.name ?? "Error";
      if (error instanceof Error && error.stack) reported.stack = String(scrub(error.stack));
      Sentry.captureException(reported, { extra: scrub(context) as Record<string, unknown> });
    };
  });
  return sentry;
}

// Several loaders of a page may wait for the same call: its failure reaches here once for each of them.
const reported = new WeakSet<Error>();

/**
 * Sends an error to the error-reporting service: Sentry when configured, the server log otherwise (GEN-12, GEN-13).
 * Each error is sent once, however many of a page's parts failed by it.
 */
export function reportError(error: unknown, context: Record<string, unknown> = {}): void {
  // A page that was left is no fault (SESS-08).
  if (error instanceof ApiError && error.kind === "ABANDONED") return;
  if (error instanceof Error) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  errorsTotal?.inc({ kind: error instanceof ApiError ? error.kind : "BUG" });
  logger.error("error", { ...context, error });
  if (env.SENTRY_DSN) {
    sentryReporter(env.SENTRY_DSN).then(
      (report) => report(error, { requestId: currentRequest()?.id, ...context }),
      (failure: unknown) => logger.warn("error report failed", { error: failure }),
    );
  }
}
