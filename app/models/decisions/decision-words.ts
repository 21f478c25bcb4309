import type { applications } from "~/i18n/applications";
import { formatDate } from "~/i18n/dates";
import type { decisions } from "~/i18n/decisions";
import type { Language, Translate } from "~/i18n/texts";
import { statusNameOf } from "~/models/workflows/statuses";
import type { Decision } from "./decision.server";

type Texts = Translate<(typeof decisions)["en"]>;
type Names = Translate<(typeof applications)["en"]>;

/** What a rule did: moved somebody on, or gave a status. */
export function resultInWords(
  { result, stageName }: Pick<Decision, "result" | "stageName">,
  t: Texts,
  a: Names,
) {
  if (result !== "MOVED") return statusNameOf(a)(result);
  return stageName === null ? t("moved") : t("movedTo", { stage: stageName });
}

/** How the review of a decision stands. */
export function reviewInWords(decision: Decision, t: Texts, a: Names): string {
  const { isWaiting, verdict, changedTo, reviewedBy, isReviewedByWriter } = decision;
  if (isWaiting) return t("reviews.waiting");
  if (verdict === null) return t("reviews.unreviewed");
  const what =
    verdict === "CHANGED"
      ? t("changedTo", { status: statusNameOf(a)(changedTo ?? "") })
      : t("reviews.confirmed");
  return t(isReviewedByWriter ? "byWriter" : "by", { what, name: reviewedBy ?? t("removedUser") });
}

/** A day of UTC, which is the same day wherever it is read. */
export const utcDay = (at: string, language: Language) => formatDate(new Date(at), language, "UTC");

/** What is said of a decision that the candidate contests, or did; null where they never did. The day is said beside it. */
export function contestInWords(
  { contest, isAnswerLate }: Pick<Decision, "contest" | "isAnswerLate">,
  t: Texts,
): string | null {
  if (contest === null) return null;
  return t(contest === "ANSWERED" ? "contestAnswered" : isAnswerLate ? "contestLate" : "contestOpen");
}

const figureNames = [
  "recommendation",
  "recommendationScore",
  "plagiarismQuestionCount",
  "profanityQuestionCount",
  "isLowTextQuality",
] as const;

/** The figures that the conditions of a rule looked at, in words; what was not given is left out. */
export function figuresInWords(
  { figures, rule }: Pick<Decision, "figures" | "rule">,
  t: Texts,
  a: Names,
): { label: string; value: string }[] {
  return figureNames.flatMap((name) => {
    const value = figures[name];
    const isLookedAt = rule.trigger.conditions.some(({ onField }) => onField === name);
    if (value === null || !isLookedAt) return [];
    const words =
      typeof value === "boolean"
        ? t(value ? "yes" : "no")
        : value === "YES" || value === "MAYBE" || value === "NO"
          ? a(`result.${value}`)
          : String(value);
    return [{ label: t(`figureNames.${name}`), value: words }];
  });
}
