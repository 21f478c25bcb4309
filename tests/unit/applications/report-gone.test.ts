import { expect, test } from "vitest";
import { isReportGone } from "~/models/applications/application.server";

const [submitted, removed] = ["2026-01-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z"];

test("CAND-28 RET-07 a report is told of as gone with its person and with its time, and only where one was", () => {
  const named = { isDeidentified: false };
  const gone = { isDeidentified: true };
  expect(isReportGone(named, { submittedAt: submitted, reportRemovedAt: null })).toBe(false);
  expect(isReportGone(named, { submittedAt: submitted, reportRemovedAt: removed })).toBe(true);
  expect(isReportGone(gone, { submittedAt: submitted, reportRemovedAt: null })).toBe(true);
  expect(isReportGone(gone, { submittedAt: null, reportRemovedAt: null })).toBe(false);
  expect(isReportGone(named, undefined)).toBe(false);
});
