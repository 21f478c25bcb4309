/** What people are asked for beside the password, in the order in which the filter offers it (MFA-01). */
export const secondFactors = ["APP", "EMAIL", "NONE"] as const;
export type SecondFactor = (typeof secondFactors)[number];
