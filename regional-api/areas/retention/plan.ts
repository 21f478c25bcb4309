/**
 * Predicts what retention will remove (RET-02, RET-03). Periods end with UTC days, so the removals of
 * consecutive runs are a range of an index and are counted there; rows under a hold are subtracted.
 */
import { noLimit } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { dayMs, dayOf } from "../holds/holds.rules";
import { cutoffOfPeriod, monthsOfPlan, type Period } from "./retention.rules";
import {
  activityOf,
  candidatesOn,
  countByVacancy,
  countRows,
  dueRows,
  firstPlace,
  heldObjects,
  reportDaysIn,
  reportDaysOf,
  runOfDay,
  earliestRunTime,
  chunksOf,
  vacanciesIn,
  type DueKind,
} from "./retention.store";

/** Index rows per step: for counting only, and for looking up related rows. Either step takes about 5 ms. */
const chunkSizes = { counted: 20_000, lookedUp: 2_000 };

export interface CustomerPeriods {
  readonly customerId: string;
  readonly candidate: Period;
  readonly report: Period;
}

/** Returns the day of the next run: today, unless today's run has ended. */
export async function nextRunDay(db: Reader, now: number): Promise<number> {
  const today = Math.max(dayOf(now), Math.ceil((await earliestRunTime(db)) / dayMs) * dayMs);
  return (await runOfDay(db, today / dayMs))?.endedAt == null ? today : today + dayMs;
}

interface RemovalCounts {
  candidates: number;
  reports: number;
}

/** Removals by span of days, and due rows under a hold. */
interface Tally {
  readonly spans: RemovalCounts[];
  readonly kept: RemovalCounts;
  readonly vacancies: Map<string, number>;
}

const noRemovals = (): RemovalCounts => ({ candidates: 0, reports: 0 });

/**
 * Counts removals by span of days. Spans end with the days `ends`; the first covers everything up to its day.
 * `goOn` is called regularly and throws once the client has disconnected.
 */
async function countRemovals(
  db: Reader,
  { customerId, ...periods }: CustomerPeriods,
  ends: readonly number[],
  { withVacancies, goOn }: { withVacancies: boolean; goOn: () => void },
): Promise<Tally> {
  const cutoffs = {
    CANDIDATE: ends.map((end) => cutoffOfPeriod(periods.candidate, end)),
    REPORT: ends.map((end) => cutoffOfPeriod(periods.report, end)),
  };
  /**
   * Returns the index of the span with the run that removes a row of this time; the number of spans if there
   * is none.
   */
  const spanOf = (kind: DueKind, at: number) => {
    const index = cutoffs[kind].findIndex((cutoff) => at < cutoff);
    return index < 0 ? ends.length : index;
  };
  const spans = ends.map(noRemovals);
  const found: Tally = { spans, kept: noRemovals(), vacancies: new Map() };
  const add = (span: number, kind: keyof RemovalCounts, count: number) => {
    const removed = spans[span];
    if (removed) removed[kind] += count;
  };
  const onVacancies = (rows: readonly { vacancyId: string; count: number }[], sign: 1 | -1) => {
    for (const { vacancyId, count } of rows)
      found.vacancies.set(vacancyId, (found.vacancies.get(vacancyId) ?? 0) + sign * count);
  };
  async function* chunksBySpan(kind: DueKind, span: number, size: number, least = firstPlace.at) {
    const [start = firstPlace.at, before = 0] = [cutoffs[kind][span - 1], cutoffs[kind][span]];
    const from = Math.max(start, least);
    for await (const part of chunksOf(db, kind, { customerId, from, before }, size)) {
      goOn();
      yield part;
    }
  }

  const countBetween = async (kind: DueKind, start: number, before: number) => {
    let count = 0;
    for await (const part of chunksOf(db, kind, { customerId, from: start, before }, chunkSizes.counted)) {
      goOn();
      count += await countRows(db, kind, part);
    }
    return count;
  };

  /**
   * If the candidate period is the shorter one, reports are removed with their candidates, since a
   * candidate's last activity is never before their reports. Looks up the smaller set: candidates to remove
   * or candidates who stay.
   */
  const withCandidates = async () => {
    const early = [...ends.keys()].flatMap((span) => {
      const [end = 0, own = 0] = [cutoffs.CANDIDATE[span], cutoffs.REPORT[span]];
      return end > own ? [{ span, end, own }] : [];
    });
    if (early.length === 0) return;
    const all = { from: Math.min(...early.map(({ own }) => own)), before: cutoffs.CANDIDATE.at(-1) ?? 0 };
    const least = Math.min(...early.map(({ end }) => end));
    const going = await countBetween("CANDIDATE", all.from, all.before);
    if (going <= (await countBetween("CANDIDATE", least, noLimit))) {
      for (const { span, own } of early)
        for await (const part of chunksBySpan("CANDIDATE", span, chunkSizes.lookedUp, own))
          for (const { day, count } of await reportDaysIn(db, part, { from: own, before: noLimit })) {
            add(spanOf("REPORT", day * dayMs), "reports", -count);
            add(span, "reports", count);
          }
      return;
    }
    // Reports within their own period but past the candidates' period are removed unless their candidate
    // stays.
    const moments = [...new Set(early.flatMap(({ end, own }) => [end, own]))].sort((a, b) => a - b);
    const upTo = new Map<number, number>();
    let counted = 0;
    for (const [index, moment] of moments.entries()) {
      const start = moments[index - 1];
      if (start !== undefined) counted += await countBetween("REPORT", start, moment);
      upTo.set(moment, counted);
    }
    const gone = ends.map(() => 0);
    for (const { span, end, own } of early) gone[span] = (upTo.get(end) ?? 0) - (upTo.get(own) ?? 0);
    const staying = { customerId, from: least, before: noLimit };
    for await (const part of chunksOf(db, "CANDIDATE", staying, chunkSizes.lookedUp)) {
      goOn();
      for (const { activeOn, day, count } of await reportDaysIn(db, part, all))
        for (const { span, end, own } of early)
          if (activeOn * dayMs >= end && day * dayMs >= own && day * dayMs < end)
            gone[span] = (gone[span] ?? 0) - count;
    }
    for (const [span, count] of gone.entries()) add(span, "reports", count - (gone[span - 1] ?? 0));
  };

  const holds = await heldObjects(db, customerId);
  const isAllHeld = holds.some(({ candidateId, vacancyId }) => candidateId === null && vacancyId === null);
  for (const span of ends.keys()) {
    for await (const part of chunksBySpan("CANDIDATE", span, chunkSizes.counted))
      add(span, "candidates", await countRows(db, "CANDIDATE", part));
    for await (const part of chunksBySpan("REPORT", span, chunkSizes.counted))
      add(span, "reports", await countRows(db, "REPORT", part));
    if (isAllHeld) continue;
    if (withVacancies)
      for await (const part of chunksBySpan("CANDIDATE", span, chunkSizes.lookedUp))
        onVacancies(await vacanciesIn(db, part), 1);
  }
  if (!isAllHeld) await withCandidates();
  if (isAllHeld) {
    for (const span of spans) {
      found.kept.candidates += span.candidates;
      found.kept.reports += span.reports;
      Object.assign(span, noRemovals());
    }
    return found;
  }

  /** Subtracts candidates under a hold, with their reports. */
  const takeOff = async (ids: readonly string[]) => {
    goOn();
    const goes = new Map<string, number>();
    for (const { id, at } of await activityOf(db, ids)) goes.set(id, spanOf("CANDIDATE", at));
    const going = [...goes].filter(([, span]) => span < ends.length);
    for (const [, span] of going) add(span, "candidates", -1);
    found.kept.candidates += going.length;
    if (withVacancies)
      onVacancies(
        await countByVacancy(
          db,
          going.map(([id]) => id),
        ),
        -1,
      );
    for (const { candidateId, day, count } of await reportDaysOf(db, ids)) {
      const own = spanOf("REPORT", day * dayMs);
      add(Math.min(own, goes.get(candidateId) ?? ends.length), "reports", -count);
      if (own < ends.length) found.kept.reports += count;
    }
  };
  const taken = new Set<string>();
  const takeOffNew = async (ids: readonly string[]) => {
    const fresh = [...new Set(ids)].filter((id) => !taken.has(id));
    for (const id of fresh) taken.add(id);
    if (fresh.length > 0) await takeOff(fresh);
  };
  await takeOffNew(holds.flatMap(({ candidateId }) => candidateId ?? []));
  for (const vacancyId of new Set(holds.flatMap((hold) => hold.vacancyId ?? [])))
    for await (const ids of candidatesOn(db, vacancyId, chunkSizes.lookedUp)) await takeOffNew(ids);
  return found;
}

export interface MonthOfPlan {
  /** Start of the month. */
  readonly month: number;
  readonly candidates: number;
  readonly reports: number;
}

export interface Plan {
  readonly nextRunAt: number;
  readonly months: readonly MonthOfPlan[];
  /** Vacancies, in descending order of candidates. */
  readonly vacancies: readonly { readonly vacancyId: string; readonly candidates: number }[];
  /** Removals of the next run. */
  readonly due: { readonly candidates: number; readonly reports: number };
  /** Rows that are due now or later, but are under a hold. */
  readonly kept: { readonly candidates: number; readonly reports: number };
  /** Last activity of the candidate who is removed first. */
  readonly oldestAt: number | null;
}

/** Returns the last activity of the candidate who is removed first, if that happens before `before`. */
async function oldestOf(
  db: Reader,
  customerId: string,
  before: number,
  goOn: () => void,
): Promise<number | null> {
  let after = firstPlace;
  for (;;) {
    goOn();
    const rows = await dueRows(db, "CANDIDATE", { customerId, before, after, limit: 250 });
    const first = rows.find(({ isHeld }) => !isHeld);
    const last = rows.at(-1);
    if (first || !last) return first?.at ?? null;
    after = last;
  }
}

/** Returns the removals of the next twelve months, assuming no further activity. */
export async function planOf(
  db: Reader,
  periods: CustomerPeriods,
  now: number,
  goOn: () => void,
): Promise<Plan> {
  const next = await nextRunDay(db, now);
  const { months, end } = monthsOfPlan(next);
  const ends = [...months.slice(1), end].map((month) => month - dayMs);
  const options = { withVacancies: true, goOn };
  const { spans, kept, vacancies } = await countRemovals(db, periods, [next, ...ends], options);
  const [due = noRemovals(), ...rest] = spans;
  const going = spans.reduce((sum, { candidates }) => sum + candidates, 0);
  return {
    nextRunAt: next,
    months: months.map((month, index) => {
      const { candidates, reports } = rest[index] ?? noRemovals();
      const first = index === 0 ? due : noRemovals();
      return { month, candidates: candidates + first.candidates, reports: reports + first.reports };
    }),
    vacancies: [...vacancies]
      .filter(([, candidates]) => candidates > 0)
      .map(([vacancyId, candidates]) => ({ vacancyId, candidates }))
      .sort((a, b) => b.candidates - a.candidates || (a.vacancyId < b.vacancyId ? -1 : 1)),
    due,
    kept,
    oldestAt:
      going === 0
        ? null
        : await oldestOf(db, periods.customerId, cutoffOfPeriod(periods.candidate, end - dayMs), goOn),
  };
}

/**
 * Maximum rows of each kind to count for the next run (about 50 ms). Few are due unless a period was just
 * shortened.
 */
const maxDue = 1_000;

/**
 * Returns the time and the removals of the next run, assuming no further activity. If counting stopped early,
 * `isExact` is false and the counts are lower bounds.
 */
export async function nextRunOf(
  db: Reader,
  periods: CustomerPeriods,
  now: number,
  goOn: () => void,
): Promise<RemovalCounts & { readonly at: number; readonly isExact: boolean }> {
  const { customerId } = periods;
  const at = await nextRunDay(db, now);
  const isAllHeld = (await heldObjects(db, customerId)).some(
    ({ candidateId, vacancyId }) => candidateId === null && vacancyId === null,
  );
  if (isAllHeld) return { at, ...noRemovals(), isExact: true };
  const ends = {
    CANDIDATE: cutoffOfPeriod(periods.candidate, at),
    REPORT: cutoffOfPeriod(periods.report, at),
  };
  const dueOf = (kind: DueKind) =>
    dueRows(db, kind, { customerId, before: ends[kind], after: firstPlace, limit: maxDue + 1 });
  const due = { CANDIDATE: await dueOf("CANDIDATE"), REPORT: await dueOf("REPORT") };
  const goes = (kind: DueKind) => due[kind].slice(0, maxDue).filter(({ isHeld }) => !isHeld);
  const candidates = goes("CANDIDATE");
  let reports = goes("REPORT").length;
  // Candidates' other reports are removed with them.
  if (ends.CANDIDATE > ends.REPORT)
    for (const { day, count } of await reportDaysOf(
      db,
      candidates.map(({ id }) => id),
    ))
      if (day * dayMs >= ends.REPORT) reports += count;
  const isExact = due.CANDIDATE.length <= maxDue && due.REPORT.length <= maxDue;
  if (isExact || candidates.length + reports > 0)
    return { at, candidates: candidates.length, reports, isExact };
  // All rows read so far are held, so only a full count shows whether others are due.
  const { spans } = await countRemovals(db, periods, [at], { withVacancies: false, goOn });
  return { at, ...(spans[0] ?? noRemovals()), isExact: true };
}

/** Returns the removals by the run of one day, assuming no further activity (RET-03). */
export async function countRemovedOn(
  db: Reader,
  periods: CustomerPeriods,
  day: number,
  { now, goOn }: { now: number; goOn: () => void },
): Promise<{ candidates: number; reports: number }> {
  const next = await nextRunDay(db, now);
  if (day < next) return noRemovals();
  const ends = day === next ? [day] : [day - dayMs, day];
  const { spans } = await countRemovals(db, periods, ends, { withVacancies: false, goOn });
  return spans.at(-1) ?? noRemovals();
}
