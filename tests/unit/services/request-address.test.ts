import { afterEach, describe, expect, test, vi } from "vitest";

async function addresses(env: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { requestAddress, isOwnOrigin, usableTarget } = await import("~/services/request-address.server");
  return {
    isOwnOrigin,
    usableTarget,
    of: (host: string | undefined, target = "/login?x=1", protocol = "http") =>
      requestAddress({ host, target, protocol })?.href ?? null,
  };
}
afterEach(() => vi.unstubAllEnvs());

const behindProxy = { CONSOLE_ORIGIN: "https://console.example", ALTERNATE_BRAND_HOSTS: "hire.example" };

describe("the address of a request", () => {
  test("without CONSOLE_ORIGIN it is the requested one", async () => {
    const { of } = await addresses({ CONSOLE_ORIGIN: "" });
    expect(of("127.0.0.1:3000")).toBe("http://127.0.0.1:3000/login?x=1");
    expect(of("console.example", "/", "https")).toBe("https://console.example/");
    expect(of("[::1]:3000")).toBe("http://[::1]:3000/login?x=1");
  });

  test("with it an unknown host is a proxy's, and is replaced by the console's own", async () => {
    const { of } = await addresses(behindProxy);
    for (const host of ["127.0.0.1:3000", "console", "evil.example", "console.example"])
      expect(of(host)).toBe("https://console.example/login?x=1");
    expect(of("HIRE.example", "/", "https")).toBe("https://hire.example/");
  });

  test.each([
    ["/login", "/login"],
    ["/login?", "/login?"],
    ["/users?search=a%00b&x=%5F", "/users?search=a%20b&x=%5F"],
    ["/login?_data=routes%2Fauth%2Flogin", "/login?"],
    ["/users?page=2&%5fdat%61=root&search=_data&_data", "/users?page=2&search=_data"],
    ["/users.data?_routes=root&a=?_data", "/users.data?_routes=root&a=?_data"],
  ])("SHELL-105 of %s a page gets %s", async (target, usable) => {
    expect((await addresses()).usableTarget(target)).toBe(usable);
  });

  test("on the local machine all of its names are accepted", async () => {
    const { of } = await addresses({ CONSOLE_ORIGIN: "http://127.0.0.1:3000" });
    expect(of("localhost:3000", "/")).toBe("http://localhost:3000/");
  });

  test.each([
    ["evil.example:99999"],
    ["evil.example:x"],
    ["a b"],
    ["a/b"],
    ["a@b"],
    ["x".repeat(300)],
    ["[::1"],
    [""],
    ["..%2f"],
  ])("the host %j is invalid", async (host) => {
    const { of } = await addresses({ CONSOLE_ORIGIN: "" });
    expect(of(host)).toBeNull();
  });

  test.each(["http://evil.example/", "*", "", "evil"])("the target %j is invalid", async (target) => {
    const { of } = await addresses(behindProxy);
    expect(of("console.example", target)).toBeNull();
  });
});

describe("ASVS 3.5.1 where a post comes from", () => {
  test("is compared only with the host of the request's address", async () => {
    const { isOwnOrigin } = await addresses(behindProxy);
    expect(isOwnOrigin("https://console.example", "console.example")).toBe(true);
    expect(isOwnOrigin("http://127.0.0.1:3000", "127.0.0.1:3000")).toBe(true);
    expect(isOwnOrigin(undefined, undefined)).toBe(true);
    for (const foreign of [
      "https://evil.example",
      "http://127.0.0.1:3000",
      "null",
      "",
      "https://console.example.evil.example",
      "data:x",
    ])
      expect(isOwnOrigin(foreign, "console.example"), foreign).toBe(false);
    expect(isOwnOrigin("data:x", undefined)).toBe(false);
  });
});
