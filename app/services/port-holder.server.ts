/** The process that listens at a port; known on Linux alone, and only to the process's own user. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The state of a listening socket in /proc/net/tcp. */
const listening = "0A";
/** Of the kernel's counters of time, a second. */
const ticks = 100;

const linesOf = (path: string) => {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
};

/** What names the sockets that listen at `port` in the lists of open files. */
function socketsAt(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = [...linesOf("/proc/net/tcp"), ...linesOf("/proc/net/tcp6")].map((line) =>
    line.trim().split(/\s+/),
  );
  return new Set(
    rows
      .filter(([, local, , state]) => local?.endsWith(wanted) && state === listening)
      .map((fields) => `socket:[${fields[9]}]`),
  );
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => {
      try {
        return sockets.has(readlinkSync(`${folder}/${name}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

function startOf(pid: string): string | undefined {
  const boot = Number(/^btime (\d+)$/m.exec(linesOf("/proc/stat").join("\n"))?.[1]);
  const [text = ""] = linesOf(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold spaces.
  const started = Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[19]);
  const at = new Date((boot + started / ticks) * 1000);
  return Number.isNaN(at.getTime()) ? undefined : `${at.toISOString().slice(0, 19)}Z`;
}

/** "process 123 (node build/console.js), since 2026-01-15T13:00:00Z"; undefined when nobody can be named. */
export function portHolder(port: number): string | undefined {
  const sockets = socketsAt(port);
  if (sockets.size === 0) return undefined;
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && holds(name, sockets));
  if (!pid) return undefined;
  const command = linesOf(`/proc/${pid}/cmdline`).join(" ").replaceAll("\0", " ").trim().slice(0, 200);
  const since = startOf(pid);
  return `process ${pid} (${command})${since ? `, since ${since}` : ""}`;
}
