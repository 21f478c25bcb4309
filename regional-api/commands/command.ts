import type { Config } from "../config";

/**
 * A command to run instead of serving. Throws a CommandError or a DataError with a message for the operator.
 */
export type Command = (args: string[], config: Config, say: (text: string) => void) => void | Promise<void>;

/** The reason why a command failed, as a message for the operator. */
export class CommandError extends Error {}
