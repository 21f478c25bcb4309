// Hides the servers' log lines: expected errors that would bury a real failure. LOGS=1 prints them.
const isLogLine = (text: unknown) => typeof text === "string" && /^\{"(at|level)":/.test(text);

for (const stream of process.env["LOGS"] ? [] : [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = ((text: string, done?: (error?: Error | null) => void) => {
    if (!isLogLine(text)) return write(text, done);
    done?.();
    return true;
  }) as typeof stream.write;
}
