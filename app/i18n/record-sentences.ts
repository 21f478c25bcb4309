import { defineTexts } from "./texts";

/**
 * Audit entries as sentences (AUD-17). `{{object}}` is a noun with the object's name, `{{name}}` the name alone. Only
 * the server makes them, so no browser loads them.
 */
export const recordSentences = defineTexts("record-sentences", {
  en: {
    actions: {
      CREATED: "{{who}} created {{object}}",
      CHANGED: "{{who}} changed {{object}}",
      ARCHIVED: "{{who}} archived {{object}}",
      RESTORED: "{{who}} restored {{object}}",
      DELETED: "{{who}} deleted {{object}}",
      DEIDENTIFIED: "{{who}} de-identified {{object}}",
      SENT: "{{who}} resent a message for {{object}}",
      BOUGHT: "{{who}} bought credits for {{object}}",
      CHECKED_AGAIN: "{{who}} checked {{object}} again",
      STARTED: "{{who}} started {{object}}",
      STOPPED: "{{who}} stopped {{object}}",
      DONE: "{{who}} completed {{object}}",
      SIGNED_IN: "{{who}} signed in as {{name}}",
      LOCKED: "{{who}} locked out {{object}}",
      UNLOCKED: "{{who}} unlocked {{object}}",
      CODE_VOIDED: "{{who}} invalidated the one-time code of {{object}}",
      PASSWORD_SET: "{{who}} set a new password for {{object}}",
      APP_ADDED: "{{who}} added an authenticator app for {{object}}",
      APP_REMOVED: "{{who}} removed the authenticator app of {{object}}",
      RECOVERY_CODES_MADE: "{{who}} made new recovery codes for {{object}}",
      PASSKEY_ADDED: "{{who}} added a passkey for {{object}}",
      PASSKEY_REMOVED: "{{who}} removed a passkey of {{object}}",
      FACTORS_RESET: "{{who}} reset the second factors of {{object}}",
      SIGN_IN_DISOWNED: "{{who}} said that a sign-in as {{name}} was not theirs",
      CONNECTED: "{{who}} connected {{object}} with single sign-on",
      SIGNED_OUT: "{{who}} signed {{object}} out everywhere",
      SESSION_ENDED: "{{who}} ended a session of {{object}}",
      RELEASED: "{{who}} released {{object}}",
      RETENTION_APPLIED: "{{who}} applied retention",
      PACK_MADE: "{{who}} requested an access pack of {{object}}",
      PACK_FETCHED: "{{who}} downloaded an access pack of {{object}}",
    },
    // A person's actions on their own account.
    own: {
      CHANGED: "{{who}} changed their own account",
      SIGNED_IN: "{{who}} signed in",
      PASSWORD_SET: "{{who}} set a new password",
      APP_ADDED: "{{who}} added an authenticator app",
      APP_REMOVED: "{{who}} removed their authenticator app",
      RECOVERY_CODES_MADE: "{{who}} made new recovery codes",
      PASSKEY_ADDED: "{{who}} added a passkey",
      PASSKEY_REMOVED: "{{who}} removed a passkey",
      SIGN_IN_DISOWNED: "{{who}} said that a sign-in was not theirs",
      CONNECTED: "{{who}} connected their account with single sign-on",
      SIGNED_OUT: "{{who}} signed out everywhere",
      SESSION_ENDED: "{{who}} ended a session of their own",
    },
    // Refused actions name no actor, since the person is not authenticated.
    refused: {
      SIGNED_IN: "Someone tried to sign in as {{name}}",
      LOCKED: "Sign-in was locked for {{name}}",
      CODE_VOIDED: "The one-time code of {{name}} was invalidated",
    },
    refusedUnknown: {
      SIGNED_IN: "Someone tried to sign in to an unknown account",
      LOCKED: "Sign-in was locked for an unknown account",
      CODE_VOIDED: "A one-time code was invalidated",
    },
    renamed: "{{who}} renamed {{object}}",
    several: "{{count}} {{nouns}}",
    marks: { SIGNED_IN: "Refused", LOCKED: "Locked out", CODE_VOIDED: "Invalidated", other: "Refused" },
    change: "{{field}}: {{before}} → {{after}}",
    changeTo: "{{field}}: {{after}}",
    nothing: "none",
    more: "{{change}}, {{count}} more",
    the: "the {{noun}}",
    // Where it is not the kind's label.
    nouns: {
      SINGLE_SIGN_ON: "single sign-on",
      SIGN_IN_POLICY: "the sign-in settings",
      COMPLIANCE: "the compliance settings",
      SMS: "the SMS settings",
    },
    // Where it is not the label with an s.
    plurals: { POLICY: "access policies", VACANCY: "vacancies", DECISION: "decisions by rules" },
  },
  "en-US": { plurals: { VACANCY: "jobs" } },
  "en-GB": {},
});
