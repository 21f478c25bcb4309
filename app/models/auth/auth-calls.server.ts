import { graphql } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";

const userRegionDocument = graphql(`
  query UserRegion($email: String!) {
    AuthGetUserRegion(email: $email) {
      defaultAwsRegion
    }
  }
`);

const emailLoginDocument = graphql(`
  mutation EmailLogin($email: String!, $password: String!) {
    AuthEmailLogin(email: $email, password: $password) {
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
  }
`);

const mfaLoginDocument = graphql(`
  mutation MfaLogin($code: String!, $email: String!, $isRememberDevice: Boolean) {
    AuthMfaLogin(code: $code, email: $email, isRememberDevice: $isRememberDevice) {
      defaultAwsRegion
      expiresAt
      mustEnrol
    }
  }
`);

const passkeyLoginDocument = graphql(`
  mutation PasskeyLogin($response: String!, $email: String!, $isRememberDevice: Boolean) {
    AuthPasskeyLogin(response: $response, email: $email, isRememberDevice: $isRememberDevice) {
      defaultAwsRegion
      expiresAt
      mustEnrol
    }
  }
`);

const enrolmentDocument = graphql(`
  query Enrolment($email: String!) {
    AuthGetEnrolment(email: $email) {
      key
    }
  }
`);

const enrolDocument = graphql(`
  mutation Enrol($email: String!, $code: String!) {
    AuthEnrol(email: $email, code: $code) {
      refusal
      recoveryCodes
      expiresAt
      defaultAwsRegion
    }
  }
`);

const resendCodeDocument = graphql(`
  mutation ResendMfaCode($email: String!, $password: String!) {
    AuthResendMfaCode(email: $email, password: $password) {
      isResendCodeSuccess
    }
  }
`);

const forgetPasswordDocument = graphql(`
  mutation ForgetPassword($email: String!) {
    AuthForgetPassword(email: $email) {
      isVerifyEmailSuccess
    }
  }
`);

const checkResetTokenDocument = graphql(`
  query CheckResetToken($resetToken: String!) {
    AuthCheckResetToken(resetToken: $resetToken) {
      isResetTokenValid
    }
  }
`);

const checkSignInLinkDocument = graphql(`
  query CheckSignInLink($token: String!) {
    AuthCheckSignInLink(token: $token) {
      isValid
    }
  }
`);

const disownSignInDocument = graphql(`
  mutation DisownSignIn($token: String!) {
    AuthDisownSignIn(token: $token) {
      resetToken
      hasRemovedFactors
      hasFactors
    }
  }
`);

const resetPasswordDocument = graphql(`
  mutation ResetPassword($password: String!, $resetToken: String!) {
    AuthResetPassword(password: $password, resetToken: $resetToken) {
      isPasswordResetSuccess
    }
  }
`);

/** The region of an account (AUTH-07); the default region for unknown accounts. */
export async function getUserRegion(api: RegionalApi, email: string): Promise<string> {
  return (await api.authCall(userRegionDocument, { email })).AuthGetUserRegion.defaultAwsRegion;
}

/** Signs in by email and password (AUTH-11). The tokens arrive as cookies, never in the response body. */
export async function loginByEmail(api: RegionalApi, email: string, password: string) {
  return (await api.authCall(emailLoginDocument, { email, password })).AuthEmailLogin;
}

/** Completes a sign-in with the one-time code (AUTH-24). The device is remembered only on request. */
export async function loginByCode(api: RegionalApi, email: string, code: string, isRememberDevice: boolean) {
  const variables = { email, code, ...(isRememberDevice && { isRememberDevice }) };
  return (await api.authCall(mfaLoginDocument, variables)).AuthMfaLogin;
}

/** Completes a sign-in with a passkey assertion (MFA-09). */
export async function loginByPasskey(
  api: RegionalApi,
  email: string,
  response: string,
  isRememberDevice: boolean,
) {
  const variables = { email, response, ...(isRememberDevice && { isRememberDevice }) };
  return (await api.authCall(passkeyLoginDocument, variables)).AuthPasskeyLogin;
}

/** Key for the authenticator app that must be set up before signing in (MFA-06). Throws ApiError. */
export async function getEnrolmentKey(api: RegionalApi, email: string): Promise<string> {
  return (await api.authCall(enrolmentDocument, { email })).AuthGetEnrolment.key;
}

/** Confirms the required app with a code from it and signs in. Throws ApiError. */
export async function enrolApp(api: RegionalApi, email: string, code: string) {
  return (await api.authCall(enrolDocument, { email, code })).AuthEnrol;
}

/** Sends a new one-time code, which voids the previous one (AUTH-28). Returns whether it was sent. */
export async function resendCode(api: RegionalApi, email: string, password: string): Promise<boolean> {
  return (await api.authCall(resendCodeDocument, { email, password })).AuthResendMfaCode.isResendCodeSuccess;
}

/** Mails a password-reset link (AUTH-43). Returns whether it was sent. */
export async function sendResetLink(api: RegionalApi, email: string): Promise<boolean> {
  return (await api.authCall(forgetPasswordDocument, { email })).AuthForgetPassword.isVerifyEmailSuccess;
}

/** True if a reset token is valid; does not consume it (AUTH-55, AUTH-56). Throws ApiError. */
export async function isResetTokenValid(api: RegionalApi, resetToken: string): Promise<boolean> {
  return (await api.authCall(checkResetTokenDocument, { resetToken })).AuthCheckResetToken.isResetTokenValid;
}

/** Sets a new password with a reset token (AUTH-53). Returns whether it was set. */
export async function resetPassword(
  api: RegionalApi,
  password: string,
  resetToken: string,
): Promise<boolean> {
  const { AuthResetPassword } = await api.authCall(resetPasswordDocument, { password, resetToken });
  return AuthResetPassword.isPasswordResetSuccess;
}

/** True if the link of a new-browser mail is valid; does not consume it (MFA-10). Throws ApiError. */
export async function isSignInLinkValid(api: RegionalApi, token: string): Promise<boolean> {
  return (await api.authCall(checkSignInLinkDocument, { token })).AuthCheckSignInLink.isValid;
}

/**
 * Ends all sessions with that link; returns a password-reset token and what became of the second factors (MFA-10).
 * Throws ApiError.
 */
export async function disownSignIn(api: RegionalApi, token: string) {
  return (await api.authCall(disownSignInDocument, { token })).AuthDisownSignIn;
}
