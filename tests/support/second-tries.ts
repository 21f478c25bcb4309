import type { Reporter as JourneyReporter, TestCase } from "@playwright/test/reporter";
import type { Reporter, TestModule } from "vitest/node";

/**
 * With this many retried tests in one part of `npm test -- all` the cause is not a momentarily busy machine.
 */
const tooMany = 3;

/** Lists tests that passed only on retry (Playwright lists its own); under `npm test -- all`, three fail the run. */
export default class SecondTries implements Reporter, JourneyReporter {
  private readonly journeys = new Map<string, TestCase>();

  onTestRunEnd(modules: readonly TestModule[]): void {
    const late = modules
      .flatMap((module) => [...module.children.allTests("passed")])
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map(({ fullName, module }) => `${module.relativeModuleId} > ${fullName}`);
    if (late.length > 0) process.stdout.write(`\nPassed at a second try:\n  ${late.join("\n  ")}\n`);
    if (isTooMany(late)) process.exitCode = 1;
  }

  onTestEnd(test: TestCase): void {
    this.journeys.set(test.id, test);
  }

  onEnd(): Promise<{ status: "failed" } | undefined> {
    const late = [...this.journeys.values()].filter((test) => test.outcome() === "flaky");
    return Promise.resolve(isTooMany(late) ? { status: "failed" } : undefined);
  }
}

function isTooMany(late: readonly unknown[]): boolean {
  const isSo = process.env.TESTS === "all" && late.length >= tooMany;
  if (isSo) process.stdout.write(`\n${late.length} tests needed a second try, which fails this part.\n`);
  return isSo;
}
