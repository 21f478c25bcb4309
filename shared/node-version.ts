import { engines } from "../package.json";
import { StartError } from "./start-error";

/**
 * Throws a StartError if Node's `version` is older than package.json allows, because SQLite's binding would
 * crash without a message.
 */
export function assertNode(version: string): void {
  const oldest = engines.node.replace(">=", "");
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StartError(`Node ${oldest} or newer is needed; this is ${version}.`);
}
