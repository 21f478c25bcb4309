import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { demoPassword, settings } from "../../scripts/lib/settings.mjs";
import { root } from "../../scripts/lib/setup.mjs";
import { type Answer, ConsoleClient, hiddenValue, textOf } from "../support/console-client";
import { broken, slowDown } from "../support/fault-proxy";
import { type RunningServer, startConsole } from "../support/servers";
import { sendRequest, type Raw } from "./support/send-request";
import { signIn, startStand } from "./support/stand";
import { useStand } from "./support/use-stand";

// The console itself: its settings, its HTTP server, the proxies in front of it.

const { stand, person } = useStand();

const throughSydney = () => ({ REGIONAL_API_URL: stand.sydney.origin });

/** A console with its own settings, for one test. */
async function withConsole<T>(
  env: Record<string, string>,
  use: (web: RunningServer) => Promise<T>,
): Promise<T> {
  const web = await startConsole(stand.dataDir, { ...throughSydney(), ...env });
  try {
    return await use(web);
  } finally {
    await web.end("SIGTERM");
  }
}

describe("requests that no browser sends", () => {
  test.each(["TRACE", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND"])("%s is 405", async (method) => {
    for (const path of ["/login", `${person.base}/customers`, "/assets/x"]) {
      const answer = await sendRequest(stand.web.origin, { method, path });
      expect([answer.status, answer.headers.allow], path).toEqual([405, "GET, HEAD, POST"]);
    }
  });

  test.each([
    { headers: { host: "evil.example:99999" } },
    { headers: { host: "a b" } },
    { headers: { host: "a@b" } },
    { headers: { host: "%" } },
    { path: "/%E0%A4%A" },
    { path: "/region/%c0%ae" },
    { path: "http://evil.example/login" },
  ])("%j is 400, as a page of the console", async (asked) => {
    const answer = await sendRequest(stand.web.origin, asked);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain("This address is not valid");
    expect(answer.body).not.toContain("<script");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("a second host is 400, and a post to a file does not get it", async () => {
    const { hostname, port, host, origin } = new URL(stand.web.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /login HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    const icon = await fetch(`${origin}/favicon.ico`);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    for (const [path, site] of [
      ["/favicon.ico", origin],
      ["/robots.txt", "http://evil.example"],
    ] as const) {
      const answer = await fetch(origin + path, { method: "POST", headers: { origin: site } });
      expect(answer.ok, path).toBe(false);
      expect(answer.status, path).toBeLessThan(500);
    }
  });

  test("malformed starts of a connection never cause a 500", async () => {
    const { hostname, port } = new URL(stand.web.origin);
    const starts = [
      "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
      "TRACK / HTTP/1.1\r\nHost: x\r\n\r\n",
      "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET //evil.example//\\x HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /?a=%E0%A4%A&b[100000000]=1 HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /login HTTP/1.1\r\nHost: x\r\nCookie: edge-session=%E0%A4; edge-notices=;;=\r\n\r\n",
    ];
    for (const start of starts) {
      const socket = connect(Number(port), hostname);
      socket.write(start.replace(/\r\n\r\n$/, "\r\nConnection: close\r\n\r\n"));
      const answer = await text(socket).catch(() => "");
      expect(answer, start).not.toMatch(/^HTTP\/1\.\d 5/);
    }
  });
});

describe("a body over the limit", () => {
  test("is answered with a page of the console that leads back", async () => {
    const path = `${person.base}/vacancies/create?from=x`;
    const answer = await person.client.post(path, [["a", "x".repeat(1_100_000)]]);
    expect(answer.status).toBe(413);
    expect(textOf(answer)).toContain("The form is too large");
    expect(answer.html).toContain(`href="${path}"`);
    expect(answer.html).toMatch(/<link rel="stylesheet" href="\/assets\//);
    expect(answer.html).not.toContain("<script");
  });

  test("without a Content-Length is not processed, whole or in part", async () => {
    const page = await person.client.get(`${person.base}/customers`);
    const body = `csrf=${encodeURIComponent(hiddenValue(page, "csrf"))}`;
    const { hostname, port } = new URL(stand.web.origin);
    const headers = {
      cookie: person.client.cookieHeader,
      "content-type": "application/x-www-form-urlencoded",
      "transfer-encoding": "chunked",
    };
    const status = await new Promise((resolve, reject) => {
      const call = request({ hostname, port, path: "/logout", method: "POST", headers }, ({ statusCode }) =>
        resolve(statusCode),
      );
      call.on("error", reject);
      call.write(`${body}&pad=`);
      for (let sent = 0; sent < 1_300_000; sent += 65_536) call.write("a".repeat(65_536));
    });
    expect(status).toBe(413);
    // Longer than the console holds the connection.
    await setTimeout(1_000);
    expect((await person.client.get(`${person.base}/customers`)).status).toBe(200);
  });
});

test("an answer for scripts has each cookie once", async () => {
  const page = await person.client.get(`${person.base}/vacancies`);
  const fields = {
    csrf: hiddenValue(page, "csrf"),
    list: "vacancies",
    density: "compact",
    returnTo: `${person.base}/vacancies`,
  };
  const answer = await sendRequest(stand.web.origin, {
    method: "POST",
    path: "/preferences.data",
    headers: {
      cookie: person.client.cookieHeader,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  });
  const names = [answer.headers["set-cookie"] ?? []].flat().map((line) => line.split("=")[0]);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});

test("SHELL-52 a static file that was deleted is a 404, and the console keeps running", async () => {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-build-"));
  for (const name of ["package.json", "config", "public"]) symlinkSync(join(root, name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "build"), join(folder, "build"), { recursive: true });
  const web = await startConsole(stand.dataDir, throughSydney(), { folder });
  try {
    const { body } = await sendRequest(web.origin, { path: "/login" });
    const paths = [...new Set(body.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
    expect(paths.length).toBeGreaterThan(2);
    const headers = { "accept-encoding": "br, gzip" };
    for (const path of paths)
      expect((await sendRequest(web.origin, { path, headers })).status, path).toBe(200);
    rmSync(join(folder, "build/client"), { recursive: true });
    for (const path of paths)
      expect((await sendRequest(web.origin, { path, headers })).status, path).toBe(404);
    expect((await sendRequest(web.origin, { path: "/login" })).status).toBe(200);
    expect(web.hasEnded()).toBe(false);
  } finally {
    await web.end("SIGTERM");
    rmSync(folder, { recursive: true });
  }
});

/** The raw bytes of an answer and their encoding. */
async function bytesOf(origin: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(origin);
  const call = request({ hostname, port, path, headers }).end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  return {
    encoding: answer.headers["content-encoding"],
    vary: answer.headers.vary,
    body: await buffer(answer),
  };
}

test("compresses a page and its data by the cheapest method the browser accepts", async () => {
  const all = "gzip, deflate, br, zstd";
  const ways = [
    { takes: all, encoding: "zstdCompressSync" in zlib ? "zstd" : "gzip" },
    { takes: "gzip, br, zstd;q=0", encoding: "gzip" },
    { takes: "identity", encoding: undefined },
  ];
  const open = { gzip: zlib.gunzipSync, zstd: (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes) };
  const cookie = person.client.cookieHeader;
  for (const path of [`${person.base}/users`, `${person.base}/users.data`]) {
    const plain = await bytesOf(stand.web.origin, path, { cookie });
    expect(plain.body.length).toBeGreaterThan(10_000);
    for (const { takes, encoding } of ways) {
      const sent = await bytesOf(stand.web.origin, path, { cookie, "accept-encoding": takes });
      expect(sent).toMatchObject({ encoding, vary: expect.stringMatching(/accept-encoding/i) as string });
      const bytes = encoding === undefined ? sent.body : open[encoding as keyof typeof open](sent.body);
      expect(Math.abs(bytes.length - plain.body.length)).toBeLessThan(200);
      expect(sent.body.length).toBeLessThan(encoding === undefined ? Infinity : bytes.length / 2);
    }
  }
});

describe("behind a proxy", () => {
  /** Signs in through a proxy that adds these headers, like a browser at https://console.example. */
  async function signedIn(web: RunningServer, added: Record<string, string>): Promise<Raw> {
    const page = await sendRequest(web.origin, { headers: added });
    const cookie = [page.headers["set-cookie"] ?? []]
      .flat()
      .map((line) => line.split(";")[0])
      .join("; ");
    const fields = {
      csrf: hiddenValue({ html: page.body }, "csrf"),
      email: "admin@acme.example",
      password: demoPassword,
    };
    return sendRequest(web.origin, {
      method: "POST",
      headers: {
        ...added,
        cookie,
        origin: "https://console.example",
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields).toString(),
    });
  }
  const settings = { CONSOLE_ORIGIN: "https://console.example" };

  test("ASVS 3.5.1 that rewrites the host as nginx does by default, posts are accepted thanks to CONSOLE_ORIGIN", async () => {
    await withConsole(settings, async (web) => {
      const { host } = new URL(web.origin);
      expect((await signedIn(web, { host })).status).toBe(303);
      // The return address after signing in is on the console's public origin, not the proxy's.
      const away = await sendRequest(web.origin, { path: `${person.base}/customers`, headers: { host } });
      expect(away.headers.location).toContain(encodeURIComponent("https://console.example/"));
      // The internal origin serves no pages: posts from there are refused, in every form of a post.
      for (const path of ["/login", "/login.data", "/login.data?index", "/signout.data"]) {
        const headers = { origin: web.origin, "content-type": "application/x-www-form-urlencoded" };
        const foreign = await sendRequest(web.origin, { method: "POST", path, headers, body: "a=1" });
        expect([path, foreign.status]).toEqual([path, 403]);
      }
      // 3.3.1, 3.4.1: on https every cookie is Secure and __Host-, and HSTS is set.
      const [cookie = ""] = [away.headers["set-cookie"] ?? []].flat();
      expect(cookie).toMatch(/^__Host-edge-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(away.headers["strict-transport-security"]).toContain("max-age=31536000");
    });
  });

  test("X-Forwarded-Host counts only from a trusted proxy, and never causes a 500", async () => {
    for (const proxies of ["0", "1", "127.0.0.0/8"]) {
      await withConsole({ ...settings, TRUST_PROXY: proxies }, async (web) => {
        for (const forwarded of ["evil.example:99999", "evil.example:x", "a b", "evil.example", "[", ","]) {
          const answer = await sendRequest(web.origin, { headers: { "x-forwarded-host": forwarded } });
          expect(answer.status, forwarded).toBeLessThan(500);
          expect(answer.body).not.toContain("evil.example");
        }
      });
    }
  });

  test("12 made-up addresses count as one: the API's rate limits use the real client address", async () => {
    const addresses = async (env: Record<string, string>, ended: string) =>
      withConsole(env, async (web) => {
        const client = new ConsoleClient(web.origin);
        const page = await client.get("/login");
        await stand.heal();
        for (let n = 1; n <= 4; n += 1) {
          await sendRequest(web.origin, {
            method: "POST",
            headers: {
              cookie: client.cookieHeader,
              "content-type": "application/x-www-form-urlencoded",
              "x-forwarded-for": `203.0.113.${n}${ended}`,
              "x-client-ip": `203.0.113.${n}`,
              "x-real-ip": `203.0.113.${n}`,
            },
            body: new URLSearchParams({
              csrf: hiddenValue(page, "csrf"),
              email: "nobody@acme.example",
              password: "wrong",
            }).toString(),
          });
        }
        const calls = stand.sydney.callsOf("AuthGetUserRegion");
        expect(calls).toHaveLength(4);
        return [...new Set(calls.map(({ headers }) => headers["x-forwarded-for"]))];
      });
    expect(await addresses({}, "")).toEqual(["127.0.0.1"]);
    // The proxy adds the address it was called from at the end: that one counts.
    // On a developer's machine no address of its own is asked for.
    for (const TRUST_PROXY of ["1", "loopback"]) {
      const behind = { APP_ENV: "local", TRUST_PROXY };
      expect(await addresses(behind, ", 198.51.100.7")).toEqual(["198.51.100.7"]);
    }
  });

  test("SESS-12 a token refresh carries the client address, like every call", async () => {
    const brief = await startStand({ ACCESS_TOKEN_MINUTES: "29" });
    try {
      const { client, base } = await signIn(brief);
      await brief.heal();
      expect((await client.get(`${base}/customers`)).status).toBe(200);
      const [refresh] = brief.sydney.callsOf("AuthRefreshToken");
      expect(refresh?.headers["x-forwarded-for"]).toBe("127.0.0.1");
      expect(brief.sydney.calls.every(({ headers }) => headers["x-forwarded-for"] === "127.0.0.1")).toBe(
        true,
      );
    } finally {
      await brief.stop();
    }
  });
});

describe("a failure is reported once, with a matching status", () => {
  test.each([
    ["customers", "ORGGetCustomers", broken, 502],
    ["customers", "ORGGetCustomers", slowDown, 429],
    ["vacancies", "AppsGetVacancyListV2", broken, 502],
    ["settings/branding", "FIGetBranding", broken, 502],
    ["settings/overview", "ORGGetCustomer", broken, 502],
  ])("SESS-33 %s with %s failing", async (path, operation, fault, status) => {
    const before = stand.web.errors().length;
    stand.sydney.fail(fault, { operation });
    const page = await person.client.get(`${person.base}/${path}`);
    expect(page.status, textOf(page).slice(0, 300)).toBe(status);
    expect(textOf(page)).toContain("Log Out");
    const calls = stand.sydney.callsOf(operation).length;
    const lines = stand.web
      .errors()
      .slice(before)
      .split("\n")
      .filter((line) => line.includes('"message":"error"'));
    expect(lines).toHaveLength(calls);
  });

  test("SESS-35 a failed AuthMe is logged once, although every part of the page depends on it", async () => {
    const before = stand.web.errors().length;
    stand.sydney.fail(broken, { operation: "AuthMe" });
    expect((await person.client.get(`${person.base}/customers`)).status).toBe(502);
    const lines = stand.web
      .errors()
      .slice(before)
      .split("\n")
      .filter((line) => line.includes('"message":"error"'));
    expect(lines).toHaveLength(1);
  });

  test("no part of an answer that is not JSON reaches the log", async () => {
    const before = stand.web.errors().length;
    const body = () => `<html>hunter2 ${"secret-marker ".repeat(50)}</html>`;
    stand.sydney.fail({ kind: "rewrite", body }, { operation: "ORGGetCustomers" });
    await person.client.get(`${person.base}/customers`);
    const logged = stand.web.errors().slice(before);
    expect(logged).toContain("api answer not understood");
    expect(logged).not.toMatch(/hunter2|secret-marker|<html>/);
  });

  test("Retry-After of a region is passed on with 429, at sign-in too", async () => {
    await withConsole({}, async (web) => {
      const client = new ConsoleClient(web.origin);
      const page = await client.get("/login");
      stand.sydney.fail(
        {
          kind: "answer",
          status: 429,
          type: "text/plain",
          body: "slow down",
          headers: { "retry-after": "90" },
        },
        { operation: "AuthGetUserRegion" },
      );
      const answer = await client.post("/login", [
        ["csrf", hiddenValue(page, "csrf")],
        ["email", "admin@acme.example"],
        ["password", demoPassword],
      ]);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "90"]);
      expect(textOf(answer)).toContain("Too many attempts. Please try again in 2 minutes.");
      expect(textOf(answer)).not.toContain("user region");
    });
  });
});

test.each([-10, 10])(
  "quality 9: clocks %i minutes apart make no sign-in loop and end no session",
  async (minutes) => {
    const shifted = (body: string) =>
      body.replace(/"expiresAt":"([^"]+)"/, (_, at: string) => {
        const moment = new Date(Date.parse(at) + minutes * 60_000);
        return `"expiresAt":"${moment.toISOString()}"`;
      });
    for (const operation of ["AuthEmailLogin", "AuthRefreshToken"])
      stand.sydney.fail({ kind: "rewrite", body: shifted }, { operation });
    const { client, base } = await signIn(stand);
    for (let page = 0; page < 3; page += 1) expect((await client.get(`${base}/customers`)).status).toBe(200);
    expect(stand.sydney.callsOf("AuthRefreshToken").length).toBeLessThanOrEqual(1);
  },
);

describe("/health and /ready", () => {
  const ready = async (origin: string) => {
    const answer = await sendRequest(origin, { path: "/ready" });
    return { ...(JSON.parse(answer.body) as { regions?: object; flags?: string }), status: answer.status };
  };

  test("one unreachable region is named and leaves the console ready; with none reachable it is not ready", async () => {
    expect((await sendRequest(stand.web.origin, { path: "/health" })).status).toBe(200);
    await stand.sydney.refuse();
    await expect
      .poll(() => ready(stand.web.origin), { timeout: 8000 })
      .toMatchObject({
        status: 200,
        regions: { "ap-southeast-2": "unreachable", "eu-west-1": "reachable" },
      });
    await withConsole({ REGIONAL_API_URL: "http://127.0.0.1:9" }, async (web) => {
      expect(await ready(web.origin)).toMatchObject({ status: 503 });
      expect((await sendRequest(web.origin, { path: "/health" })).status).toBe(200);
    });
  });

  test("SHELL-45 flags that become invalid at run time are reported, and the last valid ones stay", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edge-console-flags-"));
    const file = join(folder, "flags.json");
    cpSync(join(root, "config/flags.json"), file);
    await withConsole({ FLAGS_FILE: file }, async (web) => {
      const { client, base } = await signIn({ web });
      writeFileSync(file, "{ broken");
      expect((await client.get(`${base}/customers`)).status).toBe(200);
      expect(await ready(web.origin)).toMatchObject({ status: 200, flags: expect.stringContaining("stay") });
      expect(web.errors()).toContain("flags cannot be taken over");
    });
    rmSync(folder, { recursive: true });
  });
});

describe("a failing start", () => {
  /** Starts a console that is expected to fail; returns its exit code and output. */
  async function failing(env: Record<string, string>, cwd = root): Promise<{ code: number; said: string }> {
    const child = spawn(process.execPath, ["--enable-source-maps", join(root, "build/console.js")], {
      cwd,
      env: {
        ...settings({ ...process.env, HOST: "127.0.0.1", PORT: "0", DATA_DIR: stand.dataDir }),
        ...throughSydney(),
        ...env,
      } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit") as Promise<[number]>]);
    return { code, said };
  }

  test("SHELL-81 prints the reason in plain lines, without a stack", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const starts: [Record<string, string>, RegExp][] = [
      [
        { PORT: String(port) },
        new RegExp(`^The console cannot start: 127.0.0.1:${port} is in use. Change HOST or PORT.\n$`),
      ],
      [
        { METRICS_ADDRESS: `127.0.0.1:${port}` },
        new RegExp(`^The console cannot start: 127.0.0.1:${port} is in use. Change METRICS_ADDRESS.\n$`),
      ],
      [
        { HOST: "192.0.2.1", DEMO_ON_NETWORK: "true" },
        /^The console cannot start: 192\.0\.2\.1.* is not an address of this machine/,
      ],
      [{ SESSION_SECRET: "short" }, /SESSION_SECRET: must have at least 32 characters/],
      [{ FLAGS_FILE: "/nowhere/flags.json" }, /^The console cannot start: FLAGS_FILE \/nowhere\/flags.json/],
    ];
    for (const [env, words] of starts) {
      const { code, said } = await failing(env);
      expect(code).toBe(1);
      expect(said).toMatch(words);
      expect(said, JSON.stringify(env)).not.toMatch(/^\s+at |node:internal|\.js:\d/m);
      expect(said.trim().split("\n").length).toBeLessThanOrEqual(2);
    }
    taken.close();
  });

  test("outside a release folder it says so", async () => {
    const { code, said } = await failing({}, tmpdir());
    expect([code, said]).toEqual([
      1,
      `The console cannot start: ${tmpdir()} holds no build/. Start it in the folder of the release.\n`,
    ]);
  });
});

describe("redirect targets of a sign-in", () => {
  const formAction = ({ headers }: Answer) =>
    /form-action ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1]?.split(" ") ?? [];

  test("form-action names the console and the trusted products, no scheme as a whole", async () => {
    const stranger = new ConsoleClient(stand.web.origin);
    for (const path of ["/login", "/loginWithSSO"]) {
      const allowed = formAction(await stranger.get(path));
      expect(allowed).toContain("'self'");
      expect(allowed).toContain("https://talent-hub.example");
      expect(allowed).not.toContain("https:");
      expect(allowed).not.toContain("http:");
    }
    expect(formAction(await stranger.get("/forgetPassword"))).toEqual(["'self'"]);
  });

  test("AUTH-69 AUTH-70 the answer to the single sign-on form moves on to the identity provider without scripts", async () => {
    const stranger = new ConsoleClient(stand.web.origin);
    const page = await stranger.get("/loginWithSSO");
    const answer = await stranger.post("/loginWithSSO", [
      ["csrf", hiddenValue(page, "csrf")],
      ["account", "initech"],
    ]);
    expect(answer.status).toBe(200);
    const to = /^0; url=(https?:.*)$/.exec(answer.headers.get("refresh") ?? "")?.[1] ?? "";
    expect(new URL(to).origin).not.toBe(stand.web.origin);
    expect(textOf(answer)).toContain(new URL(to).host);
  });
});
