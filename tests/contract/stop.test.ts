/** A process that is told to stop while calls arrive on connections that are kept, as a console's are. */
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

/** What a call is answered with: its status, or the code of the error that came instead. */
const call = (origin: string, agent: Agent, query = "{ __typename }") =>
  new Promise<string>((resolve) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${origin}/api/eu-west-1/graphql`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("close", () => resolve(String(answer.statusCode)));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(JSON.stringify({ query }));
  });

test("SHELL-53 a call that reaches a stopping API is answered, without DRAIN_SECONDS too @all", async () => {
  const outcomes = new Map<string, number>();
  for (let round = 0; round < 4; round += 1) {
    const server = await startServer(build.file, { DATA_DIR: folder });
    const agent = new Agent({ keepAlive: true });
    let isGone = false;
    const caller = async () => {
      while (!isGone) {
        const outcome = await call(server.origin, agent);
        // Nobody listens any more: nothing was sent, so that the console waits for the next one.
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

test("a process that has no calm moment stops all the same", async () => {
  const server = await startServer(build.file, { DATA_DIR: folder });
  const agent = new Agent({ keepAlive: true });
  let isGone = false;
  const caller = async () => {
    // Each keeps the process busy for some milliseconds, one behind the other.
    while (!isGone) await call(server.origin, agent, getIntrospectionQuery());
  };
  const callers = Array.from({ length: 8 }, caller);
  await new Promise((resume) => setTimeout(resume, 500));
  // After ten seconds it would give up and end with 1.
  expect(await server.end("SIGTERM")).toBe(0);
  isGone = true;
  await Promise.all(callers);
  agent.destroy();
}, 60_000);
