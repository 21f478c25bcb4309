import type { ListName } from "~/models/list/list-name.server";
import { redirect } from "@remix-run/node";
import { formatDateTime } from "~/i18n/dates";
import { dayIn } from "~/i18n/wall-time";
import { fileNames } from "~/i18n/file-names";
import { outcomes } from "~/i18n/outcomes";
import { reportError } from "~/services/errors.server";
import type { ConsoleArgs } from "~/services/console-args";
import { csvStream } from "~/services/csv.server";
import { FileAnswer } from "~/services/file-answer.server";
import { readListView } from "~/services/list-views.server";
import { ApiError } from "~/services/regional-api.server";
import { type ColumnBasis, type CsvValue, type ExportColumn, shownIds, wordsOf } from "./list-columns";
import { columnsOfAddress, type ListView, defaultListView } from "./list-view";
import type { PageOf } from "./paging";

/** Query parameter that requests the list as a file. */
const parameter = "export";

/** Rows per API call. */
const pageRows = 500;

/** Text of an empty cell. */
const emptyCell = "-";

type ExportedList<Row> = {
  /** List name in the columns cookie; also the start of the file name. */
  name: ListName;
  sorts: readonly string[];
  columns: (basis: ColumnBasis) => readonly ExportColumn<Row>[];
  /** A page of `size` rows in the URL's order and filters. Throws ApiError. */
  fetch: (page: number, size: number) => Promise<PageOf<Row>>;
};

/** The user's view of a list, with the columns in the URL, if any (GEN-30). */
export const viewOf = ({ request, url, user }: ConsoleArgs, name: ListName): ListView => ({
  ...(readListView(request, user._id, name) ?? defaultListView),
  only: columnsOfAddress(url.searchParams),
});

/** True if the URL requests its list as a file. */
export const isExport = ({ url }: Pick<ConsoleArgs, "url">) => url.searchParams.get(parameter) === "csv";

/**
 * Exports the list as CSV: all rows matching the filters, in its order, with the user's columns. Written page by page
 * as the browser reads it, so a hundred thousand rows need only one page of memory. Never returns: throws a file, or a
 * redirect to the list if even the first page failed (GEN-26).
 */
export async function throwFile<Row extends { _id: string }>(
  args: ConsoleArgs,
  { name, sorts, columns: columnsOf, fetch }: ExportedList<Row>,
): Promise<never> {
  const { scope, timeZone, translate } = args;
  const t = translate(fileNames);
  await args.beginDownload();
  const first = await fetch(1, pageRows).catch((error: unknown) => backToList(args, error));
  const basis: ColumnBasis = { translate, time: (at) => at ?? "", sorts };
  const all = columnsOf(basis).filter(({ meta }) => !meta?.headerHidden);
  const columns = shownIds(all, viewOf(args, name)).flatMap((id) => all.filter((column) => column.id === id));
  async function* records() {
    yield columns.map(({ header }) => String(header));
    for await (const row of rowsOf(first, fetch)) yield columns.map((column) => cell(column, row, timeZone));
  }
  const day = dayIn(timeZone);
  // A failure on a later page aborts the response, so that the browser reports an incomplete download.
  throw new FileAnswer(csvStream(records()), {
    type: "text/csv; charset=utf-8",
    name: `${isNamed(name) ? t(name) : name}-${scope.uniqueName}-${day}.csv`,
  });
}

/** True if the file name depends on the language (SHELL-18). */
const isNamed = (name: string): name is keyof typeof fileNames.en => Object.hasOwn(fileNames.en, name);

/**
 * All rows, page by page, each page requested while the previous one is written. A row that moves to the next page in
 * between is not repeated.
 */
async function* rowsOf<Row extends { _id: string }>(first: PageOf<Row>, fetch: ExportedList<Row>["fetch"]) {
  let answer = first;
  let before = new Set<string>();
  for (let page = 1; ; page += 1) {
    const next = page < answer.pagination.totalPages ? fetch(page + 1, pageRows) : null;
    // Errors surface where the promise is awaited.
    next?.catch(() => {});
    for (const row of answer.data) if (!before.has(row._id)) yield row;
    if (!next) return;
    before = new Set(answer.data.map(({ _id }) => _id));
    answer = await next;
    // If the list has become shorter, the API repeats its last page.
    if (answer.pagination.currentPage <= page) return;
  }
}

function cell<Row>(column: ExportColumn<Row>, row: Row, timeZone: string): string | number {
  const value = column.meta?.csv ? column.meta.csv(row) : toCsvValue(column.accessorFn(row, 0));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : isoIn(value, timeZone);
  return value ?? "";
}

function toCsvValue(content: unknown): CsvValue {
  const words = wordsOf(content).trim();
  return words === emptyCell ? "" : words;
}

/** A timestamp as ISO 8601 in a zone: 2026-11-20T18:05:09+01:00. */
export function isoIn(at: Date, timeZone: string): string {
  const wall = formatDateTime(at, timeZone).replace(" ", "T");
  const minutes = Math.round((Date.parse(`${wall}Z`) - at.getTime()) / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const ahead = Math.abs(minutes);
  return `${wall}${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** Redirects to the list, which shows the problem; session errors are left to the guard. */
function backToList({ url, notify, translate }: ConsoleArgs, error: unknown): never {
  if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
  reportError(error, { operation: error.operation, kind: error.kind });
  notify({ tone: "error", title: translate(outcomes)("exportFailed") });
  const search = new URLSearchParams(url.search);
  search.delete(parameter);
  throw redirect(search.size > 0 ? `${url.pathname}?${search}` : url.pathname);
}
