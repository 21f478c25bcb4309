import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endAfter, endingOf } from "~/services/session-end.server";

const hours = 3600;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe("SESS-43 the end of a session", () => {
  test("each refresh restarts its lifetime", () => {
    const first = endAfter(24 * hours);
    vi.setSystemTime(20 * hours * 1000);
    expect(endAfter(24 * hours, first)).toEqual({
      at: 44 * hours * 1000,
      life: 24 * hours * 1000,
      isFinal: false,
    });
  });

  test("a shortened lifetime is the session's fixed end, which no refresh moves", () => {
    const before = endAfter(24 * hours);
    vi.setSystemTime(1000);
    const cut = endAfter(3 * hours, before);
    expect(cut.isFinal).toBe(true);
    expect(endAfter(2 * hours, cut).isFinal).toBe(true);
  });

  test("a lifetime a few seconds shorter is another tab's token, not a fixed end", () => {
    expect(endAfter(24 * hours - 30, endAfter(24 * hours)).isFinal).toBe(false);
  });

  test("is reported as a time and as the ms left until the warning, five minutes before", () => {
    const end = endAfter(480);
    vi.setSystemTime(60_000);
    const ending = { at: "1970-01-01T00:08:00.000Z", isFinal: false };
    expect(endingOf(end)).toEqual({ ...ending, warnInMs: 120_000 });
    vi.setSystemTime(240_000);
    expect(endingOf(end)).toEqual({ ...ending, warnInMs: 0 });
    expect(endingOf(undefined)).toBeNull();
  });
});
