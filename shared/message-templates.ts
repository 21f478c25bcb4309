const reminders = (product: "FI" | "SI") =>
  ["NOT_STARTED", "NOT_COMPLETED"].flatMap((state) =>
    ["FIRST", "SECOND"].map((which) => `${product}_${state}_${which}_REMINDER`),
  );
const live = (whom: string, ...suffixes: string[]) =>
  suffixes.map((suffix) => `LI_${whom}_INTERVIEW_${suffix}`);

/** All message templates, in the order of the filter's options (LOG-18..LOG-23, LOG-35). */
export const messageTemplates: readonly string[] = [
  ...["FI_INVITE", "SI_INVITE", "FI_START_INTERVIEW", "SI_START_INTERVIEW"],
  ...["FI_SUBMIT_INTERVIEW", "SI_SUBMIT_INTERVIEW", "RESEND_FI_INVITE", "RESEND_SI_INVITE"],
  ...["MI_REPORT", "MI_TOO_SHORT", "MI_GARBAGE", "MI_SELF_REPEATER", "MI_NON_ENGLISH", "TI_PDF_DOWNLOAD"],
  ...[...reminders("FI"), ...reminders("SI")],
  ...["CREATE_NEW_USER", "EMAIL_MFA", "EMAIL_RESEND_MFA", "EMAIL_RESET_PASSWORD"],
  ...["SMS_USAGE_REMINDER", "SMS_USAGE_ALERT", "APPLICATION_DECLINE"],
  ...live("CANDIDATE", "INVITATION", "NOT_BOOKED_FIRST_REMINDER", "NOT_BOOKED_SECOND_REMINDER"),
  ...live("CANDIDATE", "SCHEDULED", "UPCOMING_REMINDER", "UPDATED", "CANCELLED"),
  ...live("SCHEDULER", "SCHEDULED", "UPDATED", "CANCELLED"),
  ...live("INTERVIEWER", "SCHEDULED", "UPDATED", "CANCELLED", "RUNSHEET_REMINDER"),
];
