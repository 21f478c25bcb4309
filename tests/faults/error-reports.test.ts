import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { z } from "zod/v4";
import { version } from "../../package.json";
import { root } from "../../scripts/lib/setup.mjs";
import { ConsoleClient, hiddenValue } from "../support/console-client";
import { startConsole } from "../support/servers";

const frame = z.object({ filename: z.string(), function: z.string(), in_app: z.boolean() });
const report = z.object({
  release: z.string(),
  environment: z.string(),
  extra: z.record(z.string(), z.unknown()),
  exception: z.object({
    values: z.tuple([
      z.object({ type: z.string(), value: z.string(), stacktrace: z.object({ frames: z.array(frame) }) }),
    ]),
  }),
});

/** Receives Sentry envelopes: lines of JSON, one of which is an error. */
async function startSentry() {
  const sent: string[] = [];
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      sent.push((req.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString());
      res.end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    text: () => sent.join("\n"),
    reports: () =>
      sent
        .flatMap((envelope) => envelope.split("\n"))
        .flatMap((line) => (line.includes('"exception"') ? [report.parse(JSON.parse(line))] : [])),
    stop: () => server.close(),
  };
}

const inBuild = (folder: string, name: RegExp) =>
  readdirSync(join(root, "build", folder))
    .map((file) => name.exec(file)?.[1])
    .find(Boolean) ?? "";

test("GEN-121 SESS-35 SHELL-77 Sentry receives browser errors and uncaught errors, both scrubbed and with their release", async () => {
  const sentry = await startSentry();
  const NODE_OPTIONS = `--import=${new URL("./support/uncaught.mjs", import.meta.url).href}`;
  const web = await startConsole(inject("seededData"), { SENTRY_DSN: sentry.dsn, NODE_OPTIONS });
  try {
    const client = new ConsoleClient(web.origin);
    const script = inBuild("browser-maps", /^(frame-.*\.js)\.map$/);
    const lines = readFileSync(join(root, "build/client/assets", script), "utf8").split("\n");
    const place = `${web.origin}/assets/${script}:${lines.length - 1}:${(lines.at(-2)?.length ?? 0) >> 1}`;
    await client.post("/client-errors", [
      ["csrf", hiddenValue(await client.get("/login"), "csrf")],
      ["message", "no row of jo@acme.example, password=hunter2"],
      ["stack", `rowOf@${place}\n@${place}\n`],
      ["path", "/region/euw1?q=jo@acme.example"],
    ]);
    await expect.poll(sentry.reports, { timeout: 10_000 }).toHaveLength(1);
    // With the library loaded, an unhandled rejection still ends the process.
    expect(await web.end("SIGWINCH")).toBe(1);

    const [ofBrowser, uncaught] = sentry.reports();
    const release = `edge-console@${version}+${inBuild("client/assets", /^manifest-(.*)\.js$/)}`;
    expect([ofBrowser?.release, uncaught?.release]).toEqual([release, release]);
    const [error] = ofBrowser?.exception.values ?? [];
    expect(error).toMatchObject({ type: "BrowserError", value: "no row of [email], password=[removed]" });
    expect(error?.stacktrace.frames.at(-1)).toMatchObject({
      function: "rowOf",
      filename: expect.stringMatching(/^\.\/app\/.*\.tsx?$/) as string,
      in_app: true,
    });
    expect(uncaught?.exception.values[0].value).toBe("planned for the test");
    expect(uncaught?.extra.origin).toBe("unhandledRejection");
    expect(sentry.text()).not.toMatch(/hunter2|jo@acme|breadcrumbs/);
  } finally {
    if (!web.hasEnded()) await web.end("SIGKILL");
    sentry.stop();
  }
});
