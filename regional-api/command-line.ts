/** Command lines of this program, for messages to operators. */
import { relative, resolve } from "node:path";

/** True if npm runs this process; operators then have to use npm's form of a command. */
const isByNpm = ["api", "start"].includes(process.env.npm_lifecycle_event ?? "");

/**
 * Returns the full command for `dataDir`, or for the database if undefined, as typed where this process runs.
 * `origin` is the console's, for commands that create links: a shell lacks CONSOLE_ORIGIN, so their links
 * would be wrong.
 */
export function commandLine(command: string, dataDir: string | undefined, origin?: string): string {
  if (isByNpm) return `npm run api -- ${command}`;
  const program = relative(process.cwd(), process.argv[1] ?? "");
  const data = dataDir === undefined ? "DATABASE_URL=<its address>" : `DATA_DIR=${resolve(dataDir)}`;
  const links = origin === undefined ? "" : ` CONSOLE_ORIGIN=${origin}`;
  return `${data}${links} node ${program} ${command}`;
}
