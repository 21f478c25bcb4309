import { expect, test, vi } from "vitest";
import { action } from "~/routes/client-errors";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";

/** Reports errors like a page's script; returns the server's log lines about them. */
async function report(fields: Record<string, string>, { times = 1, clientAddress = "10.0.0.1" } = {}) {
  const session = anonymousSession();
  const cookie = (await sealSession(session)).split(";")[0] ?? "";
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const request = new Request("http://x.example/client-errors", {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ csrf: csrfToken(session), ...fields }),
    });
    statuses.push((await action({ request, params: {}, context: { clientAddress } })).status);
  }
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect(new Set(statuses)).toEqual(new Set([204]));
  return lines;
}

test("SESS-35 a browser's error is one line in the log, without personal data", async () => {
  const lines = await report({
    message: "no room for jo@acme.example (+61 400 000 000)",
    stack: "Error\n  at /login?redirect=secret:1:2",
    path: "/region/eu-west-1",
  });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    path: "/region/eu-west-1",
    error: { name: "BrowserError", message: "no room for [email] ([phone])" },
  });
  expect(lines[0]).not.toContain("secret");
});

test("SESS-35 invalid reports are ignored, and a browser that never stops is soon ignored, too", async () => {
  expect(await report({ stack: "x" }, { clientAddress: "10.0.0.2" })).toEqual([]);
  expect(await report({ message: "again" }, { times: 30, clientAddress: "10.0.0.3" })).toHaveLength(20);
});

test("SESS-35 a browser whose address changes within its IPv6 prefix counts as one", async () => {
  for (let i = 1; i <= 20; i += 1)
    expect(await report({ message: "again" }, { clientAddress: `2001:db8:0:7::${i}` })).toHaveLength(1);
  expect(await report({ message: "again" }, { clientAddress: "2001:db8:0:7:ffff::1" })).toEqual([]);
  expect(await report({ message: "again" }, { clientAddress: "2001:db8:0:8::1" })).toHaveLength(1);
});
