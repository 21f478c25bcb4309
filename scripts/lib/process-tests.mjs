/** Contract tests that start, stop and kill servers: slow, and their subject seldom changes. */
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
