/** A reader of the log that is slow may leave this many characters waiting in memory; further lines are left out. */
const maxWaiting = 1024 * 1024;

let lost = 0;

/** How many lines could not be written since that was last logged. */
export const lostLines = (): number => lost;

const ignore = () => undefined;

/** A log that cannot be written, as on a full disk, must never end the process: an error without a listener would. */
function listen(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
}

/** Logs how many lines are missing, once a line has been written again. */
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

/** Writes a line to stdout or stderr. One that cannot be written is left out and counted. Never throws. */
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

// What Node itself writes there, such as its warnings, has no writer of ours.
for (const stream of [process.stdout, process.stderr]) listen(stream);
