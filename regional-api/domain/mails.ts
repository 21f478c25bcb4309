/** The texts of the mails this API sends by itself, by template (NOTIF-08). */
import type { Message } from "../store/outbox";

type Mail = Pick<Message, "channel" | "subject" | "text" | "templateType" | "data">;

/** A code to sign in with, first or sent again. */
export function mfaMail(code: string, isResend: boolean): Mail {
  return {
    channel: "EMAIL",
    templateType: isResend ? "EMAIL_RESEND_MFA" : "EMAIL_MFA",
    subject: "Your verification code",
    text: `Your verification code is ${code}.\n\nIt works for 10 minutes. If you did not just sign in, please change your password.`,
    data: { code },
  };
}

/** The current password keeps working until a new one is set (GEN-10). */
export function resetPasswordMail(link: string): Mail {
  return {
    channel: "EMAIL",
    templateType: "EMAIL_RESET_PASSWORD",
    subject: "Reset your password",
    text:
      `Please choose a new password here, within 60 minutes:\n\n${link}\n\n` +
      "Your current password keeps working until you set a new one. If you did not ask for this, you need not do anything.",
    data: { link },
  };
}
