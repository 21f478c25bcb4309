/** What a customer would take in the console's place: Django's admin, when it is installed beside Gunicorn. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../scripts/lib/setup.mjs";
import { freePort } from "../support/free-port";
import type { Target } from "./load";
import { rowsOnPage } from "./pages";

/** A Python that has both, such as that of a virtual environment. */
const python = process.env.PEER_PYTHON ?? "python3";

/** How to have the peer in the run. */
export const peerMissing =
  "Django's admin is not in this run: pip install django gunicorn, PEER_PYTHON names the Python";

type Peer = { target: Target; end: () => unknown };

/** Django's admin with a list of as many customers as the console's; null when it is not installed. */
export async function startPeer(dataDir: string): Promise<Peer | null> {
  if (spawnSync(python, ["-c", "import django, gunicorn"]).status !== 0) return null;
  const port = await freePort();
  const options = ["--bind", `127.0.0.1:${port}`, "--workers", "1", "--threads", "4", "--keep-alive", "65"];
  const child = spawn(python, ["-m", "gunicorn", ...options, "peer_django:application"], {
    cwd: join(root, "tests/bench"),
    env: { ...process.env, PEER_DATABASE: join(dataDir, "peer.sqlite"), PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = () => child.kill("SIGTERM");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error("Django's admin does not start");
    }),
  ])) as [string];
  const { pid, cookie } = JSON.parse(line) as { pid: number; cookie: string };
  const url = `http://127.0.0.1:${port}/admin/peer/customer/`;
  const html = await (await fetch(url, { headers: { cookie } })).text();
  const rows = html.match(/name="_selected_action"/g)?.length ?? 0;
  if (rows !== rowsOnPage) throw new Error(`Django's list has ${rows} rows`);
  return { target: { name: "peer: Django's admin", url, pid, headers: { cookie } }, end };
}
