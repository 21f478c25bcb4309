// Detects that npm, which started this process, has ended: npm may end without notifying its children.
import { readFileSync } from "node:fs";
import { clearInterval, setInterval } from "node:timers";

const checkEveryMs = 500;

/** The parent of a process and its name, if the system tells; npm runs scripts in a shell. @param {number} pid */
function parentOf(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent };
  } catch {
    return undefined;
  }
}

function starters() {
  const { ppid } = process;
  const known = parentOf(ppid);
  return known && /^(ba|da|z)?sh$/.test(known.name ?? "") ? `${ppid} ${known.parent}` : String(ppid);
}

/**
 * Calls `stop` once npm, or the shell between it and this process, has ended. A process not started by npm continues
 * when its parent ends.
 * @param {() => void} stop
 */
export function onNpmExit(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const first = starters();
  const timer = setInterval(() => {
    if (starters() === first) return;
    clearInterval(timer);
    stop();
  }, checkEveryMs);
  timer.unref();
}
