/** The contract tests that start servers, stop and kill them: long, and of what changes seldom. */
export const processTests = [
  "backup",
  "data-dir",
  "decision-kill",
  "durability",
  "operation",
  "retention-kill",
  "stop",
  "texter",
].map((name) => `tests/contract/${name}.test.ts`);
