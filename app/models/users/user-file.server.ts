import { CsvError, parse } from "csv-parse/sync";
import type { uploads } from "~/i18n/uploads";
import type { Translate } from "~/i18n/texts";
import { columnName } from "~/models/form/pasted";
import { csvFile, withoutGuards } from "~/services/csv.server";

type Translator = Translate<(typeof uploads)["en"]>;

/** A row of the file; `row` is its row number in a spreadsheet (UPLOAD-21). */
export type FileRow = { row: number; values: string[] };

/** A valid file: its header and rows. */
export type UserFile = { name: string; header: string[]; rows: FileRow[] };

/** Column names of the file (UPLOAD-12). */
const columns = ["firstName", "lastName", "email", "phoneNumber", "groups"];
const requiredColumnNames = columns.slice(0, 3);

const maxBytes = 5 * 1024 * 1024;
const maxUsers = 100;
/** Upper bounds of a user list: lines, columns, characters, bytes as sent, delimiters. */
const fileLimits = { lines: 10_000, columns: 50, value: 2_000, text: 500_000, delimiters: 200_000 };

/** Header and rows of the uploaded file, or the error as text (UPLOAD-05 to UPLOAD-16, UPLOAD-36, UPLOAD-39). */
export async function readUserFile(
  posted: FormDataEntryValue | null,
  t: Translator,
): Promise<{ file: UserFile } | { fault: string }> {
  // Browsers send an empty, nameless file if none is chosen.
  if (!(posted instanceof File) || posted.name === "") return { fault: t("errors.missing") };
  if (!isCsv(posted)) return { fault: t("errors.type") };
  if (posted.size > maxBytes) return { fault: t("errors.size") };
  const bytes = Buffer.from(await posted.arrayBuffer());
  const unreadable = (why: string) => ({ fault: `${t("errors.reading")} ${why}` });
  if (isWorkbook(bytes)) return unreadable(t("errors.workbook"));
  const text = withoutSpreadsheetExtras(textOf(bytes));
  if (text === null) return unreadable(t("errors.encoding"));
  try {
    const [head, ...rows] = recordsIn(text, delimiterOf(text));
    const fault = faultOf(head?.values ?? [], rows, t);
    if (fault !== undefined) return { fault };
    const name = posted.name.replace(/^.*[\\/]/s, "").slice(0, 255);
    return { file: { name, header: head?.values ?? [], rows: rows.map(unescaped) } };
  } catch (error) {
    if (error instanceof TooMuch) return { fault: t("errors.tooMuch") };
    if (error instanceof BadQuotes) return unreadable(t("errors.quotes", { row: error.row }));
    throw error;
  }
}

/** True if the content type or file name says CSV; the content is checked separately (UPLOAD-05). */
function isCsv({ name, type }: File): boolean {
  const [kind = ""] = type.toLowerCase().split(";");
  return kind.trim() === "text/csv" || /\.csv$/i.test(name);
}

const signatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** True for a zip, such as a modern spreadsheet, or an old binary workbook. */
const isWorkbook = (bytes: Buffer): boolean =>
  signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte));

/** The text without byte-order mark; null if not UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // UTF-16 of Latin text is also valid UTF-8, with a U+0000 after every letter.
    return /^[^\r\n]*\0/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/**
 * Removes what spreadsheets add around the rows: a "sep=;" first line (left blank, so that row numbers stay the same),
 * and trailing blank lines.
 */
function withoutSpreadsheetExtras(text: string | null): string | null {
  if (text === null) return null;
  let end = text.length;
  while (text[end - 1] === "\n" || text[end - 1] === "\r") end -= 1;
  return text.slice(0, end).replace(/^sep=[,;\t](?=[\r\n])/i, "");
}

class TooMuch extends Error {}
class BadQuotes extends Error {
  constructor(readonly row: number) {
    super("Quotes do not match");
  }
}
/** Thrown to stop the parser early. */
class Enough extends Error {}

/**
 * The text up to its delimiter number `count`, or all of it. Counted before parsing, because a file of only commas
 * takes a second to parse.
 */
function textUpTo(text: string, delimiter: string, count: number): string {
  let at = -1;
  for (let seen = 0; seen <= count; seen += 1) {
    at = text.indexOf(delimiter, at + 1);
    if (at < 0) return text;
  }
  return text.slice(0, at);
}

/** Non-empty rows, at most one more than allowed. Throws TooMuch and BadQuotes. */
function recordsIn(text: string, delimiter: string, limit = maxUsers + 2): FileRow[] {
  const read = textUpTo(text, delimiter, fileLimits.delimiters);
  const found: FileRow[] = [];
  let row = 0;
  try {
    parse(read, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      max_record_size: fileLimits.text,
      on_record: (values: string[]) => {
        row += 1;
        if (row > fileLimits.lines) throw new TooMuch();
        if (values.some((value) => value.trim() !== "")) found.push({ row, values });
        if (found.length >= limit) throw new Enough();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof Enough) return found;
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_MAX_RECORD_SIZE" || read.length < text.length) throw new TooMuch();
    throw new BadQuotes(row + 1);
  }
  if (read.length < text.length) throw new TooMuch();
  return found;
}

/**
 * Detects the delimiter: the first one with which the header has the required columns (UPLOAD-36), else one that splits
 * it at all, so that the error is about the columns.
 */
function delimiterOf(text: string): string {
  const headers = [",", ";", "\t"].map((delimiter) => {
    try {
      return { delimiter, values: recordsIn(text, delimiter, 1)[0]?.values ?? [] };
    } catch {
      return { delimiter, values: [] };
    }
  });
  const found =
    headers.find(({ values }) => missingColumns(values).length === 0) ??
    headers.find(({ values }) => values.length > 1);
  return found?.delimiter ?? ",";
}

const missingColumns = (header: readonly string[]) => {
  const names = new Set(header.map(columnName));
  return requiredColumnNames.filter((name) => !names.has(columnName(name)));
};

function faultOf(header: readonly string[], rows: readonly FileRow[], t: Translator): string | undefined {
  if (missingColumns(header).length > 0) return t("errors.columns");
  const twice = columns.find(
    (name) => header.filter((one) => columnName(one) === columnName(name)).length > 1,
  );
  if (twice !== undefined) return t("errors.twice", { name: twice });
  if (rows.length === 0) return t("errors.none");
  if (rows.length > maxUsers) return t("errors.rows");
  const values = [...header, ...rows.flatMap((row) => row.values)];
  const isMore =
    header.length > fileLimits.columns ||
    rows.some((row) => row.values.length > 2 * fileLimits.columns) ||
    values.some((value) => value.length > fileLimits.value) ||
    Buffer.byteLength(JSON.stringify(values)) > fileLimits.text;
  if (isMore) return t("errors.tooMuch");
  // The API rejects NUL in any text.
  for (const { row, values: cells } of rows) {
    const at = cells.findIndex((value) => value.includes("\0"));
    if (at >= 0) return t("errors.hidden", { row, column: header[at] || at + 1 });
  }
  return undefined;
}

/** Reverts the escaping done when writing a report (UPLOAD-24). */
const unescaped = ({ row, values }: FileRow): FileRow => ({ row, values: values.map(withoutGuards) });

/** Template file: the columns and one example (UPLOAD-14). */
export const templateFile = (): string =>
  csvFile([columns, ["Alex", "Lee", "alex.lee@example.com", "+61412345678", "Recruiters;Night shift"]]);

const reportColumns = ["row", "error"];

/** Rows that failed or would fail, as they were in the file, each with its error (UPLOAD-23). */
export function errorReport(
  header: readonly string[],
  rows: readonly (FileRow & { reason: string })[],
): string {
  // A corrected report that fails again already has these columns.
  const isOwn = header.map((name) => !reportColumns.includes(columnName(name)));
  const own = (values: readonly string[]) =>
    header.map((_, at) => values[at] ?? "").filter((_, at) => isOwn[at]);
  return csvFile([
    [...own(header), ...reportColumns],
    ...rows.map(({ row, values, reason }) => [...own(values), String(row), reason]),
  ]);
}
