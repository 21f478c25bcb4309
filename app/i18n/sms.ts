import { defineTexts } from "./texts";

/** SMS credits and who is told about them (SMS). */
export const sms = defineTexts("sms", {
  en: {
    title: "SMS",
    credits: {
      title: "SMS credits",
      remaining: "Remaining credits",
      total: "Total credits purchased",
      low: "Credits are running low",
      amount: "Credits to add",
      amountHint: "A text message takes one credit for each part it is sent in.",
      measured: "The last ones took {{credits}} on average.",
      purchase: "Purchase",
      notSending:
        "This installation is not set up to send SMS: none is sent, so no credits can be purchased.",
      question_one: "Purchase {{count}} credit?",
      question_other: "Purchase {{amount}} credits?",
      questionText:
        "That is enough for about {{messages}} text messages: the last ones took {{credits}} credits each on average.",
      questionUnmeasured: "A text message takes one credit for each part it is sent in.",
      questionPrice:
        "The credits are charged at the price per credit in your agreement and cannot be returned.",
    },
    timesIn: "Times are in {{zone}}.",
    history: {
      title: "Purchase history",
      purchasedAt: "Purchased At",
      amount: "Amount",
      purchasedBy: "Purchased By",
      notes: "Notes",
      none: "No credits have been purchased yet.",
    },
    alerts: {
      reminder: "Reminder",
      reminderText: "Tells people by email when the credits reach the threshold.",
      threshold: "Threshold",
      alert: "Alert",
      alertText: "Tells people by email when no credits are left, or too few for an SMS.",
      reminderRecipients: "Reminder recipients",
      alertRecipients: "Alert recipients",
      recipientsHint: "Email addresses, separated by commas or new lines.",
      lastSent: "Last sent",
      save: "Save",
      unit: "credits",
    },
    saved: "Settings successfully saved",
    failed: "Settings failed to save",
    creditsFailed: "Failed to query sms credits. Please contact support.",
    historyFailed: "Failed to query sms credits purchase history. Please contact support.",
    settingsFailed: "Failed to query sms credits settings. Please contact support.",
    errors: {
      required: "Please input the value",
      number: "Please input a valid number",
      email: "Please input valid email address",
      tooMany: "Please input at most {{limit}} recipients",
      amountTooLarge: "Please input at most {{limit}} credits at once",
    },
  },
});
