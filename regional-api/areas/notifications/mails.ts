/** Texts of the mails that the API itself sends, by template (NOTIF-08). */
import type { Message } from "../../core/outbox.store";
import { firstPasswordMs } from "../../core/passwords";

type Mail = Pick<Message, "channel" | "subject" | "text" | "templateType" | "data">;

const minutesOf = (ms: number) => {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? "less than a minute" : minutes === 1 ? "1 minute" : `${minutes} minutes`;
};

/** Sentence about a code's lifetime, counted from the time of the mail, since delivery may be delayed. */
const lifetimeSentence = (lifetimeMs: number) =>
  `It works for ${minutesOf(lifetimeMs)} from the time of this email.`;

/** Mail with a sign-in code, first or resent. */
export function mfaMail(code: string, isResend: boolean, lifetimeMs: number): Mail {
  return {
    channel: "EMAIL",
    templateType: isResend ? "EMAIL_RESEND_MFA" : "EMAIL_MFA",
    subject: "Your verification code",
    text: `Your verification code is ${code}.\n\n${lifetimeSentence(lifetimeMs)} If you did not just sign in, please change your password.`,
    data: { code },
  };
}

/** Warns about wrong codes: the person who entered them must know the password (AUTH-87). */
export function wrongCodesMail(): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_MFA_WRONG_CODES",
    subject: "Wrong verification codes were entered for your account",
    text:
      "Someone signed in with your email and password and then entered wrong verification codes. " +
      "The last code no longer works.\n\nIf this was not you, someone else knows your password: please change it now.",
    data: {},
  };
}

const factorChangeTexts = {
  APP_ADDED: [
    "An authenticator app was added to your account",
    "From now on you are asked for its code when you sign in.",
  ],
  APP_REMOVED: [
    "The authenticator app was removed from your account",
    "Its codes and your recovery codes no longer work.",
  ],
  PASSKEY_ADDED: [
    "A passkey was added to your account",
    "From now on you are asked for a second factor when you sign in, which it can be.",
  ],
  PASSKEY_REMOVED: ["A passkey was removed from your account", "It no longer works."],
  RECOVERY_CODES_MADE: [
    "New recovery codes were made for your account",
    "The recovery codes that you had before no longer work.",
  ],
  RECOVERY_CODE_USED: [
    "A recovery code was used to sign in to your account",
    "It does not work again. Once few are left, please make new ones on the page of your account.",
  ],
} as const;

/** Reports a change of the user's second factors, in case another person who knows the password made it. */
export function factorMail(what: keyof typeof factorChangeTexts): Mail {
  const [subject, text] = factorChangeTexts[what];
  return {
    channel: "EMAIL",
    templateType: `EMAIL_${what}`,
    subject,
    text: `${subject}. ${text}\n\nIf this was not you, please set a new password now and tell your administrator.`,
    data: {},
  };
}

/**
 * Reports that an administrator reset the user's second factors, perhaps at an impostor's request (MFA-07).
 */
export function factorsResetMail(by: string, reason: string): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_FACTORS_RESET",
    subject: "Your second factors were reset",
    text:
      `${by} removed the authenticator app, the recovery codes and the passkeys of your account, and signed you out everywhere. ` +
      `The reason given was:\n\n${reason}\n\n` +
      "You can set them up again on the page of your account. If you did not ask for this, please set a new password now " +
      "and tell your administrator.",
    data: {},
  };
}

const timeOf = (at: number) =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;

/** Reports a sign-in from a new browser, and what to do if it was another person (MFA-10). */
export function newBrowserMail(at: number, network: string, link: string): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_NEW_BROWSER",
    subject: "New sign-in to your account",
    text:
      "Someone signed in to your account from a browser that has not been used for it before.\n\n" +
      `Time: ${timeOf(at)}\nNetwork: ${network}\n\n` +
      "If this was you, you do not need to do anything. If this was not you, please open this link within 7 days. It lets you " +
      `sign out everywhere and set a new password:\n\n${link}`,
    data: { link },
  };
}

/**
 * Mail with a link for setting a password. The current password works until a new one is set (AUTH-44).
 * `customer` names the account's customer if the email has several accounts.
 */
export function resetPasswordMail(link: string, lifetimeMs: number, customer?: string): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_RESET_PASSWORD",
    subject: "Reset your password",
    text:
      `Please choose a new password ${customer ? `for your account at ${customer} ` : ""}here, ` +
      `within ${minutesOf(lifetimeMs)} of the time of this email:` +
      `\n\n${link}\n\n` +
      "Your current password keeps working until you set a new one. If you did not ask for this, you do not need to do anything.",
    data: { link },
  };
}

/** First mail to a new user (USER-80). The initial password may be valid for longer (UPLOAD-27). */
export function newUserMail({
  firstName,
  email,
  password,
  signInUrl,
  mustChangePassword,
}: {
  firstName: string;
  email: string;
  password: string;
  signInUrl: string;
  mustChangePassword: boolean;
}): Pick<Message, "subject" | "text" | "templateType" | "data"> {
  return {
    templateType: "CREATE_NEW_USER",
    subject: "Your account was created",
    text:
      `Hello ${firstName},\n\nAn account has been created for you. Please sign in here with your email and the temporary password below:` +
      `\n\n${signInUrl}\n\nEmail: ${email}\nTemporary password: ${password}\n\n` +
      `Please sign in within ${firstPasswordMs / 3_600_000} hours of the time of this email: after that, the temporary password no longer works. ` +
      (mustChangePassword
        ? "You will be asked to change it when you first sign in."
        : "Once you have signed in, it works until you change it. Please change it soon."),
    data: { password },
  };
}

/**
 * Warns a customer's administrators that another identity provider can now sign in to its accounts (SSO-41).
 */
export function ssoChangedMail({
  customer,
  changedBy,
  isEnabled,
  loginUrl,
}: {
  customer: string;
  changedBy: string;
  isEnabled: boolean;
  loginUrl: string;
}): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_SSO_CHANGED",
    subject: `Single sign-on of ${customer} was changed`,
    text:
      `${changedBy} changed the single sign-on of ${customer}. It is ${isEnabled ? "enabled" : "disabled"}, and people ` +
      `sign in at:\n\n${loginUrl}\n\nIf you did not expect this, please check the single sign-on settings now.`,
    data: { loginUrl },
  };
}

/** Mail with the code that links an account to its customer's single sign-on on first use (SSO-42). */
export function ssoCodeMail(code: string, customer: string, lifetimeMs: number): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_SSO_CODE",
    subject: "Confirm your single sign-on",
    text:
      `Someone signed in to your account with the single sign-on of ${customer} for the first time. If it was you, please ` +
      `enter this code where you signed in:\n\n${code}\n\n${lifetimeSentence(lifetimeMs)} If it was not you, do not give it ` +
      "to anyone, and tell your administrator.",
    data: { code },
  };
}
