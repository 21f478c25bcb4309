// The lines that the servers log are errors that tests expect, among which one that failed is not found. LOGS=1 prints them.
const isLogLine = (text: unknown) => typeof text === "string" && /^\{"(at|level)":/.test(text);

for (const stream of process.env["LOGS"] ? [] : [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = ((text: string, done?: (error?: Error | null) => void) => {
    if (!isLogLine(text)) return write(text, done);
    done?.();
    return true;
  }) as typeof stream.write;
}
