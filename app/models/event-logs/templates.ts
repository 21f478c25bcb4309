import { messageTemplates } from "../../../shared/message-templates";

const emailOnly = /^(MI_|TI_PDF_DOWNLOAD$|CREATE_NEW_USER$|EMAIL_|SMS_USAGE_)/;

/** Templates that are also sent as text messages (LOG-27). */
export const smsTemplates: readonly string[] = messageTemplates.filter(
  (template) => !emailOnly.test(template),
);

/** Delivery states of text messages, in the filter's order (LOG-26). */
export const smsStatuses = [
  "SUCCESSFUL",
  "PENDING",
  "INVALID",
  "UNREACHABLE",
  "UNKNOWN",
  "BLOCKED",
  "SPAM",
  "FAILED",
  "DELIVERED",
  "CARRIER_UNREACHABLE",
  "CLICK",
] as const;
