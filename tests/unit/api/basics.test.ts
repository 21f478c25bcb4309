import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { assertComplete, readConfig, type Config } from "../../../regional-api/config";
import { newId } from "../../../regional-api/core/ids";
import { brokenPasswordRules, hashPassword, verifyPassword } from "../../../regional-api/core/passwords";
import { networkOf } from "../../../shared/client-address";
import { MemoryCounters } from "../../../regional-api/store/counters";
import { RateLimiter } from "../../../regional-api/core/rate-limiter";
import { hashToken, newToken, sameSecret, sealWith, unsealWith } from "../../../regional-api/core/tokens";
import { openDatabases } from "../../../regional-api/store/database";
import { migrate } from "../../../regional-api/store/migrate";
import { migrations } from "../../../regional-api/store/migrations/index";

describe("settings", () => {
  test("have defaults, also for empty variables", () => {
    expect(readConfig({ API_PORT: "", HOST: "" })).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      production: false,
      consoleOrigin: "http://127.0.0.1:3000",
      accessTokenMs: 3_600_000,
      refreshTokenMs: 86_400_000,
      policyPrefix: "edge",
      seed: "demo",
    });
  });

  test("an invalid number is reported by its variable's name", () => {
    expect(() => readConfig({ API_PORT: "x" })).toThrow(
      /\n {2}API_PORT: must be a whole number from 0 to 65535$/,
    );
  });

  const refused: [Record<string, string>, string][] = [
    [{ API_METRICS_ADDRESS: "127.0.0.1:65536" }, "must have a port up to 65535"],
    [{ TRUSTED_PROXIES: "10.0.0.0/8, proxy.example" }, "must be a list of addresses and ranges"],
    ...[
      "10.0.0.1/33",
      "0.0.0.0/1,128.0.0.0/1",
      "64.0.0.0/192.0.0.0",
      "10.0.0.0/255.0.255.0",
      "::/1,8000::/1",
      "::ffff:0:0/96",
    ].map((ranges): [Record<string, string>, string] => [
      { TRUSTED_PROXIES: ranges },
      "must be a list of addresses and ranges",
    ]),
  ];
  test.each(refused)("%j is refused by its name before anything starts", (given, reason) => {
    expect(() => readConfig(given)).toThrow(`\n  ${Object.keys(given)[0]}: ${reason}`);
  });

  test("TRUSTED_PROXIES takes addresses, ranges and names of ranges", () => {
    const proxies = ["10.0.0.1", "10.0.0.0/8", "172.16.0.0/255.240.0.0", "fd00::/8", "uniquelocal"];
    expect(readConfig({ TRUSTED_PROXIES: proxies.join(", ") }).trustedProxies).toEqual(proxies);
  });

  test("identity providers get the console's address in production, unless API_ORIGIN is set", () => {
    const given = { APP_ENV: "production", CONSOLE_ORIGIN: "https://console.example/" };
    expect(readConfig(given).apiOrigin).toBe("https://console.example");
    expect(readConfig({ ...given, API_ORIGIN: "https://api.example/" }).apiOrigin).toBe(
      "https://api.example",
    );
    expect(readConfig({ ...given, APP_ENV: "local" }).apiOrigin).toBeUndefined();
  });

  test("APP_ENV decides if this is production, NODE_ENV if APP_ENV is missing", () => {
    expect(readConfig({ NODE_ENV: "production" }).production).toBe(true);
    expect(readConfig({ NODE_ENV: "production", APP_ENV: "local" }).production).toBe(false);
    expect(readConfig({ APP_ENV: "production" }).production).toBe(true);
  });

  const forTryingOut = ({ seed, outbox, introspection, demoIdp }: Config) => [
    seed,
    outbox,
    introspection,
    demoIdp,
  ];

  test("demo features are on only in local, unless a setting says otherwise", () => {
    expect(forTryingOut(readConfig({}))).toEqual(["demo", true, true, true]);
    expect(forTryingOut(readConfig({ NODE_ENV: "production", APP_ENV: "local" }))).toEqual(
      forTryingOut(readConfig({})),
    );
    for (const APP_ENV of ["development", "sandbox", "qa", "production"])
      expect(forTryingOut(readConfig({ APP_ENV }))).toEqual(["none", false, false, false]);
    expect(forTryingOut(readConfig({ NODE_ENV: "production" }))).toEqual(["none", false, false, false]);
    const settings = { SEED: "large", OUTBOX: "true", INTROSPECTION: "true", DEMO_IDP: "true" };
    expect(forTryingOut(readConfig({ APP_ENV: "qa", ...settings }))).toEqual(["large", true, true, true]);
    expect(forTryingOut(readConfig({ OUTBOX: "false", DEMO_IDP: "false" }))).toEqual([
      "demo",
      false,
      true,
      false,
    ]);
  });

  test.each([
    ["SEED", "demo"],
    ["SEED", "large"],
    ["OUTBOX", "true"],
    ["INTROSPECTION", "true"],
    ["DEMO_IDP", "true"],
  ])("%s=%s is refused in production", (name, value) => {
    expect(() => readConfig({ APP_ENV: "production", [name]: value })).toThrow(`${name}: not in production`);
    expect(() => readConfig({ NODE_ENV: "production", [name]: value })).toThrow(name);
  });

  test.each([
    ["OUTBOX", "yes"],
    ["API_PORT", "70000"],
    ["API_PORT", "1e3"],
    ["HOST", "999.1.1.1"],
    ["CONSOLE_ORIGIN", "javascript:alert(1)"],
    ["CONSOLE_ORIGIN", "localhost:3000"],
    ["CONSOLE_ORIGIN", "https://x/path"],
    ["API_ORIGIN", "https://x/api"],
    ["SEED", "huge"],
    ["NODE_ENV", "live"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "Edge <nobody>"],
    ["MAIL_FROM", "Edge <a@b.example>\nBcc: c@d.example"],
    ["DKIM_HOST", "dkim"],
    ["TEMPLATE_ACCOUNT", "123"],
    ["SMTP_URL", "mail.example"],
    ["SMS_URL", "gateway"],
    ["MFA_SECRET", "too short"],
    ["MFA_SECRET", "a".repeat(40)],
    ["MFA_SECRET_PREVIOUS", "too short"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_CONNECTIONS", "1000"],
    ["ACCESS_TOKEN_MINUTES", "0"],
    ["DECLINE_MESSAGE_SECONDS", "-1"],
    ["RECORD_DAYS", "29"],
    ["API_METRICS_ADDRESS", "9090"],
    ["LOG_REQUESTS", "maybe"],
    ["DEMO_ON_NETWORK", "1"],
    ["POLICY_RESOURCE_PREFIX", "a:b"],
  ])("SHELL-104 %s=%j is refused by name, in one line of words", (name, value) => {
    const reading = () => readConfig({ [name]: value });
    expect(reading).toThrow(new RegExp(`used:\\n  ${name}: must[^\\n]+$`));
    expect(reading).not.toThrow(/Invalid|pattern|expected/);
  });

  const needed = {
    CONSOLE_ORIGIN: "https://console.acme.test",
    SMTP_URL: "smtp://mail.acme.test",
    MAIL_FROM: "Acme <no-reply@acme.test>",
    DKIM_HOST: "dkim.acme.test",
    MFA_SECRET: "a-secret-of-the-unit-tests-alone-0123456789",
  };
  const complete = (given: Record<string, string>, command?: string) => () =>
    assertComplete(readConfig(given), given, command);

  test("AUTH-111 AUTH-118 MFA-08 production does not serve without its addresses, and names what is missing", () => {
    const production = { APP_ENV: "production", ...needed };
    complete(production)();
    for (const name of Object.keys(needed))
      expect(complete({ ...production, [name]: "" }), name).toThrow(
        new RegExp(`used:\n  ${name}: needed in production[^\n]*$`),
      );
    expect(complete({ ...production, CONSOLE_ORIGIN: "http://console.acme.test" })).toThrow(
      /CONSOLE_ORIGIN: [^\n]*https/,
    );
    expect(complete({ ...production, API_ORIGIN: "http://api.acme.test" })).toThrow(
      /API_ORIGIN: needs https/,
    );
    complete({ APP_ENV: "production" }, "backup")();
    expect(complete({ APP_ENV: "production" }, "create-admin")).toThrow(/CONSOLE_ORIGIN/);
  });

  test("AUTH-119 demo features are reachable from other machines only if a setting allows it", () => {
    const forTrying: Record<string, string>[] = [
      {},
      { APP_ENV: "qa", OUTBOX: "true" },
      { APP_ENV: "qa", DEMO_IDP: "true" },
      { APP_ENV: "qa", SEED: "demo" },
    ];
    for (const HOST of ["0.0.0.0", "::", "192.168.1.5", "api"]) {
      for (const given of forTrying) {
        expect(complete({ ...given, HOST })).toThrow(/HOST: [^\n]*DEMO_ON_NETWORK=true$/);
        complete({ ...given, HOST, DEMO_ON_NETWORK: "true" })();
        complete({ ...given, HOST }, "verify")();
      }
      complete({ APP_ENV: "qa", HOST })();
      complete({ APP_ENV: "production", ...needed, HOST })();
    }
    for (const HOST of ["127.0.0.1", "localhost", "::1"]) complete({ HOST })();
  });
});

test("ids are 24 lower-case hex characters, all different, rising", () => {
  const ids = Array.from({ length: 5_000 }, () => newId(1_700_000_000_000));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect([...new Set(ids)].sort()).toEqual(ids);
});

describe("passwords", () => {
  test("AUTH-50 9 characters are refused, 10 pass", () => {
    expect(brokenPasswordRules("Abcdef-12")).toEqual(["At least 9 characters"]);
    expect(brokenPasswordRules("Abcdefg-12")).toEqual([]);
  });

  test.each([..."-+_!@#$%^&*., ?"])("AUTH-51 '%s' is a special character", (character) => {
    expect(brokenPasswordRules(`Abcdefgh12${character}`)).toEqual([]);
  });

  test.each(["'", '"', "/", "(", "~", "é"])("AUTH-51 '%s' is none", (character) => {
    expect(brokenPasswordRules(`Abcdefgh12${character}`)).toEqual(["At least 1 special character"]);
  });

  test("are hashed with Argon2id and verified", async () => {
    const hash = await hashPassword("Right-One-1");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, "Right-One-1")).toBe(true);
    expect(await verifyPassword(hash, "Wrong-One-1")).toBe(false);
    expect(await verifyPassword(null, "no account has this password")).toBe(false);
  });
});

describe("tokens", () => {
  test("are 256 random bits", () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(newToken());
    expect(hashToken("a")).toHaveLength(32);
  });

  test("are compared as a whole", () => {
    expect(sameSecret("abc", "abc")).toBe(true);
    expect(sameSecret("ab", "abc")).toBe(false);
    expect(sameSecret("", "abc")).toBe(false);
  });

  test("seal a text that no other token opens", () => {
    const sealed = sealWith("token", "secret text");
    expect(unsealWith("token", sealed)).toBe("secret text");
    expect(sealed.toString("utf8")).not.toContain("secret");
    expect(() => unsealWith("other", sealed)).toThrow();
  });
});

test("the rate limiter counts per key and minute, and returns the time to wait", async () => {
  const limiter = new RateLimiter(new MemoryCounters());
  for (const [at, waits] of [
    [1, 0],
    [2, 0],
    [3, 57_000],
  ] as const)
    expect(await limiter.take("a", 2, at * 1000)).toBe(waits);
  expect(await limiter.take("b", 2, 0)).toBe(0);
  expect(await limiter.wait("a", 3, 0)).toBe(0);
  expect(await limiter.take("a", 2, 60_000)).toBe(0);
});

test("the number of counted keys per minute is bounded, and the least recently used is evicted", async () => {
  const limiter = new RateLimiter(new MemoryCounters(3));
  for (const key of ["a", "b", "a", "c"]) await limiter.count(key, 0);
  expect(await limiter.wait("b", 1, 0)).toBe(60_000);
  await limiter.count("d", 0);
  expect(await limiter.wait("b", 1, 0)).toBe(0);
  expect(await limiter.wait("a", 2, 0)).toBe(60_000);
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:1:2::", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["nonsense", "unknown"],
])("%s belongs to the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe("migrations", () => {
  const inMemory = () => new BetterSqlite3(":memory:");
  const tables = (sqlite: BetterSqlite3.Database) =>
    sqlite
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 't%'")
      .pluck()
      .all();
  const step = (number: number, sql: string) =>
    ({ number, name: `step ${number}`, file: "region", sql, postgres: "" }) as const;
  /** A database file from before all migrations. */
  const begun = () => {
    const sqlite = inMemory();
    migrate(sqlite, "region", []);
    return sqlite;
  };

  test("run in order, once, each whole or not at all", () => {
    const sqlite = begun();
    const first = step(901, "CREATE TABLE t1 (a)");
    migrate(sqlite, "region", [first]);
    expect(() =>
      migrate(sqlite, "region", [first, step(902, "CREATE TABLE t2 (a); CREATE TABLE t1 (a)")]),
    ).toThrow("t1");
    expect(tables(sqlite)).toEqual(["t1"]);
    const fixed = [first, step(902, "CREATE TABLE t2 (a)")];
    migrate(sqlite, "region", fixed);
    migrate(sqlite, "region", fixed);
    expect(tables(sqlite)).toEqual(["t1", "t2"]);
  });

  test("are applied to a new file, which then matches the declared schema", () => {
    const sqlite = inMemory();
    const all = [step(901, "CREATE TABLE t1 (a)")];
    migrate(sqlite, "region", all);
    migrate(sqlite, "region", all);
    expect(tables(sqlite)).toEqual([]);
    expect(() => migrate(sqlite, "region", [])).toThrow("newer release (migration 901 is not known here)");
    expect(() => migrate(sqlite, "directory", all)).toThrow(
      "holds the data of a region, not of the directory",
    );
  });

  test("GEN-80 a migration edited after it ran is refused, with a message that names it and the remedy", () => {
    const sqlite = begun();
    migrate(sqlite, "region", [step(907, "CREATE TABLE t1 (a TEXT); -- as it was")]);
    expect(() => migrate(sqlite, "region", [step(907, "CREATE TABLE t1 (a TEXT, b TEXT);")])).toThrow(
      /migration 907 \(step 907\) was changed after it ran on \d{4}-\d\d-\d\d: put it back .* or, .* delete them/,
    );
    // Comments and whitespace may change.
    migrate(sqlite, "region", [
      step(907, "\n  CREATE TABLE t1\n  (a TEXT);\n"),
      step(908, "CREATE TABLE t2 (a)"),
    ]);
    expect(tables(sqlite)).toEqual(["t1", "t2"]);
  });

  test("are numbered uniquely and in order, and no table name is in both kinds of file", () => {
    const numbers = migrations.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    const dataDir = mkdtempSync(join(tmpdir(), "api-test-"));
    const databases = openDatabases(dataDir);
    const names = databases
      .region("eu-west-1")
      .sqlite.prepare<[], string>(
        `SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view')
         INTERSECT SELECT name FROM directory.sqlite_master`,
      )
      .pluck()
      .all();
    expect(names.filter((name) => !name.startsWith("sqlite_"))).toEqual(["schema_migrations"]);
    databases.close();
    rmSync(dataDir, { recursive: true });
  });
});
