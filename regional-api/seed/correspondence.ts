/** Messages about an application. */
import type { ApplicationStatus } from "../store/tables/hiring";
import type { Course } from "./assessments";
import type { Candidate } from "./candidates";
import type { EventLog } from "./events";
import type { TemplateType } from "./messages";
import { dayMs, type CustomerPlan } from "./plan";
import { chooser, type Random } from "./random";
import type { Colleague } from "./users";
import type { OpenVacancy } from "./vacancies";
import type { Stage } from "../areas/workflows/workflow-stages";

export interface Team {
  readonly plan: CustomerPlan;
  readonly reviewerIds: readonly string[];
  /** Recruiters book live interviews; `managers` hold them. */
  readonly recruiters: readonly Colleague[];
  readonly managers: readonly Colleague[];
}

/** One assessment of an application. */
export interface StageRun {
  readonly stage: Stage;
  readonly assessmentId: string;
  readonly orderedAt: number;
  readonly course: Course;
}

/** A user's decision about an application, and its time. */
export interface Outcome {
  readonly status: ApplicationStatus;
  readonly at: number;
}

const lowQualityReport = chooser({ MI_TOO_SHORT: 4, MI_GARBAGE: 3, MI_SELF_REPEATER: 2, MI_NON_ENGLISH: 1 });

export class Correspondence {
  constructor(
    private readonly events: EventLog,
    private readonly random: Random,
  ) {}

  /** Adds the invitation, reminders and receipts of one assessment. */
  aboutAssessment(plan: CustomerPlan, vacancy: OpenVacancy, candidate: Candidate, run: StageRun): void {
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
    const beganAt = consentedAt ?? Infinity;
    if (beganAt > orderedAt + dayMs) send(`${product}_NOT_STARTED_FIRST_REMINDER`, orderedAt + dayMs, true);
    if (beganAt > orderedAt + 2 * dayMs)
      send(`${product}_NOT_STARTED_SECOND_REMINDER`, orderedAt + 2 * dayMs, true);
    if (beganAt === Infinity && random.chance(0.1))
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

  /** Adds the message to a declined candidate; for an interview, those to the scheduler and interviewer. */
  aboutOutcome(team: Team, vacancy: OpenVacancy, candidate: Candidate, outcome: Outcome): void {
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
