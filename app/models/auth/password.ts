/** The rules of a new password (AUTH-48..51), by the key of their text. The length label says 9, the rule wants more. */
export const passwordRules = {
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  number: (password: string) => /[0-9]/.test(password),
  special: (password: string) => /[-+_!@#$%^&*., ?]/.test(password),
  length: (password: string) => [...password].length > 9,
} as const;

/** Longer ones the API refuses before any work is done on them (AUTH-50). */
export const maxPasswordLength = 1000;

export type PasswordRule = keyof typeof passwordRules;
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[];

/** The rules that a password does not meet. */
export function unmetRules(password: string): PasswordRule[] {
  return passwordRuleNames.filter((rule) => !passwordRules[rule](password));
}
