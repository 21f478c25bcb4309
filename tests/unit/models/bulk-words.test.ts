import { expect, test } from "vitest";
import { applications } from "~/i18n/applications";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { type Language, translator } from "~/i18n/texts";
import {
  declineText,
  type UsableChannels,
  smsLimitText,
  messageSettingsFor,
} from "~/models/applications/candidate-messages";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { listOf } from "~/models/bulk-jobs/bulk-words";

const titleOf = (action: BulkJob["action"], origin: string | null, vacancyTitle: string | null = null) => {
  const language: Language = "en-GB";
  const words = {
    t: translator(bulkJobs, language),
    translate: (texts: never) => translator(texts, language),
  };
  return listOf({ action, origin, vacancyTitle }, words as Parameters<typeof listOf>[1]);
};

test("BULK-17 a job names its list and the list's filters", () => {
  expect(titleOf("VACANCY_ARCHIVE", "/b/vacancies")).toBe("Vacancies");
  expect(titleOf("VACANCY_ARCHIVE", null)).toBe("Vacancies");
  expect(
    titleOf(
      "VACANCY_ARCHIVE",
      "/b/vacancies?q=nurse&department=d1&department=d2&applicants=without&sort=title",
    ),
  ).toBe("Vacancies: nurse; 2 departments; without applicants");
  expect(titleOf("VACANCY_RESTORE", "/b/vacancies/archive?from=2026-01-01&tz=UTC&workflow=w")).toBe(
    "Archived vacancies: one workflow; 2026-01-01 – …",
  );
  expect(
    titleOf(
      "APPLICATION_STATUS",
      "/b/vacancies/v?status=APPS_APPLICATION_NEW&result=YES&unviewed=1&progressStatus=NOT_STARTED",
      "Barista",
    ),
  ).toBe("Candidates of Barista: New; Yes; not started; Unviewed only");
});

test("BULK-04 a plan promises no SMS without a phone number, and no message if no channel is enabled", () => {
  const t = translator(applications, "en-GB");
  const textOf = (channels: UsableChannels, people: number) => {
    const telling = { channels, smsReach: 50, delaySeconds: 600 };
    const reaching = messageSettingsFor(telling, people);
    return [reaching && declineText(t, reaching), smsLimitText(t, { people, most: 9, ...telling })];
  };
  expect(textOf("BOTH", 0)).toEqual([
    "Declined candidates are notified by email 10 minutes later, unless you undo this first.",
    "There is no phone number, so no SMS is sent.",
  ]);
  expect(textOf("SMS", 0)).toEqual([
    null,
    "No message is sent: the email is turned off in the notification settings, and there is no phone number.",
  ]);
  expect(textOf("BOTH", 1)[0]).toBe(
    "Declined candidates are notified by email and SMS 10 minutes later, unless you undo this first.",
  );
});
