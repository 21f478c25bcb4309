/** Maximum characters buffered for a slow log reader; further lines are dropped. */
const maxWaiting = 1024 * 1024;

let lost = 0;

/** Returns the number of lines lost since the last report. */
export const lostLines = (): number => lost;

/**
 * Ignores failures of writing the log, e.g. a full disk: an error event without a listener would end the
 * process.
 */
function listen(stream: NodeJS.WriteStream): void {
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
}

/** Logs the number of lost lines once writing works again. */
function reportLost(stream: NodeJS.WriteStream): void {
  const count = lost;
  if (count === 0) return;
  lost = 0;
  const at = new Date().toISOString();
  const line = JSON.stringify({ at, level: "warn", message: "log lines were lost", lost: count });
  stream.write(`${line}\n`, (error) => {
    if (error) lost += count;
  });
}

/** Writes a line to stdout or stderr. Lines that cannot be written are dropped and counted. Never throws. */
export function writeLine(stream: NodeJS.WriteStream, line: string): void {
  listen(stream);
  if (stream.writableLength > maxWaiting) {
    lost += 1;
    return;
  }
  stream.write(`${line}\n`, (error) => {
    if (error) lost += 1;
    else reportLost(stream);
  });
}

// Covers Node's own output, such as warnings, which bypasses writeLine.
for (const stream of [process.stdout, process.stderr]) listen(stream);
