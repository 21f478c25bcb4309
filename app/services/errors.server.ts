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
/** The build that runs; two of the same version may differ. */
let build = "";

/** The release that reports name, in Sentry's form: package@version+build. */
const releaseOf = () => `edge-console@${env.CONSOLE_VERSION}${build && `+${build}`}`;

/**
 * What the library adds by itself. The rest of it would send errors that are not scrubbed, keep a rejection that nothing
 * waited for from ending the process (SHELL-77), and trace calls that the console traces itself.
 */
const additions = new Set(["Context", "Modules"]);

// Loaded only when an address is configured: the library costs memory and start-up time.
function sentryReporter(dsn: string): Promise<Reporter> {
  sentry ??= import("@sentry/remix").then((Sentry) => {
    Sentry.init({
      dsn,
      release: releaseOf(),
      environment: env.APP_ENV,
      sendDefaultPii: false,
      integrations: (all) => all.filter(({ name }) => additions.has(name)),
      skipOpenTelemetrySetup: true,
      registerEsmLoaderHooks: false,
      beforeSend: (event) => ({ ...event, ...(scrub({ extra: event.extra ?? {} }) as object) }),
    });
    return {
      report: (error, context) => {
        const scrubbed = scrub(error) as { name?: string; message?: string };
        const reported = new Error(String(scrubbed.message ?? scrubbed));
        reported.name = scrubbed.name ?? "Error";
        // Sentry takes a path without a beginning for one of Node's own files.
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

/** For the HTTP server, which logs its errors itself and is a bundle of its own. */
export const errorReports = {
  startedWith: (version: string): void => void (build = version),
  send,
  /** Settles once all reports have gone, or after so many ms. */
  flush: async (ms: number): Promise<void> => {
    await (await sentry)?.flush(ms);
  },
};

// Several loaders of a page may wait for the same call: its failure reaches here once for each of them.
const reported = new WeakSet<Error>();

/**
 * Sends an error to the error-reporting service: Sentry when configured, the server log otherwise (SESS-35).
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
  send(error, context);
}
