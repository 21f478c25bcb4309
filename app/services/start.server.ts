import { assertNode } from "../../shared/node-version";
import { startFailure } from "./start-error.server";

/** Ends the process with the lines that say why it cannot start. */
export function startFailed(error: unknown): void {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}

// Imported before all else, so that settings that are wrong are told in lines and not as a stack.
process.on("uncaughtException", startFailed);
assertNode(process.versions.node);
