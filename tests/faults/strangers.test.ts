import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { ConsoleClient, hiddenValue } from "../support/console-client";
import { startApi, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { signIn } from "./support/stand";
import { useStand } from "./support/use-stand";
import { memoryOf } from "./support/watched";

// Hostile and unauthenticated requests must leave no open file, memory or connection behind.

const { stand, person } = useStand();

const form = "application/x-www-form-urlencoded";
const customer = "/region/ap-southeast-2/customers/0123456789abcdef01234567";
const openFiles = () => readdirSync(`/proc/${stand.web.pid}/fd`).length;

async function connected(origin = stand.web.origin): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => {}); // a closed connection counts as an answer
  await once(socket, "connect");
  return socket;
}

/** Connections opened before the other tests and checked after them, with their duration in ms. */
const waiting: { name: string; ms?: number }[] = [];
let kept: Socket;
beforeAll(async () => {
  for (const origin of [stand.api.origin, stand.web.origin])
    for (const text of ["", "POST /login HTTP/1.1\r\nHost: x\r\nCookie: a"]) {
      const one: (typeof waiting)[number] = { name: `${origin} ${text}` };
      const begin = performance.now();
      const socket = await connected(origin);
      socket.resume().once("close", () => (one.ms = performance.now() - begin));
      socket.on("end", () => socket.end()).write(text);
      waiting.push(one);
    }
  kept = await connected(stand.api.origin);
  kept.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(kept, "data");
});

type Sent = {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** Number of body bytes sent. */
  bytes?: number;
  isChunked?: boolean;
};

/** A request as bytes. */
function wire({ method = "POST", path = "/login", headers = {}, bytes = 0, isChunked }: Sent): Buffer {
  const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(bytes) };
  const all = { host: "x", "content-type": form, ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = "a".repeat(bytes);
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n` +
      (isChunked ? `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body),
  );
}

/** Sends a request and, over the same connection, one for /health after its answer: both statuses. */
async function followed(sent: Sent): Promise<(number | "closed")[]> {
  const socket = await connected();
  let answers = "";
  socket.setEncoding("latin1").on("data", (text: string) => (answers += text));
  const statuses = () =>
    [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)).filter((n) => n !== 100);
  const isOver = () => socket.destroyed || socket.readableEnded;
  socket.write(wire(sent));
  await expect.poll(() => isOver() || statuses().length > 0, { timeout: 8_000, interval: 5 }).toBe(true);
  if (!socket.destroyed) socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => isOver() || statuses().length > 1, { timeout: 3_000, interval: 5 }).toBe(true);
  socket.destroy();
  const [first = "closed", second = "closed"] = statuses();
  if (second === "closed") expect(answers, JSON.stringify(sent)).toMatch(/^connection: close/im);
  return [first, second];
}

describe("SESS-62 an answer that does not wait for the body leaves the connection usable for the next request", () => {
  const mine = () => ({ cookie: person.client.cookieHeader });
  const large = 300_000;
  /** Early answers: their source, the request, the status, and the fate of the connection. */
  const doors: [string, () => Sent, number, (200 | "closed")?][] = [
    ["a probe", () => ({ path: "/health", bytes: large }), 200],
    ["a method", () => ({ method: "PUT", bytes: large }), 405],
    ["a method, chunked", () => ({ method: "DELETE", bytes: large, isChunked: true }), 405],
    ["an address that cannot be read", () => ({ path: "/%E0%A4%A", bytes: large }), 400],
    ["a foreign origin", () => ({ headers: { origin: "https://evil.example" }, bytes: large }), 403],
    ["a missing file", () => ({ path: "/assets/gone.js", bytes: large }), 404],
    ["a body in a question", () => ({ method: "GET", headers: mine(), bytes: large }), 303],
    ["an expectation", () => ({ headers: { expect: "the unexpected" }, bytes: large }), 417],
    ["the guard", () => ({ path: `${customer}/users`, bytes: 16_000 }), 302],
    ["the wrong type", () => ({ headers: { "content-type": "text/plain" }, bytes: 16_000 }), 400],
    ["no action", () => ({ path: "/version/version.json", bytes: 16_000 }), 405],
    [
      "the wrong type, to a person",
      () => ({ headers: { ...mine(), "content-type": "text/plain" }, bytes: large }),
      400,
    ],
    ["no action, to a person", () => ({ path: `${person.base}/search`, headers: mine(), bytes: large }), 405],
    [
      "no action, chunked",
      () => ({ path: `${person.base}/search`, headers: mine(), bytes: large, isChunked: true }),
      405,
    ],
    ["a form too large for a stranger", () => ({ bytes: large }), 413, "closed"],
    ["the same, chunked", () => ({ bytes: large, isChunked: true }), 413, "closed"],
    ["a form too large for a person", () => ({ headers: mine(), bytes: 1_100_000 }), 413, "closed"],
    [
      "a file of a stranger",
      () => ({
        path: `${customer}/users/upload`,
        headers: { "content-type": "multipart/form-data; boundary=x" },
        bytes: large,
      }),
      403,
      "closed",
    ],
  ];
  test.each(doors)("%s", async (_, sent, status, next = 200) => {
    // Three times, since proxies rotate kept connections.
    for (let n = 0; n < 3; n += 1) expect(await followed(sent())).toEqual([status, next]);
  });

  test("closes the connection when a body exceeds the limit for discarding", async () => {
    const endless = { method: "PUT", headers: { "content-length": "1000000000" }, bytes: 7_000_000 };
    const socket = await connected();
    socket.resume();
    socket.write(wire(endless));
    await expect.poll(() => socket.destroyed, { timeout: 5_000 }).toBe(true);
  });
});

test("SESS-62 no request of a stranger leaks a file descriptor or memory", async () => {
  const head = (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"));
  const cut = (sent: Sent) => wire(sent).subarray(0, -1);
  /** The bytes sent; the client leaves without waiting for an answer, or after a while. */
  const kinds: Record<string, Buffer> = {
    "an upgrade to HTTP/2": head("GET /health HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: h2c\n\n"),
    "a WebSocket": head(
      "GET /login HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n",
    ),
    "a tunnel": head("CONNECT evil.example:443 HTTP/1.1\nHost: x\n\n"),
    "a body to be asked for": wire({ headers: { expect: "100-continue" } }),
    "half a head": head("POST /login HTTP/1.1\nHost: x\nCookie: a"),
    "half a body": cut({ bytes: 10_000 }),
    "half a body, chunked": cut({ bytes: 10_000, isChunked: true }),
    "half a body that is too large": cut({ bytes: 900_000 }),
    "half a file": cut({
      path: `${customer}/users/upload`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
      bytes: 900_000,
    }),
    "an unread body": wire({ path: `${customer}/users`, bytes: 16_000 }),
    "a wrong method": cut({ method: "PROPFIND", bytes: 300_000 }),
    "a page that is not read": wire({ method: "GET" }),
    "a handshake of TLS": Buffer.from("16030100a5010000a10303", "hex"),
    "HTTP/2 itself": Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "no word": Buffer.alloc(0),
  };
  const leave: ((socket: Socket) => unknown)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
    // Closes its own side, and the socket once the console has closed too.
    (socket) => socket.resume().end(),
  ];
  const send = async (bytes: Buffer, n: number) => {
    const socket = await connected();
    socket.write(bytes);
    await pause(30);
    leave[n % leave.length]?.(socket);
    return socket;
  };
  // Code that runs for the first time allocates memory.
  for (const bytes of Object.values(kinds)) await send(bytes, 0);
  await sendRequest(stand.web.origin, { path: "/health" });
  await pause(300);
  const before = { files: openFiles(), memory: memoryOf(stand.web) };
  for (const [name, bytes] of Object.entries(kinds)) {
    const sockets = await Promise.all(Array.from({ length: 60 }, (_, n) => send(bytes, n)));
    await expect.poll(openFiles, { timeout: 5_000, message: name }).toBeLessThan(before.files + 10);
    for (const socket of sockets) socket.destroy();
  }
  expect(memoryOf(stand.web) - before.memory).toBeLessThan(60);
  expect((await person.client.get(`${person.base}/customers`)).status).toBe(200);
}, 60_000);

describe("SESS-62 bodies of strangers are limited in size and in number at a time", () => {
  /** Starts a body of `bytes` that never ends; resolves with the answer's status. */
  async function begin(bytes: number, headers: Record<string, string> = {}) {
    const socket = await connected();
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
    socket.write(wire({ headers, bytes }).subarray(0, -1));
    return {
      socket,
      answer: () => answer,
      status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0),
    };
  }

  test("refuses 300 of almost 1 MB before reading them, without using memory", async () => {
    const before = memoryOf(stand.web);
    const begun = await Promise.all(Array.from({ length: 300 }, () => begin(990_000)));
    for (const { status } of begun) await expect.poll(status, { timeout: 8_000 }).toBe(413);
    expect(memoryOf(stand.web) - before).toBeLessThan(40);
    for (const { socket } of begun) socket.destroy();
  });

  test("100 slow ones from one address do not block signed-in people, or others afterwards", async () => {
    const before = memoryOf(stand.web);
    const begun = await Promise.all(Array.from({ length: 300 }, () => begin(16_000)));
    const refused = () => begun.filter(({ status }) => status() === 503);
    await expect.poll(() => refused().length, { timeout: 8_000 }).toBe(200);
    expect(refused().every(({ answer }) => /^retry-after: 5\r$/im.test(answer()))).toBe(true);
    expect(memoryOf(stand.web) - before).toBeLessThan(40);
    const page = await person.client.get(`${person.base}/vacancies`);
    const csrf = ["csrf", hiddenValue(page, "csrf")] as const;
    expect((await person.client.post(`${person.base}/vacancies`, [csrf])).status).toBeLessThan(500);
    for (const { socket } of begun) socket.destroy();
    await expect
      .poll(
        () =>
          signIn(stand).then(
            () => true,
            () => false,
          ),
        { timeout: 8_000 },
      )
      .toBe(true);
  });

  test("GEN-61 a person without the right takes no upload slot, and no person takes all of them", async () => {
    const without = new ConsoleClient(stand.web.origin);
    await without.signIn("noaccess@acme.example");
    const csrf = hiddenValue(await without.get(`${person.base}/users`), "csrf");
    const opening = `--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
    const path = `${person.base}/users/upload`;
    const start = async (length: string) => {
      const socket = await connected();
      let answer = "";
      socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
      const lines = `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${without.cookieHeader}\r\nContent-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`;
      const body = opening + "a".repeat(1_200_000);
      socket.write(lines + (length.startsWith("Transfer") ? `${(2_000_000).toString(16)}\r\n` : "") + body);
      return { socket, status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0) };
    };
    const held = await Promise.all(
      ["Transfer-Encoding: chunked", "Content-Length: 2000000"].flatMap((length) =>
        [1, 2, 3, 4, 5, 6].map(() => start(length)),
      ),
    );
    // One person may have eight forms in flight.
    await expect.poll(() => held.filter(({ status }) => status() === 503).length, { timeout: 5_000 }).toBe(4);
    const page = await person.client.get(path);
    const answer = await person.client.postFile(
      path,
      [
        ["csrf", hiddenValue(page, "csrf")],
        ["intent", "save"],
      ],
      { name: "a.csv", type: "text/csv", content: `firstName,lastName,email\n${"x".repeat(1_400_000)}` },
    );
    expect([answer.status, answer.html.includes("The console is busy")]).toEqual([400, false]);
    for (const { socket } of held) socket.destroy();
  });
});

describe("GEN-113 strangers cannot exhaust the API's connections", () => {
  test("a refused body that never ends closes its connection; one that ends is drained", async () => {
    const path = "/api/ap-southeast-2/graphql";
    const sent = { path, headers: { "content-type": "application/json" }, bytes: 900_000 };
    const endless = await connected(stand.api.origin);
    let answers = "";
    endless.setEncoding("latin1").on("data", (text: string) => (answers += text));
    endless.on("end", () => endless.end());
    endless.write(wire(sent).subarray(0, -1));
    const whole = await connected(stand.api.origin);
    whole.setEncoding("latin1").on("data", (text: string) => (answers += text));
    whole.write(wire(sent));
    await expect.poll(() => answers.match(/"UNAUTHENTICATED"/g)?.length, { timeout: 5_000 }).toBe(2);
    whole.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => /"status":"ok"/.test(answers), { timeout: 3_000 }).toBe(true);
    await expect.poll(() => endless.destroyed, { timeout: 7_000 }).toBe(true);
    expect(whole.destroyed).toBe(false);
    whole.destroy();
  });

  test("idle keep-alive connections leave file descriptors to others, at the API and the console", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edge-console-files-"));
    const node = join(folder, "with-few-files");
    writeFileSync(node, `#!/bin/sh\nulimit -n 256\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
    cpSync(inject("seededData"), folder, { recursive: true });
    const api = await startApi(folder, {}, { node });
    const web = await startConsole(folder, { REGIONAL_API_URL: api.origin }, { node });
    const sockets: Socket[] = [];
    for (const { origin } of [api, web])
      for (let count = 0; count < 300; count += 1) {
        const socket = await connected(origin);
        sockets.push(socket.on("end", () => socket.end()));
        socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        const [answer] = (await once(socket, "data")) as [Buffer];
        expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
      }
    for (const socket of sockets) socket.destroy();
    for (const server of [web, api]) expect(await server.end("SIGTERM")).toBe(0);
    rmSync(folder, { recursive: true });
  });

  test("silent connections and partial headers are closed within 17 seconds, at the API and the console; used ones stay open", async () => {
    await expect.poll(() => waiting.filter(({ ms }) => ms === undefined), { timeout: 17_000 }).toEqual([]);
    for (const { name, ms } of waiting) expect(ms, name).toBeLessThan(17_000);
    kept.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = (await once(kept, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
    kept.destroy();
  });
});
