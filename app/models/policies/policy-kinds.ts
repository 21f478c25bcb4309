/** Policies that groups are given, and the own ones of groups (POL-39). */
export const policyKinds = ["shared", "own"] as const;
export type PolicyKind = (typeof policyKinds)[number];
