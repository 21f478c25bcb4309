import { Readable } from "node:stream";

type Cell = string | number;
type Row = readonly Cell[];

/** Start of a cell that a spreadsheet could run as a formula. */
const formula = "(?=[^\\S\\r\\n\\u2028\\u2029]*[=+\\-@＝＋－＠]|\\t)";
/**
 * Where a cell can start: some programs split at each line break, and in many countries spreadsheets split at
 * semicolons, even within quotes.
 */
const start = "(^|;)";
const formulas = new RegExp(start + formula, "gm");
const guards = new RegExp(`${start}'${formula}`, "gm");

/** Anything a reader may take for the end of a line or cell, and whitespace that would be trimmed. */
const needsQuotes = /[",\v\f\r\n\u0085\u2028\u2029]|^\s|\s$/;

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Size of the chunks that are generated ahead of the browser, in bytes. */
const portionBytes = 8_192;

function cellOf(value: Cell): string {
  if (typeof value === "number") return String(value);
  const text = value.replace(formulas, "$1'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row as in RFC 4180. A single empty cell is quoted, because readers skip blank lines. */
const lineOf = (row: Row): string =>
  `${row.length === 1 && row[0] === "" ? '""' : row.map(cellOf).join(",")}\r\n`;

/** CSV file with formulas neutralised (GEN-27). */
export const csvFile = (rows: readonly Row[]): string => byteOrderMark + rows.map(lineOf).join("");

/** Streaming version of `csvFile`, generated on demand. */
export const csvStream = (rows: AsyncIterable<Row>): Readable =>
  Readable.from(csvChunks(rows), { objectMode: false, highWaterMark: portionBytes });

async function* csvChunks(rows: AsyncIterable<Row>) {
  let text = byteOrderMark;
  for await (const row of rows) {
    text += lineOf(row);
    if (text.length < portionBytes) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

/** Removes the apostrophes that neutralise formulas. */
export const withoutGuards = (value: string): string => value.replace(guards, "$1");
