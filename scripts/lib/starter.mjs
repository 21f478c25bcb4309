// Notices that npm, which started this process, is gone: npm may end without a word to what it runs.
import { readFileSync } from "node:fs";
import { clearInterval, setInterval } from "node:timers";

const checkEveryMs = 500;

/** The parent of a process and its name, where the system tells; npm runs a script by a shell. @param {number} pid */
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
 * Calls `stop` once npm, or the shell between it and this process, has ended. A process that npm did not start goes on
 * when whatever started it ends.
 * @param {() => void} stop
 */
export function whenNpmEnds(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const first = starters();
  const timer = setInterval(() => {
    if (starters() === first) return;
    clearInterval(timer);
    stop();
  }, checkEveryMs);
  timer.unref();
}
