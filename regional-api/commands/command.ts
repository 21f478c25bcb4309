import type { Config } from "../config";

/** What a command is called with instead of serving. Throws a CommandError or a DataError, whose text is for people. */
export type Command = (args: string[], config: Config, say: (text: string) => void) => void | Promise<void>;

/** Why a command was not carried out. */
export class CommandError extends Error {}
