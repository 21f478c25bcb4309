/** How this program is called with one of its commands, for the lines that it writes to people. */
import { relative, resolve } from "node:path";

/** Whether npm runs this process: then the command that people type is npm's. */
const isByNpm = ["api", "start"].includes(process.env.npm_lifecycle_event ?? "");

/** The whole command on `dataDir`, to be typed in the folder that this process runs in. */
export function commandLine(command: string, dataDir: string): string {
  if (isByNpm) return `npm run api -- ${command}`;
  const program = relative(process.cwd(), process.argv[1] ?? "");
  return `DATA_DIR=${resolve(dataDir)} node ${program} ${command}`;
}
