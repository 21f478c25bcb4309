import type { applications } from "~/i18n/applications";
import { formatDate } from "~/i18n/dates";
import type { decisions } from "~/i18n/decisions";
import type { Language, Translate } from "~/i18n/texts";
import { statusNameOf } from "~/models/workflows/statuses";
import type { Decision } from "./decision.server";

type Texts = Translate<(typeof decisions)["en"]>;
type Names = Translate<(typeof applications)["en"]>;

/** The effect of a rule as text: a move to a stage, or a status. */
export function resultInWords(
  { result, stageName }: Pick<Decision, "result" | "stageName">,
  t: Texts,
  a: Names,
) {
  if (result !== "MOVED") return statusNameOf(a)(result);
  return stageName === null ? t("moved") : t("movedTo", { stage: stageName });
}

/** Review state of a decision as text. */
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

/** Formats a timestamp's UTC day, so that every reader sees the same day. */
export const utcDay = (at: string, language: Language) => formatDate(new Date(at), language, "UTC");

/** Contest state of a decision as text; null if it was never contested. The date is shown separately. */
export function contestText(
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

/** The figures a rule's conditions evaluated, labelled; missing figures are omitted. */
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
