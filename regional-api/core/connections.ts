/** Connections that clients keep without a request give way before the process has no files left (GEN-113). */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** The share of a process's files that its connections may have; the rest is for data, logs and calls of its own. */
const share = 2 / 3;

/** How many files the process may have open; undefined where the system does not say (it is Linux that does). */
function mostFiles(): number | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}

/** Closes a server's idle connections whenever it has more connections than their share of files. */
export function giveWay(server: Server): void {
  const most = mostFiles();
  if (most === undefined) return;
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => (open -= 1));
    if (open > most * share) server.closeIdleConnections();
  });
}
