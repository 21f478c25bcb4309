import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  barsOf,
  labelIndexes,
  lineOf,
  linePoints,
  slicesOf,
  axisTicks,
} from "~/components/insights/chart-geometry";
import { changeOf, figureText } from "~/components/insights/figure-words";
import { type CardState, InsightCard } from "~/components/insights/insight-card";
import { delaysOf, requestSpreadMs } from "~/components/insights/use-figures";
import { insights } from "~/i18n/insights";
import { translator } from "~/i18n/texts";
import type { CardName, Trend, Trends } from "~/models/insights/cards";
import { contrastRatio } from "~/models/settings/colours";
import { render } from "./render";

const t = translator(insights, "en-GB");
const row = (count: number) => ({ label: "x", count });

describe("the geometry of charts", () => {
  test("an axis begins at 0, ends at or above the highest value, and has at most five whole steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), (most) => {
        const ticks = axisTicks(most);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most));
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
    expect(axisTicks(479)).toEqual([0, 200, 400, 600]);
    expect(axisTicks(0)).toEqual([0, 1]);
  });

  test("bars stand side by side, as high as their share of the axis", () => {
    const bars = barsOf([row(0), row(5), row(10)], 10);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [100, 0],
      [50, 50],
      [0, 100],
    ]);
    const [first, second] = bars;
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(second?.x ?? 0);
    expect((bars.at(-1)?.x ?? 0) + (bars.at(-1)?.width ?? 0)).toBeLessThanOrEqual(100);
  });

  test("a line goes from edge to edge; a single value is in the middle", () => {
    expect(linePoints([row(0), row(10)], 10)).toEqual([
      { x: 0, y: 100 },
      { x: 100, y: 0 },
    ]);
    expect(linePoints([row(1)], 1)).toEqual([{ x: 50, y: 0 }]);
    expect(labelIndexes(31, 6)).toEqual([0, 6, 12, 18, 24, 30]);
    expect(labelIndexes(3, 6)).toEqual([0, 1, 2]);
  });

  test("parts of a circle are proportional; a single part is a full circle", () => {
    const [half, none, other] = slicesOf([row(5), row(0), row(5)]);
    expect([half?.share, none?.share, other?.share]).toEqual([0.5, 0, 0.5]);
    expect(none?.path).toBe("");
    expect(half?.path).toBe("M100.00 4.00A96 96 0 0 1 100.00 196.00L100 100Z");
    expect(slicesOf([row(3)])[0]?.path.match(/A/g)).toHaveLength(2);
    expect(slicesOf([row(0)])[0]).toEqual({ share: 0, path: "" });
  });
});

test("DI-25 counts are whole numbers, ratios percentages, scores have one decimal, times two units", () => {
  expect(figureText(12_345, "count", "en-GB", t)).toBe("12,345");
  expect(figureText(0.8639, "ratio", "en-GB", t)).toBe("86.4 %");
  expect(figureText(1, "ratio", "en-GB", t)).toBe("100.0 %");
  expect(figureText(7.94, "decimal", "en-GB", t)).toBe("7.9");
  expect(figureText(63, "decimal", "en-GB", t)).toBe("63.0");
  expect(figureText(59.6, "duration", "en-GB", t)).toBe("1 min 0 s");
  expect(figureText(1526, "duration", "en-GB", t)).toBe("25 min 26 s");
  expect(figureText(3600 * 26 + 125, "duration", "en-GB", t)).toBe("26 h 2 min");
});

test("DI-11 the cards load one after the other within 2 seconds, never at once", () => {
  for (const random of [() => 0, () => 0.999, Math.random]) {
    const delays = delaysOf(15, random);
    expect(new Set(delays).size).toBe(15);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
    expect(delays.at(-1)).toBeLessThanOrEqual(requestSpreadMs);
  }
});

const drawn = (card: CardName, state: CardState, trends: Trends | null = null) =>
  render(
    <InsightCard
      card={card}
      trends={trends}
      today="2026-11-30"
      state={state}
      threshold={5}
      pageHref="/di?from=2026-11-01"
      onRetry={() => undefined}
    />,
  );

test("DI-20 a card without data reads No data", async () => {
  const none = { kind: "number", value: null } as const;
  expect(await drawn("medianScore", { state: "shown", figure: none })).toContain("No data");
  const zeros = { kind: "rows", rows: [{ key: "Yes", count: 0 }] } as const;
  expect(await drawn("recommendationSplit", { state: "shown", figure: zeros })).toContain("No data");
  const zero = { kind: "number", value: 0 } as const;
  expect(await drawn("dropoutRatio", { state: "shown", figure: zero })).toContain("0.0 %");
});

test("DI-12 DI-14 DI-21..DI-23 DI-28 figures are in the page: charts as pictures with their table", async () => {
  const bars = await drawn("scoreDistribution", {
    state: "shown",
    figure: {
      kind: "rows",
      rows: [
        { key: "90", count: 3 },
        { key: "100", count: 1 },
      ],
    },
  });
  expect(bars.match(/<rect class="insight-bar"/g)).toHaveLength(2);
  expect(bars).toContain('<th scope="row">90–99</th><td>3</td>');
  expect(bars).toContain('<th scope="row">100</th><td>1</td>');
  const split = await drawn("recommendationSplit", {
    state: "shown",
    figure: {
      kind: "rows",
      rows: [
        { key: "Yes", count: 3 },
        { key: "Maybe", count: 1 },
        { key: "No", count: 0 },
      ],
    },
  });
  expect(split).toMatch(/Yes<\/th><td>3<\/td><td>75\.0 %<\/td>/);
  expect(split).toMatch(/No<\/th><td>0<\/td><td>0\.0 %<\/td>/);
  const days = await drawn("countByDay", {
    state: "shown",
    figure: {
      kind: "rows",
      rows: [
        { key: "2026-11-01", count: 0 },
        { key: "2026-11-02", count: 7 },
      ],
    },
  });
  expect(days).toContain("per day (UTC)");
  expect(days).toContain('<th scope="row">01 Nov 2026</th><td>0</td>');
  expect(days).toContain("<polyline");
  const engagement = { kind: "number", value: 0.5, of: { count: 1000, total: 2000 } } as const;
  expect(await drawn("engagementRate", { state: "shown", figure: engagement })).toContain(
    "1,000 of 2,000 left a feedback rating",
  );
});

describe("a figure against the period before", () => {
  const words = (card: CardName, previous: number | null, current: number | null, days = 30) =>
    changeOf(card, { current, previous }, days, "en-GB", t);
  const against = "against the 30 days before";

  test("DI-57 counts change in percent, ratios in points, scores and times by their difference", () => {
    expect(words("completedCount", 200, 225)?.text).toBe(`12.5 % ${against}`);
    expect(words("completionRatio", 0.5, 0.521)?.text).toBe(`2.1 points ${against}`);
    expect(words("medianScore", 60, 57.5)).toEqual({ text: `2.5 ${against}`, direction: "less" });
    expect(words("medianTime", 600, 680)).toEqual({ text: `1 min 20 s ${against}`, direction: "more" });
    expect(words("completedCount", 4, 5, 1)?.text).toBe("25.0 % against the day before");
  });

  test("DI-57 a change from 0 has no percentage, one without data before or now has no figure, and one that rounds to nothing is none", () => {
    expect(words("completedCount", 0, 7)).toEqual({
      text: "from 0 in the 30 days before",
      direction: "more",
    });
    expect(words("dropoutRatio", 0, 0.05)?.text).toBe(`5.0 points ${against}`);
    expect(words("averageNps", null, 8)).toEqual({ text: "No data for the 30 days before" });
    expect(words("averageNps", 8, null)).toBeNull();
    for (const same of [words("completedCount", 0, 0), words("completionRatio", 0.5, 0.5004)])
      expect(same).toEqual({ text: `No change ${against}` });
  });

  test("DI-60 a change is good or bad only where more clearly is", () => {
    const isGood = (card: CardName) => words(card, 0.1, 0.9)?.isGood;
    for (const card of ["completionRatio", "engagementRate", "averageNps"] as const)
      expect(isGood(card), card).toBe(true);
    for (const card of [
      "dropoutRatio",
      "leakageRatio",
      "profanityRatio",
      "plagiarismRatio",
      "garbageRatio",
    ] as const)
      expect(isGood(card), card).toBe(false);
    for (const card of ["completedCount", "startedCount", "medianTime", "medianScore"] as const)
      expect(isGood(card), card).toBeUndefined();
  });

  const trends = (of: Trend, isWhole: boolean): Trends => ({
    days: 3,
    isWhole,
    pointDays: 1,
    dates: ["2026-11-28", "2026-11-29", "2026-11-30"],
    of: { dropoutRatio: of },
  });
  const shown = { state: "shown", figure: { kind: "number", value: 0.3 } } as const;

  test("DI-57 DI-58 DI-60 the arrow has words; without a first day the period has its own figure", async () => {
    const trend = { current: 0.2, previous: 0.25, values: [] };
    const text = async (isWhole: boolean) =>
      (await drawn("dropoutRatio", shown, trends(trend, isWhole))).replace(/<[^>]+>/g, "");
    expect(await text(true)).toContain("▼ Down 5.0 points against the 3 days before, better");
    expect(await text(false)).toContain("Last 3 days: 20.0 %. ▼ Down 5.0 points");
    const none = await drawn("dropoutRatio", shown, trends({ ...trend, current: null }, false));
    expect(none).toContain("No data in the last 3 days.");
  });

  test("DI-59 the line says what it shows; today's part is dashed and stands apart", async () => {
    const trend = { current: 0.2, previous: 0.25, values: [0.1, 0.4, 0.05] };
    const html = await drawn("dropoutRatio", shown, trends(trend, true));
    expect(html).toContain(
      "By day, 28 Nov 2026 to 30 Nov 2026 (UTC): 10.0 % to 40.0 %. Today so far: 5.0 %.",
    );
    expect(html).toMatch(/insight-open" d="M50\.00 0\.00L100\.00 87\.50"/);
    const one = { ...trend, values: [null, 0.4, null] };
    expect(await drawn("dropoutRatio", shown, trends(one, true))).not.toContain("insight-trend");
  });

  test("DI-59 a line has gaps where nothing was counted, and dots between them", () => {
    expect(lineOf([1, 2, null, 4, null], false)).toEqual({
      done: "M0.00 75.00h0L25.00 50.00M75.00 0.00h0",
      open: "",
      area: "M0.00 100L0.00 75.00L25.00 50.00V100Z",
    });
    expect(lineOf([0, 0], true)).toMatchObject({
      done: "M0.00 100.00h0",
      open: "M0.00 100.00L100.00 100.00",
    });
  });
});

test("DI-59 the candidates of a day that is not over are dashed, and named as so far", async () => {
  const rows = ["2026-11-28", "2026-11-29", "2026-11-30"].map((key, at) => ({ key, count: 3 - at }));
  const html = await drawn("countByDay", { state: "shown", figure: { kind: "rows", rows } });
  expect(html).toContain('<th scope="row">30 Nov 2026, so far</th><td>1</td>');
  expect(html).toMatch(/insight-open" points="50\.00,33\.33 100\.00,66\.67"/);
});

test("DI-32 DI-34 a failed card keeps its Retry, a link that reloads the page", async () => {
  const error = { tone: "warning", title: "No permission", description: "Failed to load x." } as const;
  const html = await drawn("averageNps", { state: "failed", error });
  expect(html).toContain("No permission");
  expect(html).toMatch(/<a href="\/di\?from=2026-11-01"[^>]*>.*Retry/);
});

test("the parts of charts stand out from their card in light and dark mode", () => {
  const scale = (name: string, isDark: boolean) => {
    const text = readFileSync(`node_modules/@radix-ui/themes/tokens/colors/${name}.css`, "utf8");
    const at = text.indexOf(isDark ? ".dark, .dark-theme {" : ":root, .light");
    return (step: number) => new RegExp(`--${name}-${step}: (#[0-9a-f]{6});`).exec(text.slice(at))?.[1] ?? "";
  };
  for (const isDark of [false, true]) {
    const card = isDark ? scale("slate", true)(2) : "#ffffff";
    // Filled shapes: bars, lines, the first part of each split.
    for (const name of ["indigo", "green"])
      expect(contrastRatio(scale(name, isDark)(9), card), name).toBeGreaterThan(3);
    // Parts that are distinguished by their outlines.
    for (const name of ["cyan", "purple", "slate", "amber", "red"]) {
      expect(contrastRatio(scale(name, isDark)(11), card), name).toBeGreaterThan(4.5);
      expect(contrastRatio(scale(name, isDark)(11), scale(name, isDark)(4)), name).toBeGreaterThan(3);
    }
    expect(contrastRatio(scale("slate", isDark)(11), card)).toBeGreaterThan(4.5);
  }
});
