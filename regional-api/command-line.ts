/** How this program is called with one of its commands, for the lines that it writes to people. */
import { relative, resolve } from "node:path";

/** Whether npm runs this process: then the command that people type is npm's. */
const isByNpm = ["api", "start"].includes(process.env.npm_lifecycle_event ?? "");

/**
 * The whole command on `dataDir`, or on the database that has no folder, to be typed where this process runs. `origin` is the
 * console's, where the command makes links: a shell has no other, and its links would lead to nobody's machine.
 */
export function commandLine(command: string, dataDir: string | undefined, origin?: string): string {
  if (isByNpm) return `npm run api -- ${command}`;
  const program = relative(process.cwd(), process.argv[1] ?? "");
  const data = dataDir === undefined ? "DATABASE_URL=<its address>" : `DATA_DIR=${resolve(dataDir)}`;
  const links = origin === undefined ? "" : ` CONSOLE_ORIGIN=${origin}`;
  return `${data}${links} node ${program} ${command}`;
}
