/** Second factors, in the filter's order (MFA-01). */
export const secondFactors = ["APP", "PASSKEY", "EMAIL", "NONE"] as const;
export type SecondFactor = (typeof secondFactors)[number];
