import { Readable } from "node:stream";

type Cell = string | number;
type Row = readonly Cell[];

/** Where a spreadsheet would begin a formula: at the start of a cell, or of a line in it for programs that split there. */
const formula = "(?=[^\\S\\r\\n\\u2028\\u2029]*[=+\\-@＝＋－＠]|\\t)";
const formulas = new RegExp(`^${formula}`, "gm");
const guards = new RegExp(`^'${formula}`, "gm");

/** Whatever anybody takes for the end of a line or of a cell, and blanks that would be trimmed. */
const needsQuotes = /[",\v\f\r\n\u0085\u2028\u2029]|^\s|\s$/;

/** Spreadsheets take the text for UTF-8 by this. */
const byteOrderMark = "\uFEFF";

/** How much of a file is made ahead of the browser. */
const portionBytes = 8_192;

function cellOf(value: Cell): string {
  if (typeof value === "number") return String(value);
  const text = value.replace(formulas, "'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row as RFC 4180 has it; one of a single empty cell is no blank line, which readers pass over. */
const lineOf = (row: Row): string =>
  `${row.length === 1 && row[0] === "" ? '""' : row.map(cellOf).join(",")}\r\n`;

/** A CSV file in which no cell is a formula (GEN-27). */
export const csvFile = (rows: readonly Row[]): string => byteOrderMark + rows.map(lineOf).join("");

/** The same, made as it is read. */
export const csvStream = (rows: AsyncIterable<Row>): Readable =>
  Readable.from(portionsOf(rows), { objectMode: false, highWaterMark: portionBytes });

async function* portionsOf(rows: AsyncIterable<Row>) {
  let text = byteOrderMark;
  for await (const row of rows) {
    text += lineOf(row);
    if (text.length < portionBytes) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

/** A cell without the apostrophes that keep it from being a formula. */
export const withoutGuards = (value: string): string => value.replace(guards, "");
