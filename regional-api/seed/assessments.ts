/** The course of one assessment: whether it was begun and submitted, and its results. */
import { noResults, type StoredResults } from "../areas/workflows/assessment-results";
import type { Row } from "../store/tables";
import type { Product } from "../store/tables/hiring";
import { dayMs } from "./plan";
import { chooser, type Random } from "./random";

const minute = 60_000;
const hour = 60 * minute;

/** A candidate inactive for this long after beginning counts as dropped out. */
const dropOutMs = 7 * dayMs;

const deviceOf = chooser({ Mobile: 58, Desktop: 34, Tablet: 6, Unknown: 2 });
const ratingOf = chooser({ YES: 45, MAYBE: 30, NO: 25 });

/** The columns that describe the course of an assessment; times are before `now` or null. */
export type Course = { readonly results: StoredResults } & Readonly<
  Pick<
    Row<"assessments">,
    | ("status" | "consentedAt" | "submittedAt" | "predictedAt" | "updatedAt")
    | ("answeredCount" | "isViewed" | "deviceType" | "feedbackRating")
  >
>;

const comments = [
  "Clear and friendly.",
  "Good examples, little experience.",
  "Sound was poor — ask again?",
  "Great answer to question 3; see notes.\nWould hire.",
  "Não recomendo. / No recomendado.",
  "Late, but worth it 👍",
];

function chatResults(random: Random): StoredResults {
  const isLowTextQuality = random.chance(0.04) ? 1 : 0;
  const score = Math.round(Math.min(100, Math.max(1, random.normal(isLowTextQuality ? 35 : 64, 17))));
  const count = (probability: number) => (random.chance(probability) ? random.between(1, 4) : 0);
  const plagiarismQuestionCount = count(0.03);
  const profanityQuestionCount = count(0.02);
  const outlierQuestionCount = count(0.05);
  const agcQuestionCount = count(0.07);
  // Lists the columns explicitly, because spreading wide objects would dominate the time for the large data.
  return {
    recommendation: score >= 65 ? "YES" : score >= 45 ? "MAYBE" : "NO",
    recommendationScore: score,
    plagiarismQuestionCount,
    profanityQuestionCount,
    outlierQuestionCount,
    agcQuestionCount,
    isPlagiarism: plagiarismQuestionCount > 0 ? 1 : 0,
    isProfanity: profanityQuestionCount > 0 ? 1 : 0,
    isOutlier: outlierQuestionCount > 0 ? 1 : 0,
    isLowTextQuality,
    isAgc: agcQuestionCount > 0 ? 1 : 0,
    rating: null,
    comment: null,
    reviewerIds: null,
    completedReviewerCount: null,
  };
}

function videoResults(
  reviewerIds: readonly string[],
  sinceSubmission: number,
  random: Random,
): StoredResults {
  const reviewers = random.sample(reviewerIds, random.between(1, 3));
  const isReviewed = sinceSubmission > 3 * dayMs && random.chance(0.75);
  const completed = isReviewed ? reviewers.length : random.int(Math.max(1, reviewers.length));
  return {
    ...noResults,
    rating: isReviewed ? ratingOf(random) : null,
    comment: isReviewed && random.chance(0.6) ? random.pick(comments) : null,
    reviewerIds: JSON.stringify(reviewers),
    completedReviewerCount: completed,
  };
}

/** Returns the course of an assessment ordered at `orderedAt`, up to `now`. */
export function courseOf(
  product: Product,
  orderedAt: number,
  now: number,
  reviewerIds: readonly string[],
  random: Random,
): Course {
  const consentedAt = Math.floor(orderedAt + random.exponential(18 * hour) + minute);
  if (random.chance(0.17) || consentedAt >= now) {
    return {
      status: "APPS_ASSESSMENT_ORDER_COMPLETED",
      consentedAt: null,
      submittedAt: null,
      predictedAt: null,
      updatedAt: orderedAt,
      answeredCount: 0,
      isViewed: 0,
      deviceType: null,
      feedbackRating: null,
      results: noResults,
    };
  }

  const questions = product === "FI" ? 5 : 3;
  const deviceType = deviceOf(random);
  const pause = random.chance(0.08) ? random.exponential(20 * hour) : 0;
  const minutes = product === "FI" ? 12 + random.exponential(16) : 7 + random.exponential(8);
  const submittedAt = Math.floor(consentedAt + minutes * minute + pause);
  const predictedAt = submittedAt + random.between(20, 240) * 1_000;
  const isSubmitted = !random.chance(0.14) && predictedAt < now;
  if (!isSubmitted) {
    const hasLeft = now - consentedAt > dropOutMs;
    return {
      status: hasLeft ? "APPS_ASSESSMENT_DROPPED_OUT" : "APPS_ASSESSMENT_INPROGRESS",
      consentedAt,
      submittedAt: null,
      predictedAt: null,
      updatedAt: hasLeft ? consentedAt + dropOutMs : consentedAt,
      answeredCount: random.chance(0.4) ? 0 : random.between(1, questions - 1),
      isViewed: 0,
      deviceType,
      feedbackRating: null,
      results: noResults,
    };
  }
  const since = now - submittedAt;
  return {
    status: "APPS_ASSESSMENT_COMPLETED",
    consentedAt,
    submittedAt,
    predictedAt,
    updatedAt: predictedAt,
    answeredCount: questions,
    isViewed: since > dayMs && random.chance(0.65) ? 1 : 0,
    deviceType,
    feedbackRating: random.chance(0.55)
      ? Math.min(10, Math.max(0, Math.round(random.normal(8.1, 1.9))))
      : null,
    results: product === "FI" ? chatResults(random) : videoResults(reviewerIds, since, random),
  };
}
