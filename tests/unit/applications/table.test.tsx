import { describe, expect, test } from "vitest";
import { actionItems } from "~/components/applications/application-actions";
import { applicationColumns, applicationFileColumns } from "~/components/applications/application-columns";
import { CandidateActions } from "~/components/applications/candidate-actions";
import { CandidateFacts } from "~/components/applications/candidate-facts";
import { ApplicationTable } from "~/components/applications/application-table";
import { applications } from "~/i18n/applications";
import { translator } from "~/i18n/texts";
import { applicationStatuses } from "~/models/applications/application-options";
import { toRow, type WireApplication } from "~/models/applications/application.server";
import type { ColumnBasis } from "~/models/list/list-columns";
import { type ApplicationsData, mayOnApplications } from "~/models/applications/application-screen.server";
import type { UsableChannels } from "~/models/applications/candidate-messages";
import type { Thread } from "~/models/applications/thread.server";
import type { Flags } from "~/flags";
import { rightNames } from "~/services/rights";
import { defaultListView } from "~/models/list/list-view";
import { intent, render, tags, text } from "../components/render";

type Row = ApplicationsData["rows"][number];

const row: Row = {
  _id: "a".repeat(24),
  name: "Ada Byron",
  email: "ada@mail.example",
  status: "APPS_APPLICATION_NEW",
  progress: "APPS_ASSESSMENT_COMPLETED",
  hasEarlierStage: true,
  createdAt: "2026-11-01T00:00:00.000Z",
  submittedAt: "2026-11-02T00:00:00.000Z",
  hasInsights: true,
  isViewed: true,
  hasReport: true,
  result: "YES",
  score: 71,
  reviews: { done: 1, total: 3 },
};

const decline = { channels: "BOTH", smsReach: 100, delaySeconds: 600 } as const;
const data: ApplicationsData = {
  declining: null,
  stage: { _id: "s1", name: "Chat interview", product: "FI", isFirst: true },
  stages: [
    { _id: "s1", name: "Chat interview", counts: null },
    { _id: "s2", name: "Video interview", counts: null },
  ],
  laterStages: [{ value: "s2", label: "Video interview" }],
  total: undefined,
  undoable: null,
  progress: "ALL",
  applicationId: null,
  filters: {
    q: undefined,
    status: [],
    result: [],
    unviewed: false,
    overdue: false,
    from: undefined,
    to: undefined,
  },
  zone: "Australia/Sydney",
  name: "applications",
  view: defaultListView,
  counts: {},
  rows: [row],
  allMatch: undefined,
  asOf: null,
  messages: { decline, resend: decline, report: decline },
  list: { page: 1, size: 30, sort: "submittedAt", order: "desc" },
  defaults: { sort: "submittedAt", order: "desc" },
  totals: { totalItems: 1, totalPages: 1 },
  problem: null,
  may: { open: true, change: true, edit: true, delete: true, deidentify: true },
};

const video = { _id: "s2", name: "Video interview", product: "SI" };

/** The table of these rows, at the stage and progress in `more`. */
const intents = {
  status: intent("status"),
  move: intent("move"),
  resend: intent("resend"),
  compare: intent("compare"),
  report: intent("report"),
  insights: intent("insights"),
};

const table = (rows: Partial<Row>[], more: Partial<ApplicationsData> = {}) =>
  render(
    <ApplicationTable
      intents={intents}
      {...data}
      {...more}
      rows={rows.map((one, index) => ({ ...row, _id: String(index).repeat(24), ...one }))}
      vacancyPath="/vacancies/v1"
    />,
  );

const headings = (html: string) =>
  [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, heading = ""]) => text(heading));
/** The cells below a heading, row by row; a two-column cell as both its lines. */
function column(html: string, heading: string): string[] {
  const at = headings(html).indexOf(heading);
  const rows = (/<tbody[^>]*>(.*)<\/tbody>/s.exec(html)?.[1] ?? "").split("</tr>").slice(0, -1);
  return rows.map((one) => text([...one.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)][at]?.[1] ?? ""));
}

describe("APP-22 the columns", () => {
  const common = ["Name Email", "Status Progressed", "Progress Days in stage"];
  const last = ["Created Submitted", "Insights", "Actions"];

  test("a chat stage is judged by result, score and flags", async () => {
    const flags = ["plagiarism", "profanity", "outlier", "lowTextQuality", "aiGenerated"];
    const html = await table([{ flags } as Partial<Row>]);
    expect(headings(html).slice(1)).toEqual([...common, "Result Score", "Flags", ...last]);
    expect(column(html, "Flags")).toEqual([
      "Plagiarism Profanity Outlier Low text quality AI-generated 5 flags",
    ]);
    expect(column(html, "Result Score")).toEqual(["Yes 71"]);
    expect(column(html, "Progress Days in stage")).toEqual(["Completed"]);
  });

  test("a video stage by rating and comment", async () => {
    const html = await table([{ result: "MAYBE", comment: "Good eye contact" }], {
      stage: { ...video, isFirst: false },
    });
    expect(headings(html).slice(1)).toEqual([...common, "Rating Earlier stages", "Comment Reviews", ...last]);
    expect(column(html, "Rating Earlier stages")).toEqual(["Maybe"]);
    expect(column(html, "Comment Reviews")).toEqual(["Good eye contact 1/3"]);
  });

  test("GEN-92 a missing value is a dash, a missing second line nothing", async () => {
    const html = await table([
      {
        ...{ email: undefined, result: undefined, score: undefined, reviews: undefined },
        ...{ submittedAt: undefined, hasInsights: false },
      },
    ]);
    expect(column(html, "Name Email")).toEqual(["Ada Byron"]);
    expect(column(html, "Result Score")).toEqual(["-"]);
    expect(column(html, "Progress Days in stage")).toEqual(["Completed"]);
    expect(column(html, "Created Submitted")[0]).not.toMatch(/-$/);
    for (const heading of ["Flags", "Insights"]) expect(column(html, heading), heading).toEqual(["-"]);
  });
});

test("APP-25 every status has its name", async () => {
  const html = await table(applicationStatuses.map((status) => ({ status })));
  expect(column(html, "Status Progressed")).toEqual([
    "New",
    "Longlisted",
    "Shortlisted",
    "Hired",
    "Declined",
    "Offered",
    "Withdrawn",
    "Interview",
  ]);
});

describe("APP-23 APP-24 the way a candidate came to the stage", () => {
  const both = [{ isManuallyProgressed: true }, { isManuallyProgressed: false }];

  test("manually or automatically on a later stage", async () => {
    const html = await table(both, { stage: { ...video, isFirst: false } });
    expect(column(html, "Status Progressed")).toEqual([
      "New manually progressed",
      "New automatically progressed",
    ]);
  });

  test("an invite straight to a later stage is not automatic", async () => {
    const html = await table([{ hasEarlierStage: false }], { stage: { ...video, isFirst: false } });
    expect(column(html, "Status Progressed")).toEqual(["New"]);
  });

  test("a first stage is never reached automatically, chat or video", async () => {
    for (const stage of [data.stage, { ...video, isFirst: true }]) {
      expect(column(await table(both, { stage }), "Status Progressed")).toEqual([
        "New manually progressed",
        "New",
      ]);
    }
  });
});

test("APP-27 sorts by name, score, days in stage, created, and submitted only with submissions", async () => {
  const sorts = (html: string) => tags(html, "a").filter((tag) => tag.includes("sort-link")).length;
  expect(sorts(await table([{}]))).toBe(5);
  expect(sorts(await table([{}], { progress: "COMPLETED" }))).toBe(5);
  expect(sorts(await table([{}], { progress: "IN_PROGRESS" }))).toBe(4);
});

test("APP-20 without filters an empty stage says so", async () => {
  expect(text(await table([]))).toContain("No candidates in this stage");
  expect(text(await table([], { progress: "DROPPED_OUT" }))).toContain(
    "No candidates with this progress in this stage",
  );
});

test("APP-35 a failed load replaces rows and bulk actions", async () => {
  const description = "Failed to load applications. Please contact support.";
  const html = await table([], { problem: { tone: "error", title: "Unexpected error", description } });
  expect(text(html)).toContain(`Unexpected error ${description}`);
  expect(html).not.toContain("<table");
});

test("CAND-28 CAND-29 a de-identified candidate: the notice, and the remaining actions", async () => {
  const html = await table([
    {
      name: "Deleted Candidate",
      email: undefined,
      isDeidentified: true,
      isReportGone: true,
      hasReport: false,
    },
  ]);
  expect(column(html, "Insights")).toEqual([
    "The Talent Insights report was deleted in line with the company's data retention policy.",
  ]);
  // A person who never finished had no report to delete.
  const unfinished = { isDeidentified: true, hasReport: false, hasInsights: false, submittedAt: undefined };
  expect(column(await table([unfinished]), "Insights")).toEqual(["-"]);
  // Without scripts the row's actions are those at the head of the candidate's page.
  const id = "0".repeat(24);
  expect(html).toContain(`href="/vacancies/v1/applications/${id}#actions"`);
  const t = translator(applications, "en-GB");
  const gone = { ...row, name: "Deleted Candidate", isDeidentified: true, hasReport: false };
  const menu = await render(
    actionItems(gone, t, {
      intents,
      may: { open: true, change: true, edit: true, delete: true, deidentify: true },
      messages: data.messages,
      hrefOf: (page) => `/${page}`,
    }),
  );
  expect(tags(menu, "a").map((tag) => /href="\/([a-z-]+)"/.exec(tag)?.[1])).toEqual([
    "email-state",
    "delete",
  ]);
  expect(tags(menu, "button").every((tag) => tag.includes("disabled"))).toBe(true);
});

test("PERM-86 without the right to open applications no actions on them are offered", async () => {
  const flags = {
    ...{ edgeVacancyDetailEnabled: true, oldEdgeFeaturesEnabled: true },
    ...{ edgeCandidateDeleteEnabled: true, edgeCandidateDeidentifyEnabled: true },
  };
  const held = { flags: flags as Flags, rights: new Set(rightNames) };
  const none = mayOnApplications(held, false);
  expect(new Set(Object.values(mayOnApplications(held)))).toEqual(new Set([true]));
  expect(new Set(Object.values(none))).toEqual(new Set([false]));
  const html = await table([{}], { may: none });
  expect(headings(html)).not.toContain("Insights");
  expect(html).not.toContain('href="/vacancies/v1/applications/');
  expect(html).not.toContain(`value="${"0".repeat(24)}"`);
});

test("GEN-21 APP-40 APP-44 CAND-29 unavailable actions are disabled in the server's HTML, next to the reason", async () => {
  const disabled = (html: string) =>
    [...html.matchAll(/<(button|select)([^>]*)>(.*?)<\/\1>/gs)]
      .filter(([, , tag = ""]) => /\bdisabled\b/.test(tag) && /name="(intent|toStage)"/.test(tag))
      .map(([, name, , inner = ""]) => (name === "select" ? name : text(inner)));
  const resend = "Resend assessment link";
  const open = { ...row, progress: "APPS_ASSESSMENT_INPROGRESS" } satisfies Row;
  const bar = await table([{}], { laterStages: [] });
  expect(disabled(bar)).toEqual(["select", "Move"]);
  expect(text(bar)).toContain("This is the last stage");
  for (const [of, stages, expected, why] of [
    [open, data.stages, ["New 1"], null],
    [open, data.stages.slice(0, 1), ["New 1", "select", "Move"], "This is the last stage"],
    [row, data.stages, ["New 1", resend], "The link can be sent only while the assessment is open."],
    [{ ...open, isDeidentified: true }, data.stages, ["New 1", "select", "Move", resend], "de-identified"],
  ] as const) {
    const html = await render(
      <CandidateActions
        {...{ thread: threadOf(of), stages, intents }}
        messages={data.messages}
        declining={null}
        next={null}
        action="/vacancies/v1/applications/a1"
      />,
    );
    expect(disabled(html)).toEqual(expected);
    if (why) expect(text(html)).toContain(why);
  }
});

const threadOf = (own: Row, phoneNumber: string | null = null) =>
  ({
    row: { ...own, stageId: "s1" },
    candidate: { _id: "c1", email: "ada@mail.example", phoneNumber, location: null },
    asOf: "2026-11-03T00:00:00.000Z",
  }) as Thread;

describe("the confirmation before sending", () => {
  test.each([
    [
      "BOTH",
      "Declined candidates are notified by email and SMS 10 minutes later, unless you undo this first.",
    ],
    ["EMAIL", "Declined candidates are notified by email 10 minutes later, unless you undo this first."],
    ["SMS", "Declined candidates are notified by SMS 10 minutes later, unless you undo this first."],
    ["NONE", "Declined candidates are not notified: this message is turned off"],
  ] as const)("APP-71 a decline by %s, on the list and on the candidate's page", async (channels, words) => {
    const messages = { ...data.messages, decline: { ...decline, channels } };
    expect(text(await table([{}], { messages }))).toContain(words);
    expect(text(await table([{}], { messages }))).not.toContain("left now");
    const thread = threadOf(row);
    const page = (
      <CandidateActions
        {...{ thread, intents, messages }}
        declining={null}
        stages={data.stages}
        next={null}
        action="/a"
      />
    );
    expect(text(await render(page))).toContain(words);
  });

  test("APP-71 with SMS credits for fewer than the selected rows, the list states the number", async () => {
    const messages = (smsReach: number) => ({ ...data.messages, decline: { ...decline, smsReach } });
    const words = "The remaining SMS credits are enough for 1 SMS.";
    expect(text(await table([{}, { _id: "a2" }], { messages: messages(1) }))).toContain(words);
    expect(text(await table([{}, { _id: "a2" }], { messages: messages(2) }))).not.toContain("left now");
  });

  test("APP-48 the report: not offered without a chat, and with the reason if it cannot be sent", async () => {
    const t = translator(applications, "en-GB");
    const item = async (
      own: Partial<Row> & { hasPhone?: boolean },
      messages: Partial<typeof data.messages>,
    ) => {
      const menu = await render(
        actionItems({ ...row, ...own }, t, {
          intents,
          may: data.may,
          messages: { ...data.messages, ...messages },
          hrefOf: (page) => `/${page}`,
        }),
      );
      return tags(menu, "button").find((tag) => tag.includes('value="report:'));
    };
    expect(await item({}, { report: null })).toBeUndefined();
    expect(await item({}, {})).not.toContain("disabled");
    const by = (channels: UsableChannels) => ({ report: { ...decline, channels } });
    expect(await item({}, by("NONE"))).toContain("This message is turned off in the notification settings");
    expect(await item({}, by("EMAIL_NO_CREDITS"))).not.toContain("disabled");
    expect(await item({}, by("SMS"))).not.toContain("disabled");
    expect(await item({ hasPhone: true }, by("SMS"))).not.toContain("disabled");
    expect(await item({ hasPhone: false }, by("SMS"))).toContain("there is no phone number for the SMS");
    expect(await item({}, by("NO_CREDITS"))).toContain("there are not enough SMS credits for the SMS");
    expect(await item({ hasReport: false }, {})).toContain("Available once the chat interview is completed");
    expect(await item({ isChatReportGone: true }, {})).toContain("The report was deleted in line with");
  });

  test("APP-73 the link of an assessment that is not open, or whose message is disabled", async () => {
    const page = async (
      own: Partial<Row>,
      messages: Partial<typeof data.messages> = {},
      phoneNumber: string | null = null,
    ) => {
      const thread = threadOf({ ...row, ...own }, phoneNumber);
      return text(
        await render(
          <CandidateActions
            {...{ thread, intents }}
            messages={{ ...data.messages, ...messages }}
            declining={null}
            stages={data.stages}
            next={null}
            action="/a"
          />,
        ),
      );
    };
    const closed = "The link can be sent only while the assessment is open.";
    expect(await page({ progress: "APPS_ASSESSMENT_COMPLETED" })).toContain(closed);
    expect(await page({ progress: "APPS_ASSESSMENT_DROPPED_OUT" })).toContain(closed);
    const open = { progress: "APPS_ASSESSMENT_INPROGRESS" } as const;
    expect(await page(open)).not.toContain(closed);
    const by = (channels: UsableChannels) => ({ resend: { ...decline, channels } });
    expect(await page(open, by("NONE"))).toContain("This message is turned off in the notification settings");
    const why = "The email is turned off in the notification settings, and there";
    expect(await page(open, by("SMS"))).toContain(`${why} is no phone number for the SMS`);
    expect(await page(open, by("SMS"), "+61412345678")).not.toContain(why);
    expect(await page(open, by("NO_CREDITS"), "+61412345678")).toContain(`${why} are not enough SMS credits`);
  });
});

test("PIPE-03 a candidate past the stage's limit is marked overdue; without a limit the days are shown", async () => {
  const days = [2, 3, 4, 6].map((daysInStage) => ({ daysInStage }));
  const rowWith = async (dayLimit?: number) =>
    column(
      await table(days, { stage: { ...video, isFirst: true, ...(dayLimit && { dayLimit }) } }),
      "Progress Days in stage",
    ).map((cell) => cell.replace(/^Completed /, ""));
  expect(await rowWith()).toEqual([
    "2 days in stage",
    "3 days in stage",
    "4 days in stage",
    "6 days in stage",
  ]);
  expect(await rowWith(3)).toEqual([
    "2 days in stage",
    "Overdue since today",
    "Overdue by 1 day",
    "Overdue by 3 days",
  ]);
  expect((await rowWith(365)).join()).not.toContain("Overdue");
});

test("APP-49 APP-50 the newest event of any mail with the report, an unknown one by its type", async () => {
  const by = (channel: "EMAIL" | "SMS", ...events: { type: string; at: string }[]) => ({
    message: { channel, templateType: "MI_REPORT", events },
  });
  const sent = (...events: { type: string; at: string }[]) => by("EMAIL", ...events);
  const report = (...entries: ReturnType<typeof sent>[]) => reportOf(false, ...entries);
  const reportOf = (isReportMailAged: boolean, ...entries: ReturnType<typeof sent>[]) => {
    const thread = { row, candidate: { location: null }, entries, isReportMailAged } as unknown as Thread;
    const vacancy = { externalVacancyId: "VAC-1", stages: data.stages };
    return render(<CandidateFacts {...{ thread, vacancy }} otherVacancies={[]} vacanciesPath="/vacancies" />);
  };
  const first = sent(
    { type: "Send", at: "2026-11-02T00:00:00.000Z" },
    { type: "Open", at: "2026-11-05T00:00:00.000Z" },
  );
  const again = sent({ type: "Send", at: "2026-11-04T00:00:00.000Z" });
  expect(text(await report(again, first))).toContain("Opened 2026");
  expect(text(await report(sent({ type: "Reject", at: "2026-11-06T00:00:00.000Z" })))).toContain(
    "Reject 2026",
  );
  expect(text(await report())).toContain("No email sent yet");
  // The accompanying SMS is another message.
  const sms = by("SMS", { type: "SUCCESSFUL", at: "2026-11-07T00:00:00.000Z" });
  expect(text(await report(again, sms))).toContain("Sent 2026");
  expect(text(await report(sms))).toContain("No email sent yet");
  // Too-old messages are no longer on record; recorded ones are shown.
  const aged = text(await reportOf(true));
  expect(aged).toContain("No email in the last 90 days. Earlier emails are no longer on record.");
  expect(aged).not.toContain("No email sent yet");
  expect(text(await reportOf(true, again))).toContain("Sent 2026");
});

test("APP-53 a moved candidate shows the results of earlier stages; the first stage has no such column", async () => {
  const stage = { _id: "s2", name: "Video interview", product: "SI", isFirst: false } as const;
  const html = await table([{ earlier: [{ stageId: "s1", score: 72, result: "YES" }] }, {}], { stage });
  expect(text(html)).toContain("Chat interview 72, Yes");
  expect(html).toContain('title="Chat interview 72, Yes"');
  expect(text(html).match(/Earlier stages/g)?.length).toBeGreaterThan(0);
  // The file of a list has the columns of its table (GEN-26): both depend on the stage, not on the page's rows.
  expect(text(await table([{}], { stage }))).toContain("Earlier stages");
  const ids = (facts: Parameters<typeof applicationColumns>[1]) =>
    applicationColumns(
      { translate: (texts) => translator(texts, "en-GB"), time: (at) => at ?? "" },
      facts,
    ).map(({ id }) => id);
  expect(ids({ ...data, stage })).toContain("earlier");
  expect(text(await table([{}]))).not.toContain("Earlier stages");
  expect(ids(data)).not.toContain("earlier");
});

test("APP-90 PIPE-06 the file has IDs, decline reasons, and phone numbers with the right to open candidates; the page has none", () => {
  const basis = {
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en-GB"),
    time: String,
  };
  const ids = (mayOpen: boolean) =>
    applicationFileColumns(basis as unknown as ColumnBasis, { ...data, mayOpen }).map(({ id }) => id);
  expect(ids(true).slice(-3)).toEqual(["declineReason", "phone", "id"]);
  expect(ids(false)).not.toContain("phone");
  const candidate = { personalInformation: { phoneNumber: "+61412345678" } };
  const application = { candidate, assessments: [], declineReason: "Salary" } as unknown as WireApplication;
  expect(toRow(application, true)).toMatchObject({ declineReason: "Salary" });
  expect(toRow(application, true)).toMatchObject({ phoneNumber: "+61412345678" });
  expect(toRow(application)).not.toHaveProperty("phoneNumber");
});

test("APP-53 a name leads to the candidate, with the list's address", async () => {
  expect(await table([{}])).toContain(
    `<a class="row-link" href="/vacancies/v1/applications/${"0".repeat(24)}"`,
  );
});

describe("APP-12 the status filter", () => {
  const filters = async (counts: ApplicationsData["counts"]) => text(await table([{}], { counts }));

  test("a status without applications shows 0, and Interview appears only with some", async () => {
    const html = await filters({ APPS_APPLICATION_NEW: 1234 });
    expect(html).toContain("New 1,234 Longlisted 0 Shortlisted 0 Hired 0 Declined 0 Offered 0 Withdrawn 0 ");
    expect(html).not.toContain("Interview 0");
    expect(await filters({ APPS_APPLICATION_INTERVIEW: 2 })).toContain("Interview 2");
  });

  test("APP-13 while the counts are unknown none are shown, not even zeros", async () => {
    const html = await filters(null);
    expect(html).toContain("New Longlisted Shortlisted Hired Declined Offered Withdrawn ");
    expect(html).not.toContain("Counts of the whole vacancy");
  });
});
