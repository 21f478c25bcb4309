/** Maximum characters buffered in memory for a slow log reader; further lines are dropped. */
const maxWaiting = 1024 * 1024;

let lost = 0;

/** The number of lines lost since this was last logged. */
export const lostLines = (): number => lost;

const ignore = () => undefined;

/** A log write failure, e.g. a full disk, must never end the process, as an error event without a listener would. */
function listen(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
}

/** Logs the number of lost lines, once writing works again. */
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

// Node's own output, such as warnings, does not pass through writeLine.
for (const stream of [process.stdout, process.stderr]) listen(stream);
