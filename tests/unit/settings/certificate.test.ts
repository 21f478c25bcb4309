import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { settingsSso } from "~/i18n/settings-sso";
import { translator } from "~/i18n/texts";
import { ssoConfigSchema } from "~/models/settings/sso-config.schema";
import { areReadable, certificateFacts, certificateLines } from "~/models/settings/sso-config.server";
import { selfSigned } from "../../../regional-api/demo-idp/certificate";
import { configuredCertificates } from "../../../regional-api/areas/sso/saml";
import { unreachableIdentityProvider } from "../../../regional-api/seed/settings";

const { certificate } = unreachableIdentityProvider;
const facts = {
  count: 1,
  subject: "Initech demo identity provider",
  validFrom: expect.any(String) as string,
  validTo: "2126-10-27T19:20:00.000Z",
};

const day = 24 * 3600_000;
/** A time within the demo certificate's validity, independent of the machine's clock. */
const now = Date.parse("2027-06-01T12:00:00Z");
const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
/** A certificate that expired a day ago. */
const ended = selfSigned(key, "Ended", now - 10 * day, 9 * day).toString("base64");

/** A certificate that becomes valid tomorrow. */
const early = selfSigned(key, "Early", now + day, 9 * day).toString("base64");

describe("SSO-15 the facts of a saved certificate", () => {
  test("are read from Base64, with or without line breaks, and from PEM", () => {
    const lines = certificate.replace(/.{64}/g, "$&\n");
    const written = `Bag Attributes\n    friendlyName: idp\nsubject=CN = idp\n\n${pem(lines)}`;
    for (const text of [certificate, lines, pem(lines), pem(lines).replaceAll("\n", "\r\n"), written]) {
      expect(certificateFacts(text, now)).toEqual({ ...facts, state: "valid" });
    }
  });

  test("SSO-39 say if it has expired, or expires in less than 30 days", () => {
    const end = Date.parse(facts.validTo);
    for (const [at, state] of [
      [end - 31 * day, "valid"],
      [end - 29 * day, "ending"],
      [end + 1, "expired"],
    ] as const) {
      expect(certificateFacts(certificate, at)).toEqual({ ...facts, state });
    }
  });

  test.each(["", "MIIB", "not a certificate", `${certificate.slice(0, 200)}`])(
    "SSO-39 %j is not readable",
    (text) => {
      expect(certificateFacts(text)).toBe("unreadable");
    },
  );

  test("SSO-39 combine several in any order: valid until the first gap", () => {
    const [soonEnded, gap] = [8 * day, 40 * day];
    const made = (name: string, from: number, to: number) =>
      selfSigned(key, name, now + from, to - from).toString("base64");
    const current = made("Current", -day, soonEnded);
    const next = made("Next", 2 * day, 400 * day);
    const late = made("Late", gap, 400 * day);
    for (const [all, expected] of [
      [[early], { subject: "Early", state: "early" }],
      [[early, certificate], { state: "valid" }],
      [[ended], { subject: "Ended", state: "expired" }],
      [[ended, certificate], facts],
      [[ended, early], { subject: "Early", state: "early" }],
      [[current, next], { subject: "Next", state: "valid" }],
      [[current, late], { subject: "Current", state: "ending" }],
    ] as const)
      for (const order of [all, [...all].reverse()])
        for (const text of [order.join("\n"), order.map(pem).join("")])
          expect(certificateFacts(text, now)).toMatchObject({ ...expected, count: all.length });
  });
});

test("SSO-64 describe each of several certificates separately", () => {
  const lines = certificateLines([certificate, ended].join("\n"), now);
  expect(lines.map(({ subject, state }) => [subject, state])).toEqual([
    [facts.subject, "valid"],
    ["Ended", "expired"],
  ]);
  for (const { fingerprint } of lines) expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  expect(certificateLines("MIIB")).toEqual([]);
});

describe("SSO-59 pasted certificates, in the console and the API", () => {
  const lines = (body: string) => body.replace(/.{64}/g, "$&\n");
  const [one, two] = [certificate, ended];
  const pkcs8 = key.export({ type: "pkcs8", format: "pem" }).toString();
  const bareKey = pkcs8.replace(/-----[A-Z ]+-----/g, "").trim();
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "sec1",
    format: "der",
  });
  const attributes = "Bag Attributes\n    friendlyName: idp\n    localKeyID: 54 69 6D\nsubject=CN = idp\n\n";
  const printed =
    "Certificate:\n    Data:\n        Version: 3 (0x2)\n            X509v3 Private Key Usage Period:\n                Not Before: 1\n        a1:b2:c3\n";
  const csr = `-----BEGIN CERTIFICATE REQUEST-----\n${lines(one)}\n-----END CERTIFICATE REQUEST-----\n`;
  const errors = {
    privateKey: "This contains a private key. Please paste only the public certificate",
    unreadable:
      "This cannot be read as a certificate. Please enter an X.509 certificate as Base64 or PEM text",
  };
  const schema = ssoConfigSchema(translator(settingsSso, "en"), areReadable).shape.publicCertificates;

  test.each<[text: string, verdict: readonly string[] | keyof typeof errors]>([
    [one, [one]],
    [` ${lines(one)}\n\n`, [one]],
    [one.replace(/=+$/, ""), [one]],
    [`\uFEFF${pem(lines(one)).replaceAll("\n", "\r\n")}\u00A0`, [one]],
    [`${one.slice(0, 200)}\u200B${one.slice(200)}`, [one]],
    [pem(one).replaceAll("\n", " "), [one]],
    [pem(one).replaceAll("CERTIFICATE", "X509 CERTIFICATE"), [one]],
    [attributes + pem(lines(one)), [one]],
    [printed + pem(lines(one)) + printed + pem(two), [one, two]],
    [`-----BEGIN PUBLIC KEY-----\n${bareKey}\n-----END PUBLIC KEY-----\n${pem(one)}`, [one]],
    [`${one}\n${two}`, [one, two]],
    [`${lines(one)}\n\n${lines(two)}`, [one, two]],
    [`${one}, ${two};`, [one, two]],
    [`"${one}"\n"${two}"`, [one, two]],
    [`${one}\n${two}\n${one}`, [one, two]],
    [pem(one) + pem(two), [one, two]],
    [`${one}\n${pem(two)}`, [one, two]],
    [`${pem(two)}${lines(one)}`, [two, one]],
    [pem(one) + pkcs8, "privateKey"],
    [pkcs8 + pem(one), "privateKey"],
    [pem(one) + pkcs8.replaceAll("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), "privateKey"],
    [`${one}\n${pkcs8.replaceAll("PRIVATE KEY", "RSA PRIVATE KEY")}`, "privateKey"],
    [`${pem(one)}-----BEGIN EC PRIVATE KEY-----\n${ec.toString("base64")}`, "privateKey"],
    [`${pem(one)}Private-Key: (2048 bit)\nprivateExponent:\n    6f:1c`, "privateKey"],
    [`${pem(one)}${bareKey}`, "unreadable"],
    [`${bareKey}\n${pem(one)}`, "unreadable"],
    [`${one}\n${ec.toString("base64")}`, "unreadable"],
    [`${one}\nhello`, "unreadable"],
    [`${one}A`, "unreadable"],
    [`subject=CN=x\n${one}`, "unreadable"],
    [pem(one) + pem("MIIB"), "unreadable"],
    [pem(one) + pem(two).slice(0, 300), "unreadable"],
    [`${pem(one)}${two.slice(0, 300)}`, "unreadable"],
    [`${pem(one)}${csr}`, [one]],
    [csr, "unreadable"],
    [one.slice(0, 200), "unreadable"],
    [`<X509Certificate>${one}</X509Certificate>`, "unreadable"],
    ["x", "unreadable"],
    ["MIIB", "unreadable"],
    ["MIIBAAAA".repeat(500), "unreadable"],
  ])("%#", (text, verdict) => {
    const parsed = schema.safeParse(text);
    const result = parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
    const refused = typeof verdict === "string";
    expect(result).toEqual(refused ? [errors[verdict]] : verdict.join("\n"));
    expect(configuredCertificates(text)).toEqual(refused ? verdict : { stored: verdict.join("\n") });
  });

  test("takes milliseconds for the longest allowed text of repeated beginnings", () => {
    for (const part of [
      "MIIBAAAA\n",
      `MIIC${"A".repeat(40)}\n`,
      "-----BEGIN CERTIFICATE-----\nMIIC",
      "-----BEGIN PRIVATE KEY-----",
    ])
      expect(configuredCertificates(part.repeat(Math.floor(100_000 / part.length)))).toBeTypeOf("string");
  });
});
