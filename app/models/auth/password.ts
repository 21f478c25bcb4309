/** Rules for a new password (AUTH-48..51), keyed by their text. The length label says 9; the rule requires more. */
export const passwordRules = {
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[-+_!@#$%^&*., ?]/.test(password),
  length: (password: string) => [...password].length > 9,
} as const;

/** Longer passwords are refused by the API before hashing (AUTH-50). */
export const maxPasswordLength = 1000;

export type PasswordRule = keyof typeof passwordRules;
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[];

/** Rules that a password violates. */
export function unmetRules(password: string): PasswordRule[] {
  return passwordRuleNames.filter((rule) => !passwordRules[rule](password));
}
