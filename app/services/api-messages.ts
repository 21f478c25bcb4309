/**
 * API messages that the console recognises, by their constant part. Prefer the error's kind (see ApiError); compare
 * messages only where the API has no specific kind.
 */
export const apiMessages = {
  accountNameAssociated: "associated with another customer",
  accountNameTaken: "already exist",
  archived: "An archived",
  alreadyInvited: "already been invited",
  bulkNothingMatches: "Nothing matches any more",
  bulkTooManyPlans: "plans that were not started",
  bulkTooManyRows: "Narrow the list to at most",
  beyondOwnRights: "only give or take away rights that you have",
  beyondPeople: "opens every account of the customer",
  busyCustomer: "This customer already has",
  busyPerson: "You already have",
  brandingNotFound: "Branding is not found",
  candidateDeidentified: "candidate was de-identified",
  chatNotCompleted: "chat interview is not completed",
  customerSettingNotFound: "Customer setting is not found",
  customerGone: "customer that you can open",
  declineReasonGone: "reason is no longer available",
  declineReasonMissing: "select why the candidate is declined",
  departmentInUse: "department is still in use",
  emailDomainNotFound: "Email domain is not found",
  emailTaken: "has this email",
  emailExisting: "existing",
  lastAdministrator: "could edit users any more",
  groupArchived: "Please select active groups",
  groupOfOwnRights: "your right to do so comes from it",
  keptByHold: "Kept by a hold",
  holdPlaced: "hold with this reason is already in place",
  holdReleased: "hold has already been released",
  organizationArchived: "Please select an organisation",
  reportRemoved: "report was removed by retention",
  nothingDecided: "No rule made a decision in this period",
  reviewReasonMissing: "Please enter a reason",
  statusChangedMeanwhile: "status has changed since",
  reviewTooEarly: "review date must be after today",
  reviewTooLate: "review date must be within 5 years",
  changeGone: "change is no longer pending",
  tooManyPacks: "candidate already has 5 access packs",
  firstPasswordOver: "ERROR_CUSTOM_FIRST_PASSWORD_EXPIRED",
  insightsRangeTooLong: "cannot be longer than 10 years",
  messageOff: "message is turned off",
  mfaAppHeld: "ERROR_CUSTOM_MFA_APP_HELD",
  mfaArgumentsMissing: "ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING",
  mfaCodeExpired: "ERROR_CUSTOM_MFA_CODE_EXPIRED",
  mfaCodeNotMatch: "ERROR_CUSTOM_MFA_CODE_NOT_MATCH",
  mfaUserNotFound: "ERROR_CUSTOM_USER_NOT_FOUND",
  noPhoneNumber: "candidate has no phone number",
  noSmsCredits: "not enough SMS credits",
  deniesOthers: "deny something to people with more rights",
  resetAccountArchived: "ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED",
  resetAccountNotFound: "ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND",
  resetBySsoUser: "ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD",
  resetTokenExpired: "ERROR_CUSTOM_RESET_TOKEN_EXPIRED",
  signInLinkOver: "ERROR_CUSTOM_SIGN_IN_LINK_EXPIRED",
  signInDayOver: "day must not be before today",
  signInDayTooFar: "day must be within a year",
  signInOwnApp: "Set up your own authenticator app first",
  ssoDisabled: "ERROR_CUSTOM_SSO_DISABLED",
  ssoAccountNameNeeded: "ERROR_CUSTOM_SSO_ACCOUNT_NAME_NEEDED",
  ssoUnknownAccount: "ERROR_CUSTOM_SSO_CONFIG_NOT_INITIALIZED",
  ssoUnknownUser: "ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL",
  stageInUse: "stage cannot be removed while vacancies use",
  tooManyCheckedFiles: "checked files from which no users were created",
  tooManyViews: "views of this list",
  viewNameTaken: "A view of this list already has this name",
  viewOfAddress: "looks for an email address",
  userLocked: "ERROR_CUSTOM_USER_LOCKED",
  workflowSetNameTaken: "Workflow set name already in use",
  wrongPassword: "ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD",
} as const;

export type ApiMessage = keyof typeof apiMessages;

/** True if a text, from an API or an address, contains this message. */
export function saysMessage(text: string, message: ApiMessage): boolean {
  return text.includes(apiMessages[message]);
}

/** True if an error is an API error with this message. */
export function isApiMessage(error: unknown, message: ApiMessage): boolean {
  return error instanceof Error && error.name === "ApiError" && saysMessage(error.message, message);
}

/** Returns the answer of a call, or null if the API refuses it with this message. */
export async function nullOnMessage<T>(message: ApiMessage, call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiMessage(error, message)) return null;
    throw error;
  }
}
