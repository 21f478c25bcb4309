import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, isTimeZone } from "~/i18n/dates";
import { isAwsRegion, regions } from "~/regions";
import { customerRegions, parseEnv } from "~/services/env.server";
import { languageOf, timeZoneOf } from "~/services/language.server";
import { scrub } from "~/services/log.server";
import { readPreferences } from "~/sessions.server";

describe("the environment", () => {
  const secret = "3ae1c8f0b7d24965-only-for-these-tests";

  test("has defaults for all but the secret", () => {
    expect(parseEnv({ SESSION_SECRET: secret, PORT: "" })).toMatchObject({ PORT: 3000, APP_ENV: "local" });
  });

  test("all errors are named in one readable message", () => {
    expect(() => parseEnv({ SESSION_SECRET: "short", PORT: "abc", REGIONAL_API_URL: "api" })).toThrow(
      /SESSION_SECRET: must have at least 32[\s\S]*PORT|PORT[\s\S]*SESSION_SECRET/,
    );
  });

  test("missing and non-numeric values are reported", () => {
    expect(() => parseEnv({})).toThrow(/\n {2}SESSION_SECRET: is needed$/);
    expect(() => parseEnv({ SESSION_SECRET: secret, PORT: "abc" })).toThrow(
      /\n {2}PORT: must be a whole number from 0 to 65535$/,
    );
  });

  const parsed = (given: Record<string, string>) => parseEnv({ SESSION_SECRET: secret, ...given });

  test.each(["METRICS_ADDRESS", "FLAGD_ADDRESS"])("%s with an impossible port is refused", (name) => {
    expect(() => parsed({ [name]: "127.0.0.1:65536" })).toThrow(`\n  ${name}: must have a port up to 65535`);
    expect(parsed({ [name]: "127.0.0.1:65535" })).toMatchObject({ [name]: "127.0.0.1:65535" });
  });

  test.each([
    [undefined, 0],
    ["false", 0],
    ["0", 0],
    ["1", 1],
    ["2", 2],
    ["10.0.0.1, 192.168.0.0/16", ["10.0.0.1", "192.168.0.0/16"]],
    ["loopback,fd00::/8", ["loopback", "fd00::/8"]],
  ])("TRUST_PROXY %s", (text, proxies) => {
    expect(parsed({ TRUST_PROXY: text ?? "" }).TRUST_PROXY).toEqual(proxies);
  });

  test.each([
    ...["true", "yes", "0.0.0.0/0", "10.0.0.0/33", "example.com", "10.0.0.1/x", "99", "-1"],
    ...["0.0.0.0/1,128.0.0.0/1", "64.0.0.0/2", "::/1,8000::/1", "2000::/3", "::ffff:0:0/96", "::/96"],
  ])("TRUST_PROXY %s is refused, with an alternative", (text) => {
    expect(() => parsed({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY: must be the number of proxies/);
  });

  const values = (name: string, ...given: string[]) => given.map((value) => [name, value] as const);

  test.each([
    ...values("NODE_ENV", "live", "prod"),
    ...values("APP_ENV", "prod", "Production"),
    ...values("PORT", "99999", "abc", "-1", "1e3", "0x10", " 80", "3000.5"),
    ...values("HOST", "999.1.1.1", "a b", "http://x", "1.2.3", "/tmp/x"),
    ...values(
      "CONSOLE_ORIGIN",
      "console.example",
      "localhost:3000",
      "https://x/path",
      "https://x/?a",
      "https://u@x",
      "ftp://x",
      "https:x",
    ),
    ...values("REGIONAL_API_URL", "localhost:4000", "http://x/api", "x"),
    ...values("REGIONAL_API_URL_EU_WEST_1", "x/y"),
    ...values("REGIONAL_API_TIMEOUT", "5", "1.5", "60001", "soon"),
    ...values("REGIONAL_API_PATIENCE", "-1", "x"),
    ...values("DRAIN_SECONDS", "301", "x"),
    ...values("FLAGD_ADDRESS", "foo", "a:b", "a:1:2"),
    ...values("METRICS_ADDRESS", "9090", ":1"),
    ...values("BRAND_NAME", "x".repeat(41)),
    ...values(
      "BRAND_LOGO",
      "javascript:x",
      "//evil.example/x.svg",
      "http://x/logo.svg",
      "logo.svg",
      "/a b.svg",
    ),
    ...values("ALTERNATE_BRAND_LOGO", "data:image/svg+xml,x"),
    ...values("ALTERNATE_BRAND_HOSTS", "http://x/y", "a.example, b c", "a/b"),
    ...values("PRIVACY_URL", "javascript:x", "privacy", "mailto:"),
    ...values("SUPPORT_URL", "support@console.example"),
    ...values("TALENT_HUB_URL", "mailto:a@b.example", "hub"),
    ...values("TRUSTED_REDIRECT_ORIGINS", "https://a.example, b", "https://a.example/path"),
    ...values("SSO_DOMAIN", "a b/c", "-", "x".repeat(41)),
    ...values("TEMPLATE_ACCOUNT", "12345", "x"),
    ...values("DKIM_HOST", "dkim", "a b.example"),
    ...values("SENTRY_DSN", "x"),
    ...values("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"),
    ...values("CONSOLE_VERSION", "v1"),
    ...values("LOG_REQUESTS", "maybe"),
    ...values("DEMO_ON_NETWORK", "yes"),
    ...values(
      "SESSION_SECRET",
      "short",
      "a".repeat(32),
      "abcdefgh".repeat(4),
      "password-".repeat(5),
      "aabbccdd1122".repeat(3),
    ),
    ...values("SESSION_SECRET_PREVIOUS", "0".repeat(40)),
  ])("SHELL-104 %s=%j is refused by name, in one line of words", (name, value) => {
    expect(() => parsed({ [name]: value })).toThrow(new RegExp(`wrong:\\n  ${name}: (must|needs)[^\\n]+$`));
    expect(() => parsed({ [name]: value })).not.toThrow(/Invalid|pattern|expected/);
  });

  const production = {
    APP_ENV: "production",
    CONSOLE_ORIGIN: "https://console.acme.test",
    PRIVACY_URL: "https://acme.test/privacy",
    COOKIE_URL: "https://acme.test/cookies",
    ACCEPTABLE_USE_URL: "https://acme.test/use",
    SUPPORT_URL: "mailto:help@acme.test",
    TALENT_HUB_URL: "https://hub.acme.test",
    QUESTION_BANK_URL: "https://questions.acme.test",
    DKIM_HOST: "dkim.acme.test",
  };

  test("AUTH-118 production requires an https origin, and every address that has only a placeholder as its default", () => {
    expect(parsed(production)).toMatchObject(production);
    expect(parsed({ ...production, HOST: "0.0.0.0" }).HOST).toBe("0.0.0.0");
    for (const name of Object.keys(production).slice(1))
      expect(() => parsed({ ...production, [name]: "" }), name).toThrow(
        new RegExp(`wrong:\n  ${name}: is needed in production[^\n]*$`),
      );
    for (const CONSOLE_ORIGIN of ["http://console.acme.test", "http://127.0.0.1:3000"])
      expect(() => parsed({ ...production, CONSOLE_ORIGIN })).toThrow(
        /CONSOLE_ORIGIN: is needed in production, with https/,
      );
    expect(() => parsed({ APP_ENV: "production", PORT: "x" })).toThrow(
      /PORT:[^]*CONSOLE_ORIGIN:[^]*PRIVACY_URL:/,
    );
  });

  test("AUTH-119 the demo is reachable from other machines only if a setting allows it", () => {
    for (const HOST of ["127.0.0.1", "127.8.0.1", "localhost", "::1"])
      expect(parsed({ HOST }).HOST).toBe(HOST);
    for (const HOST of ["0.0.0.0", "::", "192.168.1.5", "myhost", "127.0.0.1.evil.example"]) {
      expect(() => parsed({ HOST }), HOST).toThrow(/HOST: [^\n]*DEMO_ON_NETWORK=true$/);
      expect(parsed({ HOST, DEMO_ON_NETWORK: "true" }).HOST).toBe(HOST);
      expect(parsed({ HOST, APP_ENV: "qa" }).HOST).toBe(HOST);
    }
  });

  test("SESS-60 behind a proxy the console needs its own address as a setting, except on a developer's machine", () => {
    const behind = { APP_ENV: "qa", TRUST_PROXY: "1" };
    for (const TRUST_PROXY of ["1", "10.0.0.0/8"])
      expect(() => parsed({ ...behind, TRUST_PROXY })).toThrow(/CONSOLE_ORIGIN: is needed with TRUST_PROXY/);
    expect(parsed({ ...behind, CONSOLE_ORIGIN: "https://console.example" })).toMatchObject({
      TRUST_PROXY: 1,
    });
    expect(parsed({ ...behind, APP_ENV: "local" })).toMatchObject({ TRUST_PROXY: 1 });
    expect(parsed({ ...behind, TRUST_PROXY: "0" })).toMatchObject({ TRUST_PROXY: 0 });
  });

  test("SHELL-15 SHELL-16 the Question Bank and the Talent Hub keep the path of their addresses", () => {
    const QUESTION_BANK_URL = "https://apps.example/questions";
    expect(parsed({ QUESTION_BANK_URL, TALENT_HUB_URL: "https://apps.example/hub/" })).toMatchObject({
      QUESTION_BANK_URL,
      TALENT_HUB_URL: "https://apps.example/hub",
    });
    expect(parsed({ QUESTION_BANK_URL: "https://questions.example/" })).toMatchObject({
      QUESTION_BANK_URL: "https://questions.example",
    });
  });

  test("OLD_BRAND_HOST is a host, with a port if needed, and requires NEW_BRAND_HOST", () => {
    const hosts = { OLD_BRAND_HOST: "old.example:8080", NEW_BRAND_HOST: "new.example" };
    expect(parsed(hosts)).toMatchObject(hosts);
    expect(() => parsed({ ...hosts, OLD_BRAND_HOST: "https://old.example" })).toThrow(/OLD_BRAND_HOST/);
    expect(() => parsed({ OLD_BRAND_HOST: "old.example" })).toThrow(/OLD_BRAND_HOST/);
  });

  test("CUST-25 decides where customers can be created", () => {
    expect(customerRegions("production")).toEqual(["ap-southeast-2", "eu-west-1", "us-east-1"]);
    expect(customerRegions("qa")).toEqual(["ap-southeast-2", "eu-west-1"]);
    expect(customerRegions("sandbox")).toEqual(["ap-southeast-2", "eu-west-1"]);
    expect(customerRegions("development")).toEqual(["ap-southeast-2"]);
    expect(customerRegions("local")).toEqual(["ap-southeast-2"]);
  });
});

describe("language", () => {
  const requestWith = (accept: string) =>
    new Request("http://x/", { headers: { "accept-language": accept } });

  test.each([
    ["en-US,en;q=0.9", "en-US", "en-US", "en-US"],
    ["en-GB,en;q=0.9", "en-GB", "en-GB", "en-GB"],
    ["en", "en", "en-US", "en-GB"],
    ["en-AU,en;q=0.8", "en", "en-US", "en-GB"],
    ["fr-FR,fr;q=0.9", "en-US", "en-US", "en-GB"],
    ["fr-FR,fr;q=0.9,en-GB;q=0.8,en;q=0.7", "en-GB", "en-GB", "en-GB"],
    ["fr;q=0.7, en-us;q=0.9", "en-US", "en-US", "en-US"],
    ["fr, en;q=0.5", "en", "en-US", "en-GB"],
    ["", "en-US", "en-US", "en-GB"],
    ["*", "en-US", "en-US", "en-GB"],
    ["xx-not-a-language;q=z", "en-US", "en-US", "en-GB"],
  ])("SHELL-17 SHELL-19 %j is %s, in us-east-1 %s, in eu-west-1 %s", async (accept, none, us, eu) => {
    expect(await languageOf(requestWith(accept))).toBe(none);
    expect(await languageOf(requestWith(accept), "us-east-1")).toBe(us);
    expect(await languageOf(requestWith(accept), "eu-west-1")).toBe(eu);
    expect(await languageOf(requestWith(accept), "ap-southeast-2")).toBe(eu);
  });
});

describe("dates", () => {
  const at = new Date("2026-03-05T23:30:09Z");

  test("SHELL-20 follow each wording, on the zone's calendar", () => {
    expect(formatDate(at, "en-GB", "UTC")).toBe("05 Mar 2026");
    expect(formatDate(at, "en", "Australia/Sydney")).toBe("06 Mar 2026");
    expect(formatDate(at, "en-US", "America/New_York")).toBe("Mar 05, 2026");
    expect(formatDateTime(at, "Australia/Sydney")).toBe("2026-03-06 10:30:09");
    expect(formatDateTime(new Date("2026-01-01T00:00:00Z"), "UTC")).toBe("2026-01-01 00:00:00");
  });

  const withCookies = (cookie: string) => new Request("http://x/", { headers: { cookie } });
  const preference = (timeZone: string) =>
    `edge-preferences=${encodeURIComponent(JSON.stringify({ timeZone }))}`;

  test("SHELL-21 the zone is the person's choice, else the browser's, else the region's", () => {
    expect(timeZoneOf(withCookies(""), "us-east-1")).toBe("America/New_York");
    expect(timeZoneOf(withCookies("edge-time-zone=Asia%2FTokyo"), "us-east-1")).toBe("Asia/Tokyo");
    expect(timeZoneOf(withCookies("edge-time-zone=Mars%2FBase"), "us-east-1")).toBe("America/New_York");
    expect(timeZoneOf(withCookies(`${preference("region")}; edge-time-zone=Asia%2FTokyo`), "eu-west-1")).toBe(
      "Europe/London",
    );
    expect(timeZoneOf(withCookies(preference("UTC")), "eu-west-1")).toBe("UTC");
    expect(isTimeZone("x".repeat(1000))).toBe(false);
  });

  test("SHELL-21 a browser's zone counts only if valid", () => {
    const zoneOf = (cookie: string) => readPreferences(withCookies(cookie)).browserTimeZone;
    expect(zoneOf("edge-time-zone=Asia%2FTokyo")).toBe("Asia/Tokyo");
    for (const made of ["Mars%2FBase", "<script>", "x".repeat(500), "%E0%A4%A"])
      expect(zoneOf(`edge-time-zone=${made}`), made).toBeUndefined();
  });
});

test("SHELL-22 CUST-25 SET-10 SHELL-21 each of the three regions has its label, country, codes and time zone", () => {
  const facts = Object.entries(regions).map(([name, region]) => [
    name,
    region.label,
    region.country,
    region.phoneCode,
    region.shortCode,
    region.timeZone,
  ]);
  expect(facts).toEqual([
    ["ap-southeast-2", "Asia Pacific (Sydney)", "Australia", "61", "apse2", "Australia/Sydney"],
    ["eu-west-1", "Europe (Ireland)", "United Kingdom", "44", "euw1", "Europe/London"],
    ["us-east-1", "US East (N. Virginia)", "United States", "1", "use1", "America/New_York"],
  ]);
});

test("SHELL-22 a region is one of three names, and no inherited property of an object", () => {
  for (const value of ["__proto__", "constructor", "toString", "", null, "AP-SOUTHEAST-2", "../x"]) {
    expect(isAwsRegion(value)).toBe(false);
  }
  expect(isAwsRegion("us-east-1")).toBe(true);
});

test("SESS-35 secrets and personal data never reach a log", () => {
  const error = new Error(
    "mail to jo@acme.example failed at /resetPassword?token=abc123&x=1 (+61 400 000 000)",
  );
  const text = JSON.stringify(
    scrub({
      password: "p1",
      newPassword: "p2",
      apiCookies: { a: "p3" },
      authorization: "p4",
      publicCertificates: ["p5"],
      credential: { key: "p6" },
      resetToken: "p7",
      code: "p8",
      firstName: "p9",
      nested: [{ email: "p10", fine: "kept" }],
      error,
    }),
  );
  for (let i = 1; i <= 10; i += 1) expect(text).not.toContain(`"p${i}"`);
  for (const hidden of ["jo@acme", "abc123", "400 000"]) expect(text).not.toContain(hidden);
  expect(text).toContain("kept");
});

test("SESS-35 secrets within a text are blanked, stack frames stay readable", () => {
  const secrets = [
    "password=hunter2",
    "token=abc.def-ghi",
    'failed with {"password":"hunter2","refreshToken": "abc.def-ghi"}',
    "Authorization: Bearer abc.def-ghi",
    "sent Bearer abc.def-ghi.jkl",
    "cookie: session=hunter2",
    "client_secret='hunter2'",
    "apiKey=hunter2, retrying",
  ];
  for (const text of secrets) {
    for (const shown of [scrub(text), JSON.stringify(scrub(new Error(text)))])
      expect(String(shown), text).not.toMatch(/hunter2|abc\.def/);
  }
  const frame = "at Object.<anonymous> (/srv/node_modules/@conform-to/react/dist/index.js:12:3)";
  expect(scrub(frame)).toBe(frame);
  const pnpm = "at x (/srv/node_modules/.pnpm/@remix-run+node@2.17.5/node_modules/@remix-run/node/a.js:1:2)";
  expect(scrub(pnpm)).toBe(pnpm);
  expect(scrub("mail to jo.o'neil+x@mail.acme.example, at once")).toBe("mail to [email], at once");
});
