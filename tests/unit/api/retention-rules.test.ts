import { expect, test } from "vitest";
import { effectOf, outcomeOf } from "../../../regional-api/areas/compliance/compliance.rules";
import { cutoffOf, cutoffOfPeriod, type Period } from "../../../regional-api/areas/retention/retention.rules";

const dayMs = 24 * 3_600_000;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
/** The first day, starting from a given one, on which a run removes an event. */
function removalDay(at: number, period: Period, next: number): number {
  let over = next;
  while (at >= cutoffOfPeriod(period, over)) over += dayMs;
  return over;
}
const dayOver = (at: number, months: number) =>
  removalDay(at, { months, waiting: null }, Math.floor(at / dayMs) * dayMs);
const name = (time: number) => new Date(time).toISOString().slice(0, 10);

test("RET-01 the first day of expiry, at the ends of months and years and at every hour", () => {
  for (const [at, months, over] of [
    ["2026-01-15T00:00:00Z", 1, "2026-02-16"],
    ["2026-01-15T23:59:59Z", 1, "2026-02-16"],
    ["2026-01-31T12:00:00Z", 1, "2026-03-01"],
    ["2028-01-31T12:00:00Z", 1, "2028-03-01"],
    ["2024-02-29T12:00:00Z", 12, "2025-03-01"],
    ["2026-12-31T23:59:59Z", 2, "2027-03-01"],
    ["2026-06-30T00:00:00Z", 1, "2026-08-01"],
  ] as const)
    expect([at, name(dayOver(Date.parse(at), months))]).toEqual([at, over]);
});

test("RET-08 expiry falls on that day and not the day before, and a later day removes no less", () => {
  const wrong: string[] = [];
  for (let at = day("2023-12-01"); at < day("2028-04-01"); at += dayMs)
    for (const months of [1, 2, 6, 11, 12, 13, 24]) {
      const moment = at + 5 * 3_600_000;
      const over = dayOver(moment, months);
      const isOver = moment < cutoffOf(over, months) && moment >= cutoffOf(over - dayMs, months);
      if (!isOver || cutoffOf(at + dayMs, months) < cutoffOf(at, months))
        wrong.push(`${name(at)}, ${months} months`);
    }
  expect(wrong).toEqual([]);
  // One month and 32 days, in every month of a year.
  for (let at = day("2026-01-01"); at < day("2027-01-01"); at += dayMs)
    expect(dayOver(at + dayMs - 1, 1)).toBeLessThanOrEqual(at + 32 * dayMs);
});

test("RET-04 a pending change counts from its day on, and not before", () => {
  const at = day("2026-01-10");
  const waiting = { months: 3, from: day("2026-08-14") };
  expect(name(removalDay(at, { months: 12, waiting }, day("2026-08-01")))).toBe("2026-08-14");
  expect(name(removalDay(at, { months: 6, waiting }, day("2026-08-01")))).toBe("2026-08-01");
  expect(name(removalDay(at, { months: 12, waiting: null }, day("2026-08-01")))).toBe("2027-01-11");
});

test("RET-04 at least seven whole days; saving the pending value again does not restart the wait", () => {
  expect(name(effectOf(day("2026-08-07")))).toBe("2026-08-14");
  expect(name(effectOf(day("2026-08-07") + 1))).toBe("2026-08-15");
  const current = { candidateMonths: 24, videoMonths: 12 };
  const waits = { candidateMonths: 6, videoMonths: null };
  expect(outcomeOf(current, waits, { candidateMonths: 6, videoMonths: 12 })).toEqual({
    now: current,
    waiting: waits,
    isNew: false,
  });
  expect(outcomeOf(current, waits, { candidateMonths: 7, videoMonths: 12 })).toMatchObject({ isNew: true });
  expect(outcomeOf(current, waits, { candidateMonths: 24, videoMonths: 12 })).toMatchObject({
    waiting: null,
  });
  expect(outcomeOf(current, null, { candidateMonths: 36, videoMonths: 1 })).toEqual({
    now: { candidateMonths: 36, videoMonths: 12 },
    waiting: { candidateMonths: null, videoMonths: 1 },
    isNew: true,
  });
});
