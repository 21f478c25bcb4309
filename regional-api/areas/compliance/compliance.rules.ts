/** How long what is kept, and from when on a shorter period counts (RET-04). */

const dayMs = 24 * 3_600_000;

/** In months. */
export interface Periods {
  readonly candidateMonths: number;
  readonly videoMonths: number;
}

/** A shorter period that waits; months of null stay as they are. */
export interface WaitingPeriods {
  readonly candidateMonths: number | null;
  readonly videoMonths: number | null;
}

/** Months that nobody chose (COMP-04, SMS-14). */
export const defaultPeriods: Periods = { candidateMonths: 1200, videoMonths: 1200 };

const waitDays = 7;

/** The UTC day from which a shorter period counts that is saved at `now`: the first that begins seven days later. */
export const effectOf = (now: number): number => Math.ceil((now + waitDays * dayMs) / dayMs) * dayMs;

interface Outcome {
  /** What counts at once. */
  readonly now: Periods;
  /** What waits, if anything does. */
  readonly waiting: WaitingPeriods | null;
  /** Whether what waits was not waiting before. */
  readonly isNew: boolean;
}

/**
 * What saving `wanted` does: a longer period counts at once, a shorter one waits. What is wanted as it waits already goes
 * on waiting.
 */
export function outcomeOf(current: Periods, waits: WaitingPeriods | null, wanted: Periods): Outcome {
  const one = (field: keyof Periods) => {
    const waiting = waits?.[field] ?? null;
    const isAsItWas = wanted[field] === (waiting ?? current[field]);
    if (isAsItWas) return { now: current[field], waiting, isNew: false };
    if (wanted[field] < current[field]) return { now: current[field], waiting: wanted[field], isNew: true };
    return { now: wanted[field], waiting: null, isNew: false };
  };
  const candidate = one("candidateMonths");
  const video = one("videoMonths");
  const waiting = { candidateMonths: candidate.waiting, videoMonths: video.waiting };
  return {
    now: { candidateMonths: candidate.now, videoMonths: video.now },
    waiting: waiting.candidateMonths === null && waiting.videoMonths === null ? null : waiting,
    isNew: candidate.isNew || video.isNew,
  };
}
