/** Stopping a process while calls arrive on kept-alive connections, like a console's. */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getIntrospectionQuery } from "graphql";
import { buildServer, startServer } from "./fixtures/server";

let build: Awaited<ReturnType<typeof buildServer>>;
const folder = mkdtempSync(join(tmpdir(), "edge-stop-"));

beforeAll(async () => {
  build = await buildServer();
}, 60_000);
afterAll(() => {
  build.remove();
  rmSync(folder, { recursive: true });
});

/** The outcome of a call: its status, or the error code if there was none. */
const call = (origin: string, agent: Agent, query = "{ __typename }") =>
  new Promise<string>((resolve) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${origin}/api/eu-west-1/graphql`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("close", () => resolve(String(answer.statusCode)));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(JSON.stringify({ query }));
  });

test("SHELL-53 a call that reaches a stopping API is answered, even without DRAIN_SECONDS @all", async () => {
  const outcomes = new Map<string, number>();
  for (let round = 0; round < 4; round += 1) {
    const server = await startServer(build.file, { DATA_DIR: folder });
    const agent = new Agent({ keepAlive: true });
    let isGone = false;
    const caller = async () => {
      while (!isGone) {
        const outcome = await call(server.origin, agent);
        // The port is closed: nothing was sent, and the console waits for the next process.
        if (outcome === "ECONNREFUSED") return;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const callers = Array.from({ length: 12 }, caller);
    await new Promise((resume) => setTimeout(resume, 300));
    expect(await server.end("SIGTERM")).toBe(0);
    isGone = true;
    await Promise.all(callers);
    agent.destroy();
  }
  expect([...outcomes.keys()]).toEqual(["200"]);
}, 120_000);

test("a process that is never idle still stops", async () => {
  const server = await startServer(build.file, { DATA_DIR: folder });
  const agent = new Agent({ keepAlive: true });
  let isGone = false;
  const caller = async () => {
    // Each call blocks the process for some milliseconds, one after the other.
    while (!isGone) await call(server.origin, agent, getIntrospectionQuery());
  };
  const callers = Array.from({ length: 8 }, caller);
  await new Promise((resume) => setTimeout(resume, 500));
  // After ten seconds it would give up and exit with 1.
  expect(await server.end("SIGTERM")).toBe(0);
  isGone = true;
  await Promise.all(callers);
  agent.destroy();
}, 60_000);
