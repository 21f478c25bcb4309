/** The log: one line of JSON an event, with the field names, times and levels of the console's. */
import { LogController, type FastifyServerOptions } from "fastify";
import { writeLine } from "../shared/log-stream";
import { traceOf } from "../shared/traceparent";
import { OnceAMinute } from "./once-a-minute";
import { causeOfFailure, isStoreFailure } from "./store/failures";

/** What every line says that tells of a failure of the data store, whoever met it. */
export const storeTrouble = "the data store cannot be used";

/**
 * Of failures of the data store one line a minute for each cause: whoever reads, writes or looks for work meets them, and
 * each would say the same. `met` is what that line would have said by itself.
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
      : [{ ...(fields as object), cause, leftOut, ...(met !== storeTrouble && { met }) }, storeTrouble];
  };
}

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** An error as the log shows it, with the errors that caused it, three at most. */
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

/** pino's numbers of levels: 50 is an error. */
const errorLevel = 50;

/** Errors go to stderr, everything else to stdout. pino sets the level of the line before it writes it. */
const stream = {
  [Symbol.for("pino.metadata")]: true,
  lastLevel: 0,
  write(line: string): void {
    writeLine(this.lastLevel >= errorLevel ? process.stderr : process.stdout, line.trimEnd());
  },
};

/** The options of Fastify that make it log so. `level` is the lowest that is logged. */
export const logOptions = (level: string) => {
  const toldOf = oneForEachCause();
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
          const told = toldOf(args);
          if (told) method.apply(this, told);
        },
      },
      stream,
    },
    // Every line of a request names its trace.
    childLoggerFactory: (logger, bindings, options, { headers }) => {
      const traceId = traceOf(headers.traceparent)?.id;
      return logger.child(traceId ? { ...bindings, traceId } : bindings, options);
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
  } satisfies FastifyServerOptions;
};
