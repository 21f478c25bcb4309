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
      expect(certificateFacts(text)).toEqual({ ...facts, isExpired: false });
    }
  });

  test("says when it is over", () => {
    expect(certificateFacts(certificate, Date.UTC(2127, 0))).toEqual({ ...facts, isExpired: true });
  });

  test.each(["", "MIIB", "not a certificate", `${certificate.slice(0, 200)}`])(
    "%j is not readable",
    (text) => {
      expect(certificateFacts(text)).toBe("unreadable");
    },
  );
});
