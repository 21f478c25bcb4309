import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcements } from "~/i18n/announcements";
import { translator } from "~/i18n/texts";
import { announcementSchema } from "~/models/announcements/announcement.schema";
import { getAnnouncements } from "~/models/announcements/announcement.server";
import { argsOf } from "./answering-api";

const right = { title: "Fair", text: "Come and see us.", firstDay: "2026-02-01", lastDay: "2026-02-01" };
const schema = announcementSchema(translator(announcements, "en"));
const wrongIn = (changes: object) =>
  schema.safeParse({ ...right, ...changes }).error?.issues.map(({ path, message }) => [path[0], message]);

test.each([
  ["title", " ", "Please enter a title"],
  ["title", "x".repeat(81), "Please keep the title within 80 characters"],
  ["text", " ", "Please enter a text"],
  ["text", "x".repeat(2_001), "Please keep the text within 2,000 characters"],
  ["firstDay", undefined, "Please enter the first day"],
  ["lastDay", "2026-02-30", "Please enter the last day"],
  ["lastDay", "2026-01-31", "The last day cannot be before the first"],
])("ANN-03 ANN-04 ANN-05 ANN-06 the %s %j is refused: %s", (field, value, message) => {
  expect(wrongIn({})).toBeUndefined();
  expect(wrongIn({ [field]: value })).toEqual([[field, message]]);
});

test("ANN-06 days the wrong way round are said with whatever else is wrong", () => {
  expect(wrongIn({ title: "", lastDay: "2026-01-31" })).toEqual([
    ["title", "Please enter a title"],
    ["lastDay", "The last day cannot be before the first"],
  ]);
});

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 20), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["now", "Australia/Sydney", { shownOn: "2026-01-16", overOn: null }],
  ["over", "Australia/Sydney", { shownOn: null, overOn: "2026-01-16" }],
  ["over", "Europe/London", { shownOn: null, overOn: "2026-01-15" }],
  [undefined, "Europe/London", { shownOn: null, overOn: null }],
] as const)("ANN-09 what is shown %s is asked for by today in %s", async (shown, timeZone, asked) => {
  const page = { ORGGetAnnouncements: { data: [], pagination: {} } };
  const { args, sent } = argsOf({ Announcements: page });
  const state = {
    page: 1,
    size: 30,
    sort: "title",
    order: "asc",
    shown,
    hasLongText: false,
    timeZone,
  } as const;
  await getAnnouncements(args.api, args.scope, state, true);
  expect(sent).toMatchObject([{ variables: { filter: { isArchived: true, ...asked } } }]);
});
