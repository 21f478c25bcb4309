import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { certificateFacts } from "~/models/settings/sso-config.server";
import { selfSigned } from "../../../regional-api/demo-idp/certificate";
import { areReadableCertificates } from "../../../regional-api/areas/sso/saml";
import { unreachableIdentityProvider } from "../../../regional-api/seed/settings";

const { certificate } = unreachableIdentityProvider;
const facts = {
  subject: "Initech demo identity provider",
  validFrom: expect.any(String) as string,
  validTo: "2126-10-27T19:20:00.000Z",
};

const day = 24 * 3600_000;
const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
/** A certificate that ended a day ago. */
const ended = selfSigned(key, "Ended", Date.now() - 10 * day, 9 * day).toString("base64");

/** A certificate that begins tomorrow. */
const early = selfSigned(key, "Early", Date.now() + day, 9 * day).toString("base64");

describe("SSO-15 what a saved certificate says", () => {
  test("is read from Base64, broken into lines or not, and from PEM", () => {
    const lines = certificate.replace(/.{64}/g, "$&\n");
    const written = `Bag Attributes\n    friendlyName: idp\nsubject=CN = idp\n\n${pem(lines)}`;
    for (const text of [certificate, lines, pem(lines), pem(lines).replaceAll("\n", "\r\n"), written]) {
      expect(certificateFacts(text)).toEqual({ ...facts, state: "valid" });
    }
  });

  test("SSO-39 says when it is over, and when that is less than 30 days away", () => {
    const end = Date.parse(facts.validTo);
    for (const [now, state] of [
      [end - 31 * day, "valid"],
      [end - 29 * day, "ending"],
      [end + 1, "expired"],
    ] as const) {
      expect(certificateFacts(certificate, now)).toEqual({ ...facts, state });
    }
  });

  test.each(["", "MIIB", "not a certificate", `${certificate.slice(0, 200)}`])(
    "SSO-39 %j is not readable",
    (text) => {
      expect(certificateFacts(text)).toBe("unreadable");
    },
  );

  test("SSO-50 says when it is not valid yet, unless it is the next one beside one that is", () => {
    expect(certificateFacts(early)).toMatchObject({ subject: "Early", state: "early" });
    expect(certificateFacts(pem(early) + pem(certificate))).toMatchObject({ state: "valid" });
  });

  test("SSO-39 of several, the one that lasts longest tells, and each must be readable", () => {
    expect(certificateFacts(ended)).toMatchObject({ subject: "Ended", state: "expired" });
    for (const text of [pem(ended) + pem(certificate), pem(certificate) + pem(ended)])
      expect(certificateFacts(text)).toEqual({ ...facts, state: "valid" });
    expect(certificateFacts(pem(certificate) + pem("MIIB"))).toBe("unreadable");
  });

  test.each([
    certificate,
    pem(certificate),
    pem(ended) + pem(certificate),
    pem(certificate) + pem("MIIB"),
    "x",
  ])("SSO-39 the API can read what the console can (%#)", (text) => {
    expect(areReadableCertificates(text)).toBe(certificateFacts(text) !== "unreadable");
  });
});
