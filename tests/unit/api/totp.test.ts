import { expect, test } from "vitest";
import { appCode, appKey, stepAt, stepOfCode } from "../../../regional-api/areas/auth/totp";
import { recoveryCodes } from "../../../regional-api/areas/auth/recovery-codes";
import { unsealFor, sealFor } from "../../../regional-api/core/sealed";
import { factorText } from "../../../shared/pasted";

/** The secret of RFC 6238, appendix B; its codes have eight digits, of which apps show the last six. */
const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("MFA-02 the code of RFC 6238 at %d seconds", (seconds, code) => {
  expect(appCode(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
});

test.each([
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foob", "MZXW6YQ"],
  ["foobar", "MZXW6YTBOI"],
])("MFA-02 Base32 of RFC 4648: %s", (text, key) => {
  expect(appKey(Buffer.from(text))).toBe(key);
});

test("MFA-05 the step of a code is the current one or an adjacent one", () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  for (const by of [-1, 0, 1]) expect(stepOfCode(secret, appCode(secret, step + by), now)).toBe(step + by);
  for (const by of [-2, 2]) expect(stepOfCode(secret, appCode(secret, step + by), now)).toBeUndefined();
  for (const code of ["", "12345", appCode(secret, step).slice(1), `${appCode(secret, step)} `])
    expect(stepOfCode(secret, code, now)).toBeUndefined();
});

test("MFA-03 recovery codes are read as people type and paste them, next to codes of six digits", () => {
  const [code = ""] = recoveryCodes("a secret", "user", "set");
  const grouped = code.replace(/.{4}(?=.)/g, "$&-");
  const labelled = [`3. ${grouped}`, `10) ${grouped}\n`, `Recovery code: ${grouped}`];
  for (const typed of [code, grouped, grouped.toUpperCase(), grouped.replaceAll("-", " "), ...labelled])
    expect(factorText(typed)).toBe(code);
  for (const digits of ["405251", "Code: 405 251.", "1. 405251"]) expect(factorText(digits)).toBe("405251");
  for (const other of [code.slice(1), `${code}a`, code.replace(/^./, "0"), ""])
    expect(factorText(other)).not.toBe(code);
  expect(recoveryCodes("a secret", "user", "another set")).not.toContain(code);
  expect(recoveryCodes("a secret", "another user", "set")).not.toContain(code);
});

test("MFA-08 a sealed value can be opened only with its secret, for its owner, and unaltered", () => {
  const bytes = Buffer.from("a secret at rest");
  const { sealed, keyId } = sealFor("ada", ["one secret"], bytes);
  expect(unsealFor("ada", ["another", "one secret"], sealed, keyId)).toEqual(bytes);
  expect(() => unsealFor("bob", ["one secret"], sealed, keyId)).toThrow();
  expect(() => unsealFor("ada", ["another"], sealed, keyId)).toThrow("MFA_SECRET");
  for (const at of [0, 12, 28]) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => unsealFor("ada", ["one secret"], altered, keyId)).toThrow();
  }
  expect(sealFor("ada", ["one secret"], bytes).sealed.equals(sealed)).toBe(false);
});
