import { describe, expect, test } from "vitest";
import { certificateFacts } from "~/models/settings/sso-config.server";
import { unreachableIdentityProvider } from "../../../regional-api/seed/settings";

const { certificate } = unreachableIdentityProvider;
const facts = { subject: "Initech demo identity provider", validTo: "2126-10-27T19:20:00.000Z" };

describe("SSO-15 what a saved certificate says", () => {
  test("is read from Base64, broken into lines or not, and from PEM", () => {
    const lines = certificate.replace(/.{64}/g, "$&\n");
    const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    for (const text of [certificate, lines, pem]) {
      expect(certificateFacts(text)).toEqual({ ...facts, state: "valid" });
    }
  });

  test("SSO-39 says when it is over, and when that is less than 30 days away", () => {
    const end = Date.parse(facts.validTo);
    const day = 24 * 3600_000;
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
});
