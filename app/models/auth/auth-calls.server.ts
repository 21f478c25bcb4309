import { graphql } from "~/services/graphql";
import { authCallOf } from "~/services/operation.server";
import type { RegionalApi } from "~/services/regional-api.server";

const fetchUserRegion = authCallOf("AuthGetUserRegion", "defaultAwsRegion");

const emailLoginFields = graphql(`
  fragment EmailLoginFields on AuthEmailLoginResult @_unmask {
    mfa
    expiresAt
    defaultAwsRegion
    isDeviceRemembered
    minutesForRememberDevice
    hasAuthenticator
    takesMailedCode
    passkeyOptions
    passwordResetToken
  }
`);
const sendEmailLogin = authCallOf("AuthEmailLogin", emailLoginFields);

const sendCode = authCallOf("AuthMfaLogin", "defaultAwsRegion expiresAt mustEnrol");
const sendPasskey = authCallOf("AuthPasskeyLogin", "defaultAwsRegion expiresAt mustEnrol");
const fetchEnrolment = authCallOf("AuthGetEnrolment", "key");
const sendEnrolment = authCallOf("AuthEnrol", "refusal recoveryCodes expiresAt defaultAwsRegion");
const sendResend = authCallOf("AuthResendMfaCode", "isResendCodeSuccess");
const sendForgotten = authCallOf("AuthForgetPassword", "isVerifyEmailSuccess");
const checkResetToken = authCallOf("AuthCheckResetToken", "isResetTokenValid");
const checkSignInLink = authCallOf("AuthCheckSignInLink", "isValid");
const sendDisowning = authCallOf("AuthDisownSignIn", "resetToken hasRemovedFactors hasFactors");
const sendPassword = authCallOf("AuthResetPassword", "isPasswordResetSuccess");

/** The region of an account (AUTH-07); the default region for unknown accounts. */
export const getUserRegion = async (api: RegionalApi, email: string): Promise<string> =>
  (await fetchUserRegion(api, { email })).defaultAwsRegion;

/** Signs in by email and password (AUTH-11). The tokens arrive as cookies, never in the response body. */
export const loginByEmail = (api: RegionalApi, email: string, password: string) =>
  sendEmailLogin(api, { email, password });

/** Completes a sign-in with the one-time code (AUTH-24). The device is remembered only on request. */
export const loginByCode = (api: RegionalApi, email: string, code: string, isRememberDevice: boolean) =>
  sendCode(api, { email, code, ...(isRememberDevice && { isRememberDevice }) });

/** Completes a sign-in with a passkey assertion (MFA-09). */
export const loginByPasskey = (
  api: RegionalApi,
  email: string,
  response: string,
  isRememberDevice: boolean,
) => sendPasskey(api, { email, response, ...(isRememberDevice && { isRememberDevice }) });

/** Key for the authenticator app that must be set up before signing in (MFA-06). Throws ApiError. */
export const getEnrolmentKey = async (api: RegionalApi, email: string): Promise<string> =>
  (await fetchEnrolment(api, { email })).key;

/** Confirms the required app with a code from it and signs in. Throws ApiError. */
export const enrolApp = (api: RegionalApi, email: string, code: string) =>
  sendEnrolment(api, { email, code });

/** Sends a new one-time code, which voids the previous one (AUTH-28). Returns whether it was sent. */
export const resendCode = async (api: RegionalApi, email: string, password: string): Promise<boolean> =>
  (await sendResend(api, { email, password })).isResendCodeSuccess;

/** Mails a password-reset link (AUTH-43). Returns whether it was sent. */
export const sendResetLink = async (api: RegionalApi, email: string): Promise<boolean> =>
  (await sendForgotten(api, { email })).isVerifyEmailSuccess;

/** True if a reset token is valid; does not consume it (AUTH-55, AUTH-56). Throws ApiError. */
export const isResetTokenValid = async (api: RegionalApi, resetToken: string): Promise<boolean> =>
  (await checkResetToken(api, { resetToken })).isResetTokenValid;

/** Sets a new password with a reset token (AUTH-53). Returns whether it was set. */
export const resetPassword = async (
  api: RegionalApi,
  password: string,
  resetToken: string,
): Promise<boolean> => (await sendPassword(api, { password, resetToken })).isPasswordResetSuccess;

/** True if the link of a new-browser mail is valid; does not consume it (MFA-10). Throws ApiError. */
export const isSignInLinkValid = async (api: RegionalApi, token: string): Promise<boolean> =>
  (await checkSignInLink(api, { token })).isValid;

/**
 * Ends all sessions with that link; returns a password-reset token and what became of the second factors (MFA-10).
 * Throws ApiError.
 */
export const disownSignIn = (api: RegionalApi, token: string) => sendDisowning(api, { token });
