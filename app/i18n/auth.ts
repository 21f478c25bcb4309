import { defineTexts } from "./texts";

export const auth = defineTexts("auth", {
  en: {
    login: {
      title: "Log in",
      email: "Email",
      password: "Password",
      submit: "Log In",
      forgot: "Forgot your password?",
      sso: "Use Single Sign-On",
      policy: "By logging in you agree to our policies:",
      privacy: "Privacy",
      cookie: "Cookie",
      acceptableUse: "Acceptable Use",
      expiredTitle: "Your session is expired!",
      expiredText: "Please login again",
      locked: "Account Locked",
      lockedText:
        "Sorry, you have exceeded the allowed log in attempts. Your account has been locked for security reasons. Please try again in 5 minutes, or contact your system administrator.",
      back: "Back to Login",
    },
    leaving: {
      title: "You are leaving {{product}}",
      text: "The link you followed leads to another site:",
      continue: "Continue",
      cancel: "Cancel",
    },
    errors: {
      emailRequired: "Please enter your email",
      emailInvalid: "Please enter a valid email",
      emailTooLong: "Please keep your email within 100 characters",
      passwordRequired: "Please enter your password",
      wrong: "Please check that your email and password are correct.",
      remaining: "You have {{count}} attempt(s) remaining.",
      region: "Failed to find user region. Please contact support.",
      unexpected: "Unexpected error - Sign in failed. Please contact support.",
    },
  },
});
