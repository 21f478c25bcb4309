import { encode } from "uqr";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

const authenticatorFields = graphql(`
  fragment AuthenticatorFields on AuthAuthenticator @_unmask {
    isAvailable
    addedAt
    recoveryCodesLeft
    key
  }
`);

const changeFields = graphql(`
  fragment FactorChangeFields on AuthFactorChange @_unmask {
    refusal
    recoveryCodes
  }
`);

const askOwn = queryOf("AuthGetAuthenticator", authenticatorFields);

/** The person's authenticator app, with the key while it is being set up (MFA-02). Throws ApiError. */
export const getAuthenticator = (api: CustomerApi) => askOwn(api, {});

/** Makes a key for an app. Throws ApiError. */
export const beginAuthenticator = mutationOf("AuthBeginAuthenticator", "isAvailable");

/** Adds the app by its first code. Throws ApiError. */
export const confirmAuthenticator = mutationOf("AuthConfirmAuthenticator", changeFields);

/** Makes new recovery codes (MFA-03). Throws ApiError. */
export const makeRecoveryCodes = mutationOf("AuthMakeRecoveryCodes", changeFields);

/** Removes the app. Throws ApiError. */
export const removeAuthenticator = mutationOf("AuthRemoveAuthenticator", changeFields);

/** A QR code as the outline of an SVG of so many units each way. */
type Qr = { size: number; outline: string };

/** What somebody sets an app up with. */
export type SetUp = { shownKey: string; qr: Qr };

/** The key of an authenticator app in groups of four, and as a QR code. */
export const setUpOf = (issuer: string, account: string, key: string): SetUp => ({
  shownKey: key.replace(/.{4}(?=.)/g, "$& "),
  qr: qrOf(issuer, account, key),
});

/** The QR code that hands a key to an app. */
function qrOf(issuer: string, account: string, key: string): Qr {
  const label = encodeURIComponent(`${issuer}:${account}`);
  const { size, data } = encode(`otpauth://totp/${label}?${new URLSearchParams({ secret: key, issuer })}`, {
    border: 4,
  });
  const outline = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, outline: outline.join("") };
}
