/** Seeds one application from invitation to outcome. */
import { reasonGiven } from "./areas/decline-reasons";
import type { ApplicationStatus } from "../store/tables/hiring";
import { ruleResults } from "../areas/workflows/assessment-results";
import { triggerHolds } from "../areas/workflows/stage-rules";
import { courseOf } from "./assessments";
import type { Loader } from "./bulk";
import type { Candidate } from "./candidates";
import type { Correspondence, Outcome, StageRun, Team } from "./correspondence";
import { dayMs, regionHabits } from "./plan";
import { chooser, type Random } from "./random";
import type { OpenVacancy } from "./vacancies";
import type { Stage } from "../areas/workflows/workflow-stages";

const withoutInterview = chooser({ WITHDRAWN: 6, DECLINED: 4 });
const statusAfterNo = chooser({ DECLINED: 90, WITHDRAWN: 5, LONGLISTED: 5 });
const statusAfterYes = chooser({
  LONGLISTED: 15,
  SHORTLISTED: 30,
  INTERVIEW: 18,
  OFFERED: 7,
  HIRED: 12,
  DECLINED: 12,
  WITHDRAWN: 6,
});
/** The course of an application. */
interface History {
  readonly runs: readonly StageRun[];
  /** The status set by rules. */
  readonly ruled: ApplicationStatus;
  readonly isManuallyProgressed: 0 | 1;
  readonly outcome: Outcome | undefined;
}

export class Applications {
  constructor(
    private readonly loader: Loader,
    private readonly correspondence: Correspondence,
    private readonly random: Random,
    private readonly now: number,
  ) {}

  /** Inserts everything that follows from the invitation of `candidate` to `vacancy` at `createdAt`. */
  add(team: Team, vacancy: OpenVacancy, candidate: Candidate, createdAt: number): void {
    const { random, now } = this;
    const [first, second] = vacancy.stages;
    if (!first) throw new Error(`vacancy ${vacancy.id} has no stage`);
    const runs = [this.run(team, first, createdAt)];
    const firstCourse = runs[0]?.course;
    let status: ApplicationStatus = "APPS_APPLICATION_NEW";
    let isManuallyProgressed: 0 | 1 = 0;
    if (firstCourse?.submittedAt && firstCourse.predictedAt) {
      const results = ruleResults(firstCourse.results);
      for (const trigger of first.triggers) {
        if (!triggerHolds(trigger, results)) continue;
        if (trigger.action.type === "UPDATE_STATUS") status = trigger.action.payload.status;
        else if (second) runs.push(this.run(team, second, firstCourse.predictedAt));
      }
      const moveAt = firstCourse.submittedAt + random.between(1, 6) * dayMs;
      if (
        second &&
        runs.length === 1 &&
        moveAt < now &&
        random.chance(firstCourse.results.recommendation === "NO" ? 0.02 : 0.25)
      ) {
        runs.push(this.run(team, second, moveAt));
        isManuallyProgressed = 1;
      }
    }
    const last = runs.at(-1) ?? this.run(team, first, createdAt);
    const outcome = this.outcome(last);
    const ruled = status;
    if (outcome) status = outcome.status;

    const id = random.id();
    const { customer } = team.plan;
    this.loader.insert("applications", {
      id,
      customerId: customer.id,
      hierarchyId: vacancy.hierarchyId,
      vacancyId: vacancy.id,
      candidateId: candidate.id,
      externalApplicationId: random.uuid(),
      status,
      stageId: last.stage._id,
      isManuallyProgressed,
      createdAt,
      updatedAt: outcome?.at ?? last.course.updatedAt,
      candidateNameKey: candidate.nameKey,
      candidateEmail: candidate.email ?? "",
      assessmentStatus: last.course.status,
      assessmentResult: last.course.results.recommendation ?? last.course.results.rating,
      assessmentScore: last.course.results.recommendationScore,
      assessmentIsViewed: last.course.isViewed,
      assessmentSubmittedAt: last.course.submittedAt,
      assessmentOrderedAt: last.orderedAt,
    });
    this.insertChanges(team, id, { runs, ruled, isManuallyProgressed, outcome });
    for (const run of runs) {
      this.insertAssessment(team, vacancy, id, run, candidate.email === null);
      this.correspondence.aboutAssessment(team.plan, vacancy, candidate, run);
    }
    if (outcome) this.correspondence.aboutOutcome(team, vacancy, candidate, outcome);
  }

  /** Inserts the changes of stage and status, made by a recruiter or the system. */
  private insertChanges(
    team: Team,
    applicationId: string,
    { runs, ruled, isManuallyProgressed, outcome }: History,
  ): void {
    const [first, second] = runs;
    const at = first?.course.predictedAt ?? 0;
    const recruiter = team.recruiters[(first?.orderedAt ?? 0) % Math.max(1, team.recruiters.length)];
    const by = recruiter?.id ?? null;
    const insert = (
      kind: "STATUS" | "STAGE",
      before: string,
      after: string,
      changedBy: string | null,
      changedAt: number,
      declineReason: string | null = null,
    ) =>
      this.loader.insert("application_changes", {
        ...{ applicationId, kind, before, after, changedBy, changedAt, declineReason },
      });
    if (ruled !== "APPS_APPLICATION_NEW") insert("STATUS", "APPS_APPLICATION_NEW", ruled, null, at);
    if (first && second)
      insert("STAGE", first.stage._id, second.stage._id, isManuallyProgressed ? by : null, second.orderedAt);
    if (!outcome || outcome.status === ruled) return;
    // Withdrawals and interview statuses are set by the system.
    const isBySystem = /_(WITHDRAWN|INTERVIEW)$/.test(outcome.status);
    const reason = outcome.status.endsWith("_DECLINED") ? reasonGiven(team.plan, applicationId) : null;
    insert("STATUS", ruled, outcome.status, isBySystem ? null : by, outcome.at, reason);
  }

  private run(team: Team, stage: Stage, orderedAt: number): StageRun {
    const course = courseOf(stage.product, orderedAt, this.now, team.reviewerIds, this.random);
    return { stage, assessmentId: this.random.id(), orderedAt, course };
  }

  /** The decision people made, if any. */
  private outcome({ course, orderedAt }: StageRun): Outcome | undefined {
    const { random, now } = this;
    const at =
      (course.submittedAt ?? orderedAt + 10 * dayMs) + random.between(1, 12) * dayMs + random.int(dayMs);
    const decides = random.chance(course.submittedAt ? 0.55 : 0.12);
    if (!decides || at >= now) return undefined;
    const isRefused = (course.results.recommendation ?? course.results.rating) === "NO";
    const choose = course.submittedAt ? (isRefused ? statusAfterNo : statusAfterYes) : withoutInterview;
    const chosen = choose(random);
    return { status: `APPS_APPLICATION_${chosen}`, at };
  }

  private insertAssessment(
    team: Team,
    vacancy: OpenVacancy,
    applicationId: string,
    run: StageRun,
    isDeidentified: boolean,
  ): void {
    const { stage, assessmentId, orderedAt, course } = run;
    const { customer } = team.plan;
    const product = stage.product.toLowerCase();
    const host = `edge.example/${regionHabits[customer.awsRegion].isoCountryCode.toLowerCase()}`;
    this.loader.insert("assessments", {
      id: assessmentId,
      customerId: customer.id,
      hierarchyId: vacancy.hierarchyId,
      vacancyId: vacancy.id,
      applicationId,
      stageId: stage._id,
      product: stage.product,
      provider: stage.provider,
      assessmentPackageId: stage.externalAssessmentPackageId,
      assessmentPackageVersion: 1,
      externalAssessmentPackageId: stage.externalAssessmentPackageId,
      externalAssessmentId: this.random.uuid(),
      externalCohortId: vacancy.externalVacancyId,
      assessmentLink: `https://interview.${host}/${product}/${assessmentId}`,
      insightsLink:
        course.submittedAt && !isDeidentified ? `https://insights.${host}/${product}/${assessmentId}` : null,
      createdAt: orderedAt,
      status: course.status,
      consentedAt: course.consentedAt,
      submittedAt: course.submittedAt,
      durationMs: course.submittedAt && course.consentedAt ? course.submittedAt - course.consentedAt : null,
      predictedAt: course.predictedAt,
      updatedAt: course.updatedAt,
      answeredCount: course.answeredCount,
      isViewed: course.isViewed,
      deviceType: course.deviceType,
      feedbackRating: course.feedbackRating,
      ...course.results,
    });
  }
}
