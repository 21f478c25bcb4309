/** Policies shared by groups, and groups' own policies (POL-39). */
export const policyKinds = ["shared", "own"] as const;
export type PolicyKind = (typeof policyKinds)[number];
