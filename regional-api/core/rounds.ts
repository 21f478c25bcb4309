/** Work beside the requests. */
export interface Worker {
  /** Does all that is to be done now. */
  flush(): Promise<unknown>;
  /** Ends it; the round under way is finished. */
  stop(): Promise<void>;
}

/** Work that is looked for every so often, one round after the other. */
export interface Rounds extends Worker {
  readonly isStopped: boolean;
}

/** Starts the rounds. `round` never fails, and is told whether somebody asked for it by `flush`. */
export function startRounds(everyMs: number, round: (isAsked: boolean) => Promise<unknown>): Rounds {
  let isStopped = false;
  let isBusy = false;
  let last: Promise<unknown> = Promise.resolve();
  const next = (isAsked: boolean) => (last = last.then(() => round(isAsked)));
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void next(false).finally(() => (isBusy = false));
  }, everyMs);
  timer.unref();
  return {
    flush: () => next(true),
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await last;
    },
    get isStopped() {
      return isStopped;
    },
  };
}
