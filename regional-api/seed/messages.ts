/** Every template type of LOG-18 to LOG-23, with its mail subject. */

interface MessageFacts {
  readonly vacancy: string;
  readonly customer: string;
}

type Subject = (facts: MessageFacts) => string;

const invite: Subject = ({ vacancy, customer }) => `Your interview for ${vacancy} at ${customer}`;
const start: Subject = ({ vacancy }) => `You have started your interview for ${vacancy}`;
const submitted: Subject = ({ customer }) => `${customer} has received your interview`;
const remind: Subject = ({ vacancy }) => `Reminder: your interview for ${vacancy} is waiting`;
const finish: Subject = ({ vacancy }) => `Reminder: finish your interview for ${vacancy}`;
const insights: Subject = () => "Your My Insights report";
const live =
  (what: string): Subject =>
  ({ vacancy }) =>
    `${what}: ${vacancy}`;
const fixed =
  (text: string): Subject =>
  () =>
    text;

export const subjects = {
  FI_INVITE: invite,
  SI_INVITE: invite,
  FI_START_INTERVIEW: start,
  SI_START_INTERVIEW: start,
  FI_SUBMIT_INTERVIEW: submitted,
  SI_SUBMIT_INTERVIEW: submitted,
  RESEND_FI_INVITE: invite,
  RESEND_SI_INVITE: invite,
  MI_REPORT: insights,
  MI_TOO_SHORT: insights,
  MI_GARBAGE: insights,
  MI_SELF_REPEATER: insights,
  MI_NON_ENGLISH: insights,
  TI_PDF_DOWNLOAD: fixed("The Talent Insights PDF you asked for"),
  FI_NOT_STARTED_FIRST_REMINDER: remind,
  FI_NOT_STARTED_SECOND_REMINDER: remind,
  FI_NOT_COMPLETED_FIRST_REMINDER: finish,
  FI_NOT_COMPLETED_SECOND_REMINDER: finish,
  SI_NOT_STARTED_FIRST_REMINDER: remind,
  SI_NOT_STARTED_SECOND_REMINDER: remind,
  SI_NOT_COMPLETED_FIRST_REMINDER: finish,
  SI_NOT_COMPLETED_SECOND_REMINDER: finish,
  CREATE_NEW_USER: ({ customer }) => `Your account at ${customer}`,
  EMAIL_MFA: fixed("Your sign-in code"),
  EMAIL_RESEND_MFA: fixed("Your new sign-in code"),
  EMAIL_RESET_PASSWORD: fixed("Reset your password"),
  SMS_USAGE_REMINDER: ({ customer }) => `SMS credits of ${customer} are running low`,
  SMS_USAGE_ALERT: ({ customer }) => `${customer} has no SMS credits left`,
  APPLICATION_DECLINE: ({ vacancy }) => `Your application for ${vacancy}`,
  LI_CANDIDATE_INTERVIEW_INVITATION: live("Choose a time for your interview"),
  LI_CANDIDATE_INTERVIEW_NOT_BOOKED_FIRST_REMINDER: live("You have not chosen a time yet"),
  LI_CANDIDATE_INTERVIEW_NOT_BOOKED_SECOND_REMINDER: live("Last chance to choose a time"),
  LI_CANDIDATE_INTERVIEW_SCHEDULED: live("Your interview is booked"),
  LI_CANDIDATE_INTERVIEW_UPCOMING_REMINDER: live("Your interview is tomorrow"),
  LI_CANDIDATE_INTERVIEW_UPDATED: live("Your interview has moved"),
  LI_CANDIDATE_INTERVIEW_CANCELLED: live("Your interview is cancelled"),
  LI_SCHEDULER_INTERVIEW_SCHEDULED: live("A candidate booked an interview"),
  LI_SCHEDULER_INTERVIEW_UPDATED: live("An interview has moved"),
  LI_SCHEDULER_INTERVIEW_CANCELLED: live("An interview is cancelled"),
  LI_INTERVIEWER_INTERVIEW_SCHEDULED: live("You have an interview"),
  LI_INTERVIEWER_INTERVIEW_UPDATED: live("Your interview has moved"),
  LI_INTERVIEWER_INTERVIEW_CANCELLED: live("Your interview is cancelled"),
  LI_INTERVIEWER_INTERVIEW_RUNSHEET_REMINDER: live("Run sheet for your interviews"),
} satisfies Record<string, Subject>;

export type TemplateType = keyof typeof subjects;
