import { messageTemplates } from "../../../shared/message-templates";

const emailOnly = /^(MI_|TI_PDF_DOWNLOAD$|CREATE_NEW_USER$|EMAIL_|SMS_USAGE_)/;

/** Those that go out as text messages too (LOG-27). */
export const smsTemplates: readonly string[] = messageTemplates.filter(
  (template) => !emailOnly.test(template),
);

/** How a text message may stand, in the order that the filter offers it (LOG-26). */
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
