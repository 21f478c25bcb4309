import { currentRequest } from "./current-request.server";
import { env } from "./env.server";
import { logger, scrub } from "./log.server";
import { errorsTotal } from "./metrics.server";
import { ApiError } from "./regional-api.server";

type Reporter = {
  report: (error: unknown, context: Record<string, unknown>) => void;
  flush: (ms: number) => Promise<unknown>;
};

let sentry: Promise<Reporter> | undefined;
/** Id of the running build; two builds can have the same version. */
let build = "";

/** Release name in reports, in Sentry's format: package@version+build. */
const releaseOf = () => `edge-console@${env.CONSOLE_VERSION}${build && `+${build}`}`;

/**
 * Sentry integrations to keep. The others would send unscrubbed errors, stop an unhandled rejection from ending the
 * process (SHELL-77), and trace calls the console already traces.
 */
const keptIntegrations = new Set(["Context", "Modules"]);

// Loaded only if a DSN is configured: the library costs memory and start-up time.
function sentryReporter(dsn: string): Promise<Reporter> {
  sentry ??= import("@sentry/remix").then((Sentry) => {
    Sentry.init({
      dsn,
      release: releaseOf(),
      environment: env.APP_ENV,
      sendDefaultPii: false,
      integrations: (all) => all.filter(({ name }) => keptIntegrations.has(name)),
      skipOpenTelemetrySetup: true,
      registerEsmLoaderHooks: false,
      beforeSend: (event) => ({ ...event, ...(scrub({ extra: event.extra ?? {} }) as object) }),
    });
    return {
      report: (error, context) => {
        const scrubbed = scrub(error) as { name?: string; message?: string };
        const reported = new Error(String(scrubbed.message ?? scrubbed));
        reported.name = scrubbed.name ?? "Error";
        // Sentry takes relative paths without "./" for Node internals.
        if (error instanceof Error && error.stack)
          reported.stack = String(scrub(error.stack)).replaceAll("(app/", "(./app/");
        Sentry.captureException(reported, { extra: scrub(context) as Record<string, unknown> });
      },
      flush: (ms) => Sentry.flush(ms),
    };
  });
  return sentry;
}

function send(error: unknown, context: Record<string, unknown>): void {
  if (!env.SENTRY_DSN) return;
  sentryReporter(env.SENTRY_DSN).then(
    ({ report }) => report(error, { requestId: currentRequest()?.id, ...context }),
    (failure: unknown) => logger.warn("error report failed", { error: failure }),
  );
}

/** Error reporting for the HTTP server, a separate bundle that logs its errors itself. */
export const errorReports = {
  startedWith: (version: string): void => void (build = version),
  send,
  /** Resolves when all reports are sent, or after `ms`. */
  flush: async (ms: number): Promise<void> => {
    await (await sentry)?.flush(ms);
  },
};

// Several loaders may await the same call, so its error arrives here once per loader.
const reported = new WeakSet<Error>();

/**
 * Reports an error to Sentry if configured, otherwise to the server log (SESS-35). Each error is reported once, however
 * many parts of a page it affects.
 */
export function reportError(error: unknown, context: Record<string, unknown> = {}): void {
  // Leaving a page is not an error (SESS-08).
  if (error instanceof ApiError && error.kind === "ABANDONED") return;
  if (error instanceof Error) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  errorsTotal?.inc({ kind: error instanceof ApiError ? error.kind : "BUG" });
  logger.error("error", { ...context, error });
  send(error, context);
}
