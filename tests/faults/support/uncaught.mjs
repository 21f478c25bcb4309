// Loaded into a server by NODE_OPTIONS: SIGUSR2 throws in an unguarded callback, SIGWINCH causes an unhandled
// rejection.
import process from "node:process";

process.on("SIGUSR2", () => {
  throw new Error("planned for the test");
});
process.on("SIGWINCH", () => void Promise.reject(new Error("planned for the test")));
