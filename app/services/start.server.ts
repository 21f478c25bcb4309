import { assertNode } from "../../shared/node-version";
import { startFailure } from "./start-error.server";

/** Ends the process with an explanation of why it cannot start. */
export function startFailed(error: unknown): void {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}

// Imported first, so that invalid settings are reported as readable lines rather than a stack.
process.on("uncaughtException", startFailed);
assertNode(process.versions.node);
