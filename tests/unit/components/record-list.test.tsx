import { expect, test } from "vitest";
import { recordColumns } from "~/components/record/record-columns";
import { DataTable } from "~/components/table/data-table";
import { defaultListView } from "~/models/list/list-view";
import type { EntryRow } from "~/models/record/record-sentence.server";
import { render, tags, text } from "./render";

const row = (wanted: Partial<EntryRow>): EntryRow => ({
  ...{ _id: "1", at: "2026-11-20T10:00:00.000Z", detail: null, mark: null, signIns: [] },
  sentence: [{ text: "Ada", is: "who" }, { text: " changed the group " }, { text: "Cooks", is: "object" }],
  ...wanted,
});
const table = (rows: EntryRow[], hidden: string[] = []) =>
  render(
    <DataTable
      label="Record of changes"
      rows={rows}
      columns={recordColumns(({ _id }) => `/record/${_id}`)}
      rowHref={({ _id }) => `/record/${_id}`}
      groupOf={({ at }) => at.slice(0, 10)}
      view={{ ...defaultListView, hidden }}
    />,
  );

test("AUD-18 a day is shown once above its entries, which show their times", async () => {
  const html = await table([
    row({}),
    row({ _id: "2", at: "2026-11-20T09:00:00.000Z" }),
    row({ _id: "3", at: "2026-11-19T09:00:00.000Z" }),
  ]);
  const heads = [...html.matchAll(/<th scope="rowgroup"[^>]*colSpan="2">([^<]+)/gi)].map(([, day]) => day);
  expect(heads).toEqual(["2026-11-20", "2026-11-19"]);
  expect(tags(html, "tbody")).toHaveLength(2);
  const times = [...html.matchAll(/<time[^>]*>([^<]+)/g)].map(([, time]) => time);
  expect(times.every((time) => /^\d\d:\d\d:\d\d$/.test(time ?? ""))).toBe(true);
});

test("AUD-19 folded sign-ins unfold without scripts, whichever columns are shown", async () => {
  const signIns = [{ _id: "9", at: "2026-11-20T08:00:00.000Z", detail: "Password" }];
  for (const hidden of [[], ["at", "changes", "signIns"]]) {
    const html = await table([row({ signIns })], hidden);
    expect(text(/<details.*?<\/details>/s.exec(html)?.[0] ?? "")).toMatch(/1 more sign-in .*Password/);
    expect(html).toContain('href="/record/9"');
  }
});

test("AUD-20 a refused action has a word and an icon", async () => {
  const html = await table([row({ mark: "Refused" })]);
  expect(/<span class="badge[^>]*>.*?<\/span>/s.exec(html)?.[0]).toMatch(/<svg.*Refused/s);
});
