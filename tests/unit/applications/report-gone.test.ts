import { expect, test } from "vitest";
import { isReportGone, isReportMailAged } from "~/models/applications/application.server";

const [submitted, removed] = ["2026-01-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z"];

test("CAND-28 RET-07 a report is shown as gone with its person and by its age, and only if one existed", () => {
  const named = { isDeidentified: false };
  const gone = { isDeidentified: true };
  expect(isReportGone(named, { submittedAt: submitted, reportRemovedAt: null })).toBe(false);
  expect(isReportGone(named, { submittedAt: submitted, reportRemovedAt: removed })).toBe(true);
  expect(isReportGone(gone, { submittedAt: submitted, reportRemovedAt: null })).toBe(true);
  expect(isReportGone(gone, { submittedAt: null, reportRemovedAt: null })).toBe(false);
  expect(isReportGone(named, undefined)).toBe(false);
});

test("APP-50 LOG-40 a report's mail is no longer on record 90 days after the chat was submitted", () => {
  const at = (day: string) => `2026-${day}T00:00:00.000Z`;
  expect(isReportMailAged({ submittedAt: at("01-01") }, at("04-01"))).toBe(false);
  expect(isReportMailAged({ submittedAt: at("01-01") }, at("04-02"))).toBe(true);
  expect(isReportMailAged({ submittedAt: null }, at("04-02"))).toBe(false);
  expect(isReportMailAged(undefined, at("04-02"))).toBe(false);
});
