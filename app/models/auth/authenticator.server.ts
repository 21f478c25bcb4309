import { encode } from "uqr";
import { mutationOf, queryOf } from "~/services/operation.server";

const changeFields = "refusal recoveryCodes";
/** The user's authenticator app, including the key during setup (MFA-02). Throws ApiError. */
export const getAuthenticator = queryOf("AuthGetAuthenticator", "isAvailable addedAt recoveryCodesLeft key");

/** Generates a key for a new app. Throws ApiError. */
export const beginAuthenticator = mutationOf("AuthBeginAuthenticator", "isAvailable");

/** Confirms the app with its first code. Throws ApiError. */
export const confirmAuthenticator = mutationOf("AuthConfirmAuthenticator", changeFields);

/** Generates new recovery codes (MFA-03). Throws ApiError. */
export const makeRecoveryCodes = mutationOf("AuthMakeRecoveryCodes", changeFields);

/** Removes the app. Throws ApiError. */
export const removeAuthenticator = mutationOf("AuthRemoveAuthenticator", changeFields);

/** QR code as an SVG path; `size` is its width and height in units. */
type Qr = { size: number; outline: string };

/** Key and QR code for setting up an app. */
export type AppSetup = { shownKey: string; qr: Qr };

/** The key in groups of four, and as a QR code. */
export const setUpOf = (issuer: string, account: string, key: string): AppSetup => ({
  shownKey: key.replace(/.{4}(?=.)/g, "$& "),
  qr: qrOf(issuer, account, key),
});

/** QR code of the otpauth URI that transfers the key to an app. */
function qrOf(issuer: string, account: string, key: string): Qr {
  const label = encodeURIComponent(`${issuer}:${account}`);
  const { size, data } = encode(`otpauth://totp/${label}?${new URLSearchParams({ secret: key, issuer })}`, {
    border: 4,
  });
  const outline = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, outline: outline.join("") };
}
