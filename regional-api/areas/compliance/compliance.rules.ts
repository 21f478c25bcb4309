/** Retention periods, and the delay before a shorter one applies (RET-04). */

const dayMs = 24 * 3_600_000;

/** In months. */
export interface Periods {
  readonly candidateMonths: number;
  readonly videoMonths: number;
}

/** Shorter periods that are not in effect yet; null months mean no change. */
export interface WaitingPeriods {
  readonly candidateMonths: number | null;
  readonly videoMonths: number | null;
}

/** Periods in effect until others are saved (COMP-04, SMS-14). */
export const defaultPeriods: Periods = { candidateMonths: 1200, videoMonths: 1200 };

const waitDays = 7;

/**
 * Returns the time at which a shorter period saved at `now` takes effect: the first start of a UTC day at
 * least seven days later.
 */
export const effectOf = (now: number): number => Math.ceil((now + waitDays * dayMs) / dayMs) * dayMs;

interface Outcome {
  /** Periods in effect after the save. */
  readonly now: Periods;
  /** Delayed periods, or null. */
  readonly waiting: WaitingPeriods | null;
  /** True if a delayed period differs from the one already pending. */
  readonly isNew: boolean;
}

/**
 * Returns the effect of saving `wanted`: longer periods apply at once, shorter ones are delayed. A period
 * that is already pending keeps its date.
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
