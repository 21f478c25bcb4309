import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { StateText } from "~/components/ui/state-text";
import { outcomes } from "~/i18n/outcomes";
import type { ListName } from "~/models/list/list-name.server";
import { translator } from "~/i18n/texts";
import { isExport, isoIn, throwFile } from "~/models/list/export.server";
import type { PageOf } from "~/models/list/paging";
import type { ConsoleArgs } from "~/services/console-args";
import { FileAnswer } from "~/services/file-answer.server";
import { listViewCookie } from "~/services/list-views.server";
import { ApiError } from "~/services/regional-api.server";

type Row = { _id: string; name: string | null; count: number; at: string | null };

const columns = columnsOf<Row>(({ column, time }) => [
  column.link("name", "Name"),
  numberColumn({ id: "count", header: "Count", value: ({ count }) => count }),
  timeColumn({ id: "at", header: "At", time, at: ({ at }) => at }),
  textColumn({ id: "more", header: "Actions", headerHidden: true, value: () => "…" }),
]);

const notices: object[] = [];
function argsOf({ url = "http://console.example/list?export=csv", cookie = "" } = {}) {
  const args: Partial<ConsoleArgs> = {
    url: new URL(url),
    request: new Request(url, { headers: { cookie } }),
    beginDownload: () => Promise.resolve(),
    user: { _id: "u1" } as ConsoleArgs["user"],
    scope: { uniqueName: "acme-retail" } as ConsoleArgs["scope"],
    timeZone: "Australia/Sydney",
    translate: (texts) => translator(texts, "en-GB"),
    notify: (notice) => void notices.push(notice),
  };
  return args as ConsoleArgs;
}

type Fetch = (page: number, size: number) => Promise<PageOf<Row>>;

const rowOf = (number: number): Row => ({
  _id: `r${number}`,
  name: `Row ${number}`,
  count: number,
  at: null,
});

/** Pages of `size` of these rows, as the API returns them. */
const pagesOf =
  (rows: readonly Row[]): Fetch =>
  (page, size) =>
    Promise.resolve({
      data: rows.slice((page - 1) * size, page * size),
      pagination: { totalItems: rows.length, totalPages: Math.ceil(rows.length / size), currentPage: page },
    });

async function fileOf(
  fetch: Fetch,
  args = argsOf(),
  made = columns,
  name: ListName = "users",
): Promise<FileAnswer> {
  const thrown = await throwFile<Row>(args, { name, sorts: [], columns: made, fetch }).catch(
    (error: unknown) => error,
  );
  if (thrown instanceof FileAnswer) return thrown;
  throw thrown;
}

const responseOf = (file: FileAnswer) =>
  file.response(new Request("http://console.example"), new Headers(), () => undefined);

const linesOf = async (file: FileAnswer): Promise<string[][]> =>
  parse(Buffer.from(await responseOf(file).arrayBuffer()), { bom: true, relax_column_count: false });

describe("GEN-26 GEN-27 a list as a file", () => {
  test("contains headings and a line per row, with times in the person's zone and empty cells for missing values", async () => {
    const rows = [
      { _id: "a", name: 'Ada "A", Byron\n', count: 1234, at: "2026-01-15T13:00:00.000Z" },
      { _id: "b", name: null, count: 0, at: null },
    ];
    const file = await fileOf(pagesOf(rows));
    expect(await linesOf(file)).toEqual([
      ["Name", "Count", "At"],
      ['Ada "A", Byron', "1234", "2026-01-16T00:00:00+11:00"],
      ["", "0", ""],
    ]);
  });

  test("is UTF-8 with a BOM, named after list, customer and date, and not cached", async () => {
    const response = responseOf(await fileOf(pagesOf([rowOf(1)])));
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="users-acme-retail-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  });

  test.each([
    ["organizations", "en-GB", "organisations"],
    ["organizations", "en-US", "organizations"],
    ["vacancy-archive", "en-US", "job-archive"],
  ] as const)("SHELL-18 the list %s is the file of %s called %s", async (name, language, called) => {
    const args: ConsoleArgs = { ...argsOf(), translate: (texts) => translator(texts, language) };
    const response = responseOf(await fileOf(pagesOf([rowOf(1)]), args, columns, name));
    expect(response.headers.get("content-disposition")).toContain(`filename="${called}-acme-retail-`);
  });

  test("has the columns visible to the person, in their order", async () => {
    const hidden = { hidden: ["count"], order: ["at", "name"], pinned: [], density: "compact" as const };
    const cookie = listViewCookie(new Request("http://console.example"), "u1", "users", hidden).split(";")[0];
    const all = await linesOf(await fileOf(pagesOf([rowOf(1)]), argsOf({ cookie: cookie ?? "" })));
    expect(all).toEqual([["At", "Name"], ["", "Row 1"]]); // prettier-ignore
  });

  test("GEN-30 has the columns in its address instead, plus mandatory ones", async () => {
    const url = "http://console.example/list?export=csv&columns=at,count,%3Cb%3E,at,nobody";
    const all = await linesOf(await fileOf(pagesOf([rowOf(1)]), argsOf({ url })));
    expect(all[0]).toEqual(["At", "Count", "Name"]);
  });

  test("a cell rendered by a component needs an export text: without one the file breaks off", async () => {
    const drawn = columnsOf<Row>(() => [
      textColumn({ id: "state", header: "State", value: () => <StateText text="Open" tone="green" /> }),
    ]);
    await expect(linesOf(await fileOf(pagesOf([rowOf(1)]), argsOf(), drawn))).rejects.toThrow("csv");
  });
});

describe("GEN-28 a file of many rows", () => {
  test("contains every row once, even one that moved to the next page during the export", async () => {
    const all = Array.from({ length: 1201 }, (_, index) => rowOf(index));
    const moving: Fetch = async (page, size) => pagesOf(page === 1 ? all : [rowOf(-1), ...all])(page, size);
    const names = (await linesOf(await fileOf(moving))).slice(1).map(([name]) => name);
    expect(names).toEqual(all.map(({ name }) => name));
  });

  test("GEN-38 contains every row of a list that was not counted to its end", async () => {
    const all = Array.from({ length: 1_700 }, (_, index) => rowOf(index));
    const open: Fetch = async (page, size) => {
      const { data, pagination } = await pagesOf(all)(page, size);
      if (page * size >= all.length) return { data, pagination };
      const known = { totalItems: page * size, totalPages: page + 1, isTotalExact: false };
      return { data, pagination: { ...pagination, ...known } };
    };
    const names = (await linesOf(await fileOf(open))).slice(1).map(([name]) => name);
    expect(names).toEqual(all.map(({ name }) => name));
  });

  test("loads at most one page ahead of the browser", async () => {
    const all = Array.from({ length: 20_000 }, (_, index) => rowOf(index));
    const requests: number[] = [];
    const file = await fileOf((page, size) => {
      requests.push(page);
      return pagesOf(all)(page, size);
    });
    let take: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (take = resolve));
    let chunks = 0;
    const response = file.response(new Request("http://console.example"), new Headers(), () =>
      (chunks += 1) > 2 ? waiting : undefined,
    );
    const rest = response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(requests.length).toBeLessThan(8);
    take();
    await rest;
    expect(requests).toHaveLength(40);
  });

  test("a page that fails mid-way fails the download", async () => {
    const all = Array.from({ length: 1000 }, (_, index) => rowOf(index));
    const failing: Fetch = (page, size) =>
      page === 1
        ? pagesOf(all)(page, size)
        : Promise.reject(new ApiError("TIMEOUT", "late", "eu-west-1", "X"));
    await expect(responseOf(await fileOf(failing)).text()).rejects.toThrow("late");
  });

  test("a failing first page redirects to the list with an error", async () => {
    const failing: Fetch = () => Promise.reject(new ApiError("UNEXPECTED", "no", "eu-west-1", "X"));
    const args = argsOf({ url: "http://console.example/list?q=a&export=csv" });
    const answer = await fileOf(failing, args).catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get("location")).toBe("/list?q=a");
    expect(notices.at(-1)).toEqual({ tone: "error", title: outcomes.en.exportFailed });
  });

  test("an ended session is left to the guard", async () => {
    const ended = new ApiError("UNAUTHENTICATED", "no", "eu-west-1", "X");
    await expect(fileOf(() => Promise.reject(ended))).rejects.toBe(ended);
  });
});

test.each([
  ["2026-01-15T13:00:00.000Z", "Australia/Sydney", "2026-01-16T00:00:00+11:00"],
  ["2026-01-15T13:00:00.999Z", "UTC", "2026-01-15T13:00:00+00:00"],
  ["2026-07-01T00:30:00.000Z", "America/St_Johns", "2026-06-30T22:00:00-02:30"],
])("GEN-27 %s in %s is %s", (at, zone, text) => {
  expect(isoIn(new Date(at), zone)).toBe(text);
});

test("GEN-26 only the exact parameter requests a file", () => {
  expect(isExport(argsOf())).toBe(true);
  expect(isExport(argsOf({ url: "http://console.example/list?export=xlsx" }))).toBe(false);
  expect(isExport(argsOf({ url: "http://console.example/list" }))).toBe(false);
});
