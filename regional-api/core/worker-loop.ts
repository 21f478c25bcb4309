/** Background work. */
export interface Worker {
  /** Does all work that is due now. */
  flush(): Promise<unknown>;
  /** Stops after the round in progress. */
  stop(): Promise<void>;
}

/** Periodic work, one round at a time. */
export interface WorkerLoop extends Worker {
  readonly isStopped: boolean;
}

/** Starts the rounds. `round` must not reject; `isAsked` is true if `flush` requested it. */
export function startWorkerLoop(everyMs: number, round: (isAsked: boolean) => Promise<unknown>): WorkerLoop {
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
