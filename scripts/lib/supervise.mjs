// Keeps a server running: restarts it if it ends unexpectedly.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { say, startServer, stopServer } from "./setup.mjs";

const usual = {
  /** The first delay before a restart, doubled for each further quick failure. */
  firstWaitMs: 250,
  longestWaitMs: 10_000,
  /** A server that ends within this time after its start failed quickly. */
  quickMs: 30_000,
  /** After this many consecutive quick failures it gives up. */
  quickFailures: 5,
};

/**
 * Starts a server and, whenever it ends unexpectedly, restarts it on the same port. `ready` rejects if the first start
 * fails, which means an invalid setting; `gaveUp` is called if later ones keep failing.
 * @param {{
 *   name: string, file: string, env: NodeJS.ProcessEnv, portVariable: string,
 *   output?: "inherit" | "ignore", gaveUp: () => void,
 * } & Partial<typeof usual>} options
 * @returns {{ ready: Promise<import("./setup.mjs").ReadyMessage>, stop: () => Promise<void> }}
 */
export function supervise({ name, file, env, portVariable, output, gaveUp, ...limits }) {
  const { firstWaitMs, longestWaitMs, quickMs, quickFailures } = { ...usual, ...limits };
  let isStopping = false;
  let failures = 0;
  let startedAt = 0;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let current;

  /** @param {NodeJS.ProcessEnv} serverEnv */
  const start = async (serverEnv) => {
    startedAt = performance.now();
    const { message } = await startServer(file, serverEnv, output, (child) => (current = child));
    return message;
  };
  const stop = async () => {
    isStopping = true;
    if (current) await stopServer(current);
  };

  let again = env;
  /** @param {string} how */
  const ended = async (how) => {
    if (isStopping) return;
    failures = performance.now() - startedAt < quickMs ? failures + 1 : 1;
    if (failures >= quickFailures) {
      say(`${name} ${how}, ${failures} times soon after its start; giving up.`);
      return gaveUp();
    }
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    say(`${name} ${how}; starting it again in ${wait} ms.`);
    await sleep(wait);
    if (isStopping) return;
    try {
      await start(again);
      watch();
    } catch {
      await ended("did not start");
    }
  };
  const watch = () => {
    /** @param {number | null} code @param {NodeJS.Signals | null} signal */
    const onExit = (code, signal) => void ended(`ended unexpectedly (${signal ?? `code ${code}`})`);
    if (current?.exitCode != null || current?.signalCode != null)
      onExit(current.exitCode, current.signalCode);
    else current?.once("exit", onExit);
  };
  const ready = start(env).then((message) => {
    again = { ...env, [portVariable]: String(message.listening) };
    watch();
    return message;
  });
  return { ready, stop };
}
