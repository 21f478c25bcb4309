/** Seeds a region day by day, so that rows are written in order of time and few are held in memory. */
import { Applications } from "./applications";
import type { Loader } from "./bulk";
import { Candidates } from "./candidates";
import { Correspondence, type Team } from "./correspondence";
import { EventLog } from "./events";
import type { TemplateType } from "./messages";
import { dayMs, eventDays, regionHabits, type CustomerPlan } from "./plan";
import type { Random } from "./random";
import type { Colleague } from "./users";
import type { OpenVacancy } from "./vacancies";

/** A customer that is ready for the seeding of its days. */
export interface SeededCustomer {
  readonly plan: CustomerPlan;
  /** The first one is the busiest. */
  readonly vacancies: readonly OpenVacancy[];
  readonly colleagues: readonly Colleague[];
}

interface ArrivalState {
  readonly workplace: SeededCustomer;
  readonly team: Team;
  readonly candidates: Candidates;
  /** Applications so far. */
  count: number;
}

/** Returns the relative number of applications on a day: rises towards today, lower on weekends. */
function weightOfDay(start: number, share: number): number {
  const isWeekend = [0, 6].includes(new Date(start).getUTCDay());
  return (0.75 + 0.5 * share) * (isWeekend ? 0.5 : 1);
}

/** Returns a time on the day that starts at `start` (UTC) at which people of the region are awake. */
function momentOf(start: number, offsetMs: number, random: Random): number {
  const local = (6 + (random.next() + random.next()) * 9) * 3_600_000;
  return start + Math.floor((((local - offsetMs) % dayMs) + dayMs) % dayMs);
}

/** Returns a function that picks one of the vacancies open on a day, by weight. */
function pickerOf(vacancies: readonly OpenVacancy[], start: number): (random: Random) => OpenVacancy {
  const open = vacancies.filter(({ openFrom, openTo }) => openFrom <= start && openTo >= start + dayMs);
  let total = 0;
  const limits = open.map(({ weight }) => (total += weight));
  return (random) => {
    const wanted = random.next() * total;
    let [low, high] = [0, limits.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((limits[middle] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    const vacancy = open[low];
    if (!vacancy) throw new Error("no vacancy is open on this day");
    return vacancy;
  };
}

/**
 * True if application number `count` (from 0) goes to the busiest vacancy, which gets the planned number,
 * evenly spread.
 */
function isForBusiest({ busiest, applications }: CustomerPlan, count: number): boolean {
  return Math.floor(((count + 1) * busiest) / applications) > Math.floor((count * busiest) / applications);
}

/** Seeds candidates, applications, assessments and events of a region, up to `now`. */
export function seedHistory(
  loader: Loader,
  workplaces: readonly SeededCustomer[],
  historyDays: number,
  /** Exact number of events to reach, if given. */
  events: number | undefined,
  random: Random,
  now: number,
): void {
  const firstDay = now - historyDays * dayMs;
  const firstEventDay = now - eventDays * dayMs;
  const log = new EventLog(loader, random, firstEventDay, now);
  const applications = new Applications(loader, new Correspondence(log, random), random, now);
  const arrivals = workplaces.map((workplace): ArrivalState => {
    const { plan, colleagues } = workplace;
    const ofRole = (role: Colleague["role"]) => colleagues.filter((colleague) => colleague.role === role);
    const recruiters = ofRole("recruiter");
    const managers = ofRole("hiringManager");
    const reviewerIds = (managers.length > 0 ? managers : recruiters).slice(0, 12).map(({ id }) => id);
    const team = { plan, recruiters, managers, reviewerIds };
    return { workplace, team, candidates: new Candidates(loader, plan, random, now), count: 0 };
  });
  const days = Array.from({ length: historyDays }, (_, index) => firstDay + index * dayMs);
  const weights = days.map((start, index) => weightOfDay(start, index / historyDays));
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;

  const runDay = (start: number, share: number) => {
    const moments = arrivals.flatMap((arrival) => {
      const { plan } = arrival.workplace;
      const wanted = Math.round(plan.applications * share) - arrival.count;
      const from = arrival.count;
      arrival.count += wanted;
      const pick = pickerOf(arrival.workplace.vacancies.slice(1), start);
      const { offsetMs } = regionHabits[plan.customer.awsRegion];
      return Array.from({ length: wanted }, (_, index) => ({
        arrival,
        at: momentOf(start, offsetMs, random),
        vacancy:
          (isForBusiest(plan, from + index) ? arrival.workplace.vacancies[0] : undefined) ?? pick(random),
      }));
    });
    moments.sort((a, b) => a.at - b.at);
    for (const { arrival, at, vacancy } of moments) {
      applications.add(arrival.team, vacancy, arrival.candidates.applicant(vacancy.id, at), at);
    }
    if (start < firstEventDay) return;
    for (const { workplace } of arrivals) tellColleagues(log, workplace, start, random);
    const eventShare = (start + dayMs - firstEventDay) / (eventDays * dayMs);
    const busiest = workplaces[0];
    log.endDay(
      start,
      events !== undefined && busiest
        ? {
            total: Math.round(events * eventShare),
            next: () => logRandomMail(log, busiest, "EMAIL_MFA", start, random),
          }
        : undefined,
    );
  };

  // Commits once a month to keep the WAL small.
  for (let index = 0; index < days.length; index += 30) {
    loader.db.transaction(() => {
      days.slice(index, index + 30).forEach((start, offset) => {
        weightSoFar += weights[index + offset] ?? 0;
        runDay(start, weightSoFar / allWeights);
      });
    });
  }
}

function logRandomMail(
  log: EventLog,
  workplace: SeededCustomer,
  templateType: TemplateType,
  start: number,
  random: Random,
): void {
  const { plan, colleagues } = workplace;
  log.mail({ plan, templateType, at: start + random.int(dayMs) }, random.pick(colleagues).email);
}

/** Adds mails to colleagues on a day: accounts, sign-in codes, credit warnings. */
function tellColleagues(log: EventLog, workplace: SeededCustomer, start: number, random: Random): void {
  const { plan, colleagues } = workplace;
  for (const { createdAt, email } of colleagues) {
    if (createdAt >= start && createdAt < start + dayMs)
      log.mail({ plan, templateType: "CREATE_NEW_USER", at: createdAt }, email);
  }
  const likely: Partial<Record<TemplateType, number>> = {
    EMAIL_MFA: 0.7,
    EMAIL_RESEND_MFA: 0.1,
    EMAIL_RESET_PASSWORD: 0.15,
    TI_PDF_DOWNLOAD: 0.2,
    SMS_USAGE_REMINDER: plan.usesSms ? 0.08 : 0,
    SMS_USAGE_ALERT: plan.usesSms ? 0.03 : 0,
  };
  for (const templateType of Object.keys(likely) as TemplateType[]) {
    if (random.chance(likely[templateType] ?? 0)) logRandomMail(log, workplace, templateType, start, random);
  }
}
