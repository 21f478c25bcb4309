import { defineTexts } from "./texts";

/** SMS credits and who is notified about them (SMS). */
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
      measured: "Recent messages took {{credits}} on average.",
      purchase: "Purchase",
      notSending: "This installation is not set up to send SMS, so no credits can be purchased.",
      question_one: "Purchase {{count}} credit?",
      question_other: "Purchase {{amount}} credits?",
      questionText:
        "That is enough for about {{messages}} text messages: recent ones took {{credits}} credits each on average.",
      questionUnmeasured: "A text message takes one credit for each part it is sent in.",
      questionPrice: "The purchase cannot be undone here. The price per credit is in your agreement.",
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
      reminderText: "Emails the recipients when the credits fall to the threshold.",
      threshold: "Threshold",
      alert: "Alert",
      alertText: "Emails the recipients when no credits are left, or too few for an SMS.",
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
      tooMany: "Please enter at most {{limit}} recipients",
      amountTooLarge: "Please enter at most {{limit}} credits at once",
    },
  },
});
