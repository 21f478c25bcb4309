/** The log: one line of JSON per event, with the same field names, times and levels as the console's log. */
import { LogController, type FastifyServerOptions } from "fastify";
import { writeLine } from "../shared/log-stream";
import { traceOf } from "../shared/traceparent";
import { OnceAMinute } from "./once-a-minute";
import { causeOfFailure, isStoreFailure } from "./store/failures";

/** The message of every log line about a failure of the data store. */
export const storeFailureMessage = "the data store cannot be used";

/**
 * Logs failures of the data store once a minute per cause, since requests and background work all run into
 * the same failure. `met` holds the message that the line would otherwise have.
 */
function oneForEachCause() {
  const causes = new OnceAMinute();
  return (args: unknown[]): unknown[] | undefined => {
    const [fields, met] = args;
    const error =
      typeof fields === "object" && fields !== null && "error" in fields ? fields.error : undefined;
    if (!isStoreFailure(error)) return args;
    const cause = causeOfFailure(error);
    const leftOut = causes.pass(cause);
    return leftOut === undefined
      ? undefined
      : [
          { ...(fields as object), cause, leftOut, ...(met !== storeFailureMessage && { met }) },
          storeFailureMessage,
        ];
  };
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** Returns an error as logged, with up to three levels of causes. */
function loggedError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && depth < 3 ? loggedError(error.cause, depth + 1) : undefined;
  return {
    name: error.name,
    message: error.message,
    stack: error.stack?.split("\n").slice(1, 8).join("\n") ?? "",
    ...(typeof cause === "object" && { cause }),
  };
}

/** Number of pino's error level. */
const errorLevel = 50;

/** Writes errors to stderr, everything else to stdout. pino sets lastLevel before each write. */
const stream = {
  [Symbol.for("pino.metadata")]: true,
  lastLevel: 0,
  write(line: string): void {
    writeLine(this.lastLevel >= errorLevel ? process.stderr : process.stdout, line.trimEnd());
  },
};

/** Fastify's logging options. `level` is the lowest level logged. */
export const logOptions = (level: string) => {
  const oncePerCause = oneForEachCause();
  return {
    logger: {
      level,
      base: null,
      messageKey: "message",
      errorKey: "error",
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { error: (error: unknown) => loggedError(error) },
      hooks: {
        logMethod(args: unknown[], method: (...args: unknown[]) => void) {
          const safe = oncePerCause(args);
          if (safe) method.apply(this, safe);
        },
      },
      stream,
    },
    // Adds the trace id to every log line of a request.
    childLoggerFactory: (logger, bindings, options, { headers }) => {
      const traceId = traceOf(headers.traceparent)?.id;
      return logger.child(traceId ? { ...bindings, traceId } : bindings, options);
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
  } satisfies FastifyServerOptions;
};
