import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FlagContext } from "~/services/flags.server";
import { freePort } from "../../support/free-port";

// A minimal flagd: one call that streams the configuration on every change.
const streams = new Set<ServerHttp2Stream>();
let configuration: string;
let flagd: Http2Server | undefined;

/** The configuration as the only field of a protobuf message, in a gRPC frame. */
function frame(): Buffer {
  const text = Buffer.from(configuration);
  const length: number[] = [];
  for (let rest = text.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  const message = Buffer.concat([Buffer.from([0x0a, ...length]), text]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

async function startFlagd(port: number): Promise<void> {
  flagd = createServer().on("stream", (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/grpc" });
    stream.on("error", () => {});
    streams.add(stream);
    stream.write(frame());
  });
  flagd.listen(port, "127.0.0.1");
  await once(flagd, "listening");
}

function turn(state: "on" | "off"): void {
  const flag = { state: "ENABLED", variants: { on: true, off: false }, defaultVariant: state };
  configuration = JSON.stringify({ flags: { edgeUserListEnabled: flag } });
  for (const stream of streams) stream.write(frame());
}

let port: number;
beforeAll(async () => {
  turn("on");
  port = await freePort();
  vi.resetModules();
  vi.stubEnv("FLAGD_ADDRESS", `127.0.0.1:${port}`);
});
afterAll(async () => {
  const { OpenFeature } = await import("@openfeature/server-sdk");
  await OpenFeature.close();
  for (const stream of streams) stream.destroy();
  flagd?.close();
  vi.unstubAllEnvs();
});

test("SHELL-45 flagd may start after the console: its flags, and every change, apply to the next page", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  // Skips the delay before the next connection attempt.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { flagsFor, flagsProblem } = await import("~/services/flags.server");
  const context: FlagContext = {
    ...{ userId: "u", userType: "INTERNAL", groups: [] },
    ...{ customer: "c", hierarchy: "h", organisation: "o" },
  };
  const isOn = async () => (await flagsFor(context)).edgeUserListEnabled;
  expect(await isOn()).toBe(false);
  expect(await flagsProblem()).toContain(`flagd at 127.0.0.1:${port} cannot be reached`);
  await startFlagd(port);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await isOn()).toBe(true), { timeout: 15_000, interval: 200 });
  expect(await flagsProblem()).toBeUndefined();
  turn("off");
  await vi.waitFor(async () => expect(await isOn()).toBe(false), { timeout: 5_000, interval: 100 });
  expect(written.mock.calls.filter(([line]) => String(line).includes("cannot be taken over"))).toHaveLength(
    1,
  );
  written.mockRestore();
}, 30_000);
