import fc from "fast-check";
import { expect, test } from "vitest";
import { textColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { translator } from "~/i18n/texts";
import { uploads } from "~/i18n/uploads";
import { throwFile } from "~/models/list/export.server";
import { errorReport, readUserFile, templateFile } from "~/models/users/user-file.server";
import type { ConsoleArgs } from "~/services/console-args";
import { FileAnswer } from "~/services/file-answer.server";

/** The strictest RFC 4180 reader: outside quotes any line break ends a row, and blanks are trimmed. */
function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell =
    /(?:"((?:[^"]|"")*)"|([^",\r\n\v\f\u0085\u2028\u2029]*))(,|\r\n|[\r\n\v\f\u0085\u2028\u2029]|$)/y;
  cell.lastIndex = 1;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, bare = "", end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`No cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const isFormula = (value: string) =>
  value.split(/\r\n|[\r\n\u2028\u2029;]/).some((line) => /^(\t|\s*[=+\-@＝＋－＠])/.test(line));
/** A cell without its guards, which a reader cannot tell from apostrophes already in front of a formula. */
const bare = (value: string) => value.replace(/(^|;)'(?=[^\S\r\n\u2028\u2029]*[=+\-@＝＋－＠]|\t)/gm, "$1");

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r",
        "\r\n",
        "\u2028",
        "\u2029",
        "\v",
        "\u0085",
        ",",
        ";",
        '"',
        "'",
        " ",
        "\t",
        "\u00A0",
      ),
      fc.constantFrom("=1+1", "+61412345678", "-2", "@SUM(A1)", "＝x", "word", "Zoë", "👩‍💻", "\uFEFF"),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** The cells in every kind of file for two given texts. */
const kinds: Record<string, (a: string, b: string) => Promise<{ file: string; cells: string[][] }>> = {
  "a list, the record, a job's report": async (a, b) => {
    const columns = columnsOf<{ _id: string; a: string }>(() => [
      textColumn({ id: "a", header: b, value: () => "", csv: ({ a }) => a }),
      textColumn({ id: "b", header: "B", value: () => "", csv: () => b }),
    ]);
    const args: Partial<ConsoleArgs> = {
      url: new URL("http://console.example/list?export=csv"),
      request: new Request("http://console.example/list"),
      beginDownload: () => Promise.resolve(),
      user: { _id: "u1" } as ConsoleArgs["user"],
      scope: { uniqueName: "acme-retail" } as ConsoleArgs["scope"],
      timeZone: "UTC",
      translate: (texts) => translator(texts, "en-GB"),
    };
    const answer: unknown = await throwFile(args as ConsoleArgs, {
      name: "users",
      sorts: [],
      columns,
      fetch: () =>
        Promise.resolve({
          data: [{ _id: "r1", a }],
          pagination: { totalItems: 1, totalPages: 1, currentPage: 1 },
        }),
    }).catch((thrown: unknown) => thrown);
    if (!(answer instanceof FileAnswer)) throw answer;
    const response = answer.response(new Request("http://x.example"), new Headers(), () => undefined);
    const file = Buffer.from(await response.arrayBuffer()).toString();
    return { file, cells: [[b, "B"], [a, b]] }; // prettier-ignore
  },
  "an upload's error report": async (a, b) => ({
    file: errorReport(["firstName", b], [{ row: 7, values: [a, b], reason: a }]),
    cells: [
      ["firstName", b, "row", "error"],
      [a, b, "7", a],
    ],
  }),
};

test.each(Object.entries(kinds))(
  "GEN-27 UPLOAD-24 %s has the same cells in every spreadsheet and parser, and none is a formula",
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const { file, cells } = await write(a, b);
        const read = readRows(file);
        expect(read.map((row) => row.map(bare))).toEqual(cells.map((row) => row.map(bare)));
        expect(read.flat().filter(isFormula)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  },
);

const uploaded = async (file: string) => {
  const posted = new File([file], "users.csv", { type: "text/csv" });
  const answer = await readUserFile(posted, translator(uploads, "en-GB"));
  if (!("file" in answer)) throw new Error(answer.fault);
  return answer.file;
};

test("UPLOAD-14 UPLOAD-23 UPLOAD-24 the template and an error report can be uploaded unchanged", async () => {
  expect(readRows(templateFile()).flat().filter(isFormula)).toEqual([]);
  expect((await uploaded(templateFile())).rows[0]?.values[3]).toBe("+61412345678");
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const header = ["firstName", "lastName", "email", "phoneNumber"];
      const values = [`x${a}`, b, "not an email", "+61412345678"];
      const again = await uploaded(errorReport(header, [{ row: 7, values, reason: "No" }]));
      expect(again.rows).toEqual([{ row: 2, values: [...values.map(bare), "7", "No"] }]);
      const twice = await uploaded(errorReport(again.header, again.rows.map((row) => ({ ...row, reason: "No" })))); // prettier-ignore
      expect(twice.rows[0]?.values.slice(0, 4)).toEqual(again.rows[0]?.values.slice(0, 4));
    }),
    { numRuns: 150 },
  );
});
