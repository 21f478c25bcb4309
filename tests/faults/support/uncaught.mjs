// Loaded into a server by NODE_OPTIONS: SIGUSR2 makes it fail in a callback that nothing guards, SIGWINCH in a promise that
// nothing waits for.
import process from "node:process";

process.on("SIGUSR2", () => {
  throw new Error("planned for the test");
});
process.on("SIGWINCH", () => void Promise.reject(new Error("planned for the test")));
