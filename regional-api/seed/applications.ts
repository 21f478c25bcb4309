/** One application from invitation to outcome: its rows and the messages along the way. */
import type { ApplicationStatus } from "../store/schema/hiring";
import { courseOf, ruleHolds, type Course } from "./assessments";
import type { Loader } from "./bulk";
import type { Candidate } from "./candidates";
import type { EventLog } from "./events";
import type { TemplateType } from "./messages";
import { dayMs, regionHabits, type CustomerPlan } from "./plan";
import { chooser, type Random } from "./random";
import type { Colleague } from "./users";
import type { OpenVacancy } from "./vacancies";
import type { Stage } from "./workflows";

const withoutInterview = chooser({ WITHDRAWN: 6, DECLINED: 4 });
const afterNo = chooser({ DECLINED: 90, WITHDRAWN: 5, LONGLISTED: 5 });
const afterYes = chooser({
  LONGLISTED: 15,
  SHORTLISTED: 30,
  INTERVIEW: 18,
  OFFERED: 7,
  HIRED: 12,
  DECLINED: 12,
  WITHDRAWN: 6,
});
const lowQualityReport = chooser({ MI_TOO_SHORT: 4, MI_GARBAGE: 3, MI_SELF_REPEATER: 2, MI_NON_ENGLISH: 1 });

export interface Team {
  readonly plan: CustomerPlan;
  readonly reviewerIds: readonly string[];
  /** Who books live interviews, and who holds them. */
  readonly recruiters: readonly Colleague[];
  readonly managers: readonly Colleague[];
}

interface StageRun {
  readonly stage: Stage;
  readonly assessmentId: string;
  readonly orderedAt: number;
  readonly course: Course;
}

export class Applications {
  constructor(
    private readonly loader: Loader,
    private readonly events: EventLog,
    private readonly random: Random,
    private readonly now: number,
  ) {}

  /** Everything that follows from `candidate` being invited to `vacancy` at `createdAt`. */
  add(team: Team, vacancy: OpenVacancy, candidate: Candidate, createdAt: number): void {
    const { random, now } = this;
    const [first, second] = vacancy.stages;
    if (!first) throw new Error(`vacancy ${vacancy.id} has no stage`);
    const runs = [this.run(team, first, createdAt)];
    const begun = runs[0]?.course;
    let status: ApplicationStatus = "APPS_APPLICATION_NEW";
    let isManuallyProgressed: 0 | 1 = 0;
    if (begun?.submittedAt && begun.predictedAt) {
      for (const trigger of first.triggers) {
        if (!ruleHolds(trigger, begun.results)) continue;
        if (trigger.action.type === "UPDATE_STATUS") status = trigger.action.payload.status;
        else if (second) runs.push(this.run(team, second, begun.predictedAt));
      }
      const moveAt = begun.submittedAt + random.between(1, 6) * dayMs;
      if (
        second &&
        runs.length === 1 &&
        moveAt < now &&
        random.chance(begun.results.recommendation === "NO" ? 0.02 : 0.25)
      ) {
        runs.push(this.run(team, second, moveAt));
        isManuallyProgressed = 1;
      }
    }
    const last = runs.at(-1) ?? this.run(team, first, createdAt);
    const outcome = this.outcome(last);
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
    });
    for (const run of runs) {
      this.insertAssessment(team, vacancy, id, run, candidate.email === null);
      this.tell(team.plan, vacancy, candidate, run);
    }
    if (outcome) this.tellOutcome(team, vacancy, candidate, outcome);
  }

  private run(team: Team, stage: Stage, orderedAt: number): StageRun {
    const course = courseOf(stage.product, orderedAt, this.now, team.reviewerIds, this.random);
    return { stage, assessmentId: this.random.id(), orderedAt, course };
  }

  /** What people decided, if they have. */
  private outcome({ course, orderedAt }: StageRun): { status: ApplicationStatus; at: number } | undefined {
    const { random, now } = this;
    const at =
      (course.submittedAt ?? orderedAt + 10 * dayMs) + random.between(1, 12) * dayMs + random.int(dayMs);
    const decides = random.chance(course.submittedAt ? 0.55 : 0.12);
    if (!decides || at >= now) return undefined;
    const isRefused = (course.results.recommendation ?? course.results.rating) === "NO";
    const choose = course.submittedAt ? (isRefused ? afterNo : afterYes) : withoutInterview;
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

  /** Invitation, reminders and receipts of one assessment. */
  private tell(plan: CustomerPlan, vacancy: OpenVacancy, candidate: Candidate, run: StageRun): void {
    const { random } = this;
    const { stage, assessmentId, orderedAt, course } = run;
    const { email, phoneNumber } = candidate;
    if (email === null) return;
    const { product } = stage;
    const send = (templateType: TemplateType, at: number, bySms = false) => {
      const message = {
        plan,
        templateType,
        at,
        vacancy: vacancy.title,
        masterId: stage.externalAssessmentPackageId,
        assessmentId,
      };
      this.events.mail(message, email);
      if (bySms && plan.usesSms && phoneNumber) this.events.sms(message, phoneNumber);
    };
    send(`${product}_INVITE`, orderedAt, true);
    const { consentedAt, submittedAt, predictedAt } = course;
    const begun = consentedAt ?? Infinity;
    if (begun > orderedAt + dayMs) send(`${product}_NOT_STARTED_FIRST_REMINDER`, orderedAt + dayMs, true);
    if (begun > orderedAt + 2 * dayMs)
      send(`${product}_NOT_STARTED_SECOND_REMINDER`, orderedAt + 2 * dayMs, true);
    if (begun === Infinity && random.chance(0.1))
      send(`RESEND_${product}_INVITE`, orderedAt + random.between(3, 8) * dayMs);
    if (consentedAt === null) return;
    if (random.chance(0.3)) send(`${product}_START_INTERVIEW`, consentedAt);
    const done = submittedAt ?? Infinity;
    if (done > consentedAt + dayMs)
      send(`${product}_NOT_COMPLETED_FIRST_REMINDER`, consentedAt + dayMs, true);
    if (done > consentedAt + 2 * dayMs)
      send(`${product}_NOT_COMPLETED_SECOND_REMINDER`, consentedAt + 2 * dayMs);
    if (submittedAt === null || predictedAt === null) return;
    send(`${product}_SUBMIT_INTERVIEW`, submittedAt);
    if (product === "FI") {
      send(
        course.results.isLowTextQuality ? lowQualityReport(random) : "MI_REPORT",
        predictedAt + random.between(5, 90) * 60_000,
      );
    }
  }

  /** A decline is told; for an interview candidate, scheduler and interviewer hear of it. */
  private tellOutcome(
    team: Team,
    vacancy: OpenVacancy,
    candidate: Candidate,
    outcome: { status: ApplicationStatus; at: number },
  ): void {
    const { random } = this;
    const { plan, recruiters, managers } = team;
    const { email, phoneNumber } = candidate;
    if (email === null) return;
    const send = (templateType: TemplateType, at: number, to: string, bySms = false) => {
      const message = { plan, templateType, at, vacancy: vacancy.title };
      this.events.mail(message, to);
      if (bySms && plan.usesSms && phoneNumber) this.events.sms(message, phoneNumber);
    };
    const { status, at } = outcome;
    if (status === "APPS_APPLICATION_DECLINED") send("APPLICATION_DECLINE", at, email);
    if (status !== "APPS_APPLICATION_INTERVIEW") return;
    const scheduler = random.pick(recruiters).email;
    const interviewer = random.pick(managers.length > 0 ? managers : recruiters).email;
    send("LI_CANDIDATE_INTERVIEW_INVITATION", at, email, true);
    let booked = at + random.between(1, 20) * 3_600_000;
    if (random.chance(0.3)) {
      send("LI_CANDIDATE_INTERVIEW_NOT_BOOKED_FIRST_REMINDER", at + dayMs, email, true);
      send("LI_CANDIDATE_INTERVIEW_NOT_BOOKED_SECOND_REMINDER", at + 2 * dayMs, email);
      booked = at + 2 * dayMs + random.between(1, 20) * 3_600_000;
    }
    const everybody = (what: "SCHEDULED" | "UPDATED" | "CANCELLED", time: number) => {
      send(`LI_CANDIDATE_INTERVIEW_${what}`, time, email, true);
      send(`LI_SCHEDULER_INTERVIEW_${what}`, time + 1_000, scheduler);
      send(`LI_INTERVIEWER_INTERVIEW_${what}`, time + 2_000, interviewer);
    };
    everybody("SCHEDULED", booked);
    if (random.chance(0.2)) everybody("UPDATED", booked + random.between(1, 20) * 3_600_000);
    if (random.chance(0.12)) return everybody("CANCELLED", booked + dayMs);
    send("LI_CANDIDATE_INTERVIEW_UPCOMING_REMINDER", booked + 3 * dayMs, email, true);
    send("LI_INTERVIEWER_INTERVIEW_RUNSHEET_REMINDER", booked + 3 * dayMs + 1_000, interviewer);
  }
}
