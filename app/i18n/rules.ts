import { defineTexts } from "./texts";

/** Stage rules as text (RULE-22). */
export const rules = defineTexts("rules", {
  en: {
    sentence: "If {{conditions}}, {{action}}",
    always: "the chat interview is completed",
    and: " and ",
    or: " or ",
    moveStage: "move to the next stage",
    updateStatus: "set the status to {{status}}",
    held: "{{rule}}, once a person has confirmed it",
    off: "{{rule}} (turned off)",
    fields: {
      recommendation: "recommendation",
      recommendationScore: "recommendation score",
      plagiarismQuestionCount: "plagiarism question count",
      profanityQuestionCount: "profanity count",
      isLowTextQuality: "low text quality",
    },
    comparison: "{{field}} {{operator}} {{value}}",
    operators: {
      gt: "is more than",
      gte: "is at least",
      lt: "is less than",
      lte: "is at most",
      contains: "is",
      is: "is",
    },
    values: { YES: "Yes", MAYBE: "Maybe", NO: "No", true: "true", false: "false" },
  },
});
