import { describe, expect, test } from "vitest";
import { uploads } from "~/i18n/uploads";
import { translator } from "~/i18n/texts";
import { errorReport, readUserFile, templateFile } from "~/models/users/user-file.server";

const t = translator(uploads, "en");
const header = "firstName,lastName,email,phoneNumber,groups";
const megabyte = 1024 * 1024;

const fileOf = (content: BlobPart, { name = "people.csv", type = "text/csv" } = {}) =>
  new File([content], name, { type });
const read = (content: BlobPart, options?: { name?: string; type?: string }) =>
  readUserFile(fileOf(content, options), t);
const faultOf = async (...args: Parameters<typeof read>) => {
  const answer = await read(...args);
  return "fault" in answer ? answer.fault : "none";
};
const rowsOf = async (...args: Parameters<typeof read>) => {
  const answer = await read(...args);
  if ("fault" in answer) throw new Error(answer.fault);
  return answer.file.rows.map(({ row, values }) => [row, ...values]);
};
const users = (count: number) =>
  Array.from({ length: count }, (_, index) => `A${index},B,a${index}@b.example,,`).join("\n");

describe("accepted user files", () => {
  test("UPLOAD-05 one CSV file, whatever type the browser sends", async () => {
    const content = `${header}\n${users(1)}`;
    const excel = "application/vnd.ms-excel";
    expect(await faultOf(content)).toBe("none");
    expect(await faultOf(content, { type: "text/csv; charset=utf-8", name: "list.txt" })).toBe("none");
    expect(await faultOf(content, { type: excel, name: "People.CSV" })).toBe("none");
    for (const type of ["", "text/plain", "text/comma-separated-values", "application/octet-stream"])
      expect(await faultOf(content, { type, name: "people.csv" }), type).toBe("none");
    for (const options of [
      { type: excel, name: "people.xls" },
      { type: "text/plain", name: "people.txt" },
      { type: "", name: "people" },
    ])
      expect(await faultOf(content, options), JSON.stringify(options)).toBe("Only CSV files are accepted.");
    for (const nothing of [null, "people.csv", new File([], "", { type: "application/octet-stream" })])
      expect(await readUserFile(nothing, t)).toEqual({ fault: "Please select a file." });
  });

  test("UPLOAD-08 5 MB pass the size check, one byte more does not", async () => {
    const filled = (bytes: number) => fileOf(`${header}\n${users(1)}\n`.padEnd(bytes, "\n"));
    expect(await readUserFile(filled(5 * megabyte + 1), t)).toEqual({
      fault: "File size should be limited to 5MB!",
    });
    expect(await readUserFile(filled(5 * megabyte), t)).toMatchObject({ file: { rows: [{ row: 2 }] } });
  });

  test("UPLOAD-07 100 users pass, 101 do not; blank lines are not counted", async () => {
    const blank = "\n\n,,,,\n  \n";
    expect(await rowsOf(`${header}\n${users(100)}`)).toHaveLength(100);
    expect(await rowsOf(`${blank}${header}${blank}${users(100)}${blank}`)).toHaveLength(100);
    expect(await faultOf(`${header}\n${users(101)}`)).toBe("Limited to 100 users!");
    expect(await faultOf(`${header}\n${users(60_000)}`)).toBe("Limited to 100 users!");
  });

  test("UPLOAD-15 refuses missing columns, duplicate columns, no rows, and an empty file", async () => {
    const columns = "The file must have the columns firstName, lastName and email.";
    expect(await faultOf("")).toBe(columns);
    expect(await faultOf("\r\n\r\n")).toBe(columns);
    expect(await faultOf("Ann,Lee,ann@b.example")).toBe(columns);
    expect(await faultOf("firstName;lastName,email\nA;B,c")).toBe(columns);
    expect(await faultOf(header)).toBe("The file has no users.");
    expect(await faultOf(`${header}\r\n,,,,\r\n`)).toBe("The file has no users.");
    expect(await faultOf("firstName,email,lastName,EMAIL\nA,b,C,d")).toBe(
      "The file has the column email more than once.",
    );
    expect(await faultOf("firstName,email,lastName,note,note\nA,b,C,,")).toBe("none");
  });
});

describe("reading", () => {
  test("UPLOAD-16 UPLOAD-21 quotes, commas and line breaks in quotes, CRLF or LF or both, a byte-order mark", async () => {
    const content = `\uFEFF${header}\r\n"Ann ""A""","Lee, Jr","a@b.example",,"One\r\nTwo"\n\nBo,Ek,b@b.example,,\r\n`;
    expect(await rowsOf(content)).toEqual([
      [2, 'Ann "A"', "Lee, Jr", "a@b.example", "", "One\r\nTwo"],
      [4, "Bo", "Ek", "b@b.example", "", ""],
    ]);
  });

  test.each([";", "\t"])("UPLOAD-36 %j in place of commas", async (delimiter) => {
    const content = [
      ["email", "firstName", "lastName", "groups"],
      ["a@b.example", "Ann", "Lee, Jr", '"Night;Day"'],
    ];
    expect(await rowsOf(content.map((row) => row.join(delimiter)).join("\r\n"))).toEqual([
      [2, "a@b.example", "Ann", "Lee, Jr", "Night;Day"],
    ]);
  });

  const reading = /^Something went wrong with file reading, please retry\. /;
  const text = `${header}\nÅsa,Ek,asa@b.example,,\n`;

  test.each<[string, BlobPart]>([
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 without", Buffer.from(text, "utf16le")],
    ["Latin-1", Buffer.from(text, "latin1")],
    ["random bytes", Buffer.from(Array.from({ length: 5 * megabyte }, (_, at) => (at * 7919) % 256))],
  ])("UPLOAD-09 %s is not UTF-8: explains how to save it", async (_name, content) => {
    const fault = await faultOf(content);
    expect(fault).toMatch(reading);
    expect(fault).toContain("UTF-8");
  });

  test.each<[string, number[]]>([
    ["a zip", [0x50, 0x4b, 3, 4]],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0]],
  ])("UPLOAD-09 %s with another name is recognised", async (_name, signature) => {
    const fault = await faultOf(Buffer.concat([Buffer.from(signature), Buffer.from(text)]));
    expect(fault).toMatch(reading);
    expect(fault).toContain("workbook");
  });

  test("UPLOAD-09 unmatched quotes are reported by row", async () => {
    expect(await faultOf(`${header}\nA,B,a@b.example,,\nC "D",E,c@b.example,,`)).toMatch(
      /row 3 do not match/,
    );
    expect(await faultOf(`${header}\nA,"B,a@b.example,,\n`)).toMatch(reading);
  });

  test("UPLOAD-09 a value with U+0000 is reported by row and column", async () => {
    expect(await faultOf(`${header}\n\nA,B,a@b.example,,\nC,"D\0",c@b.example,,`)).toBe(
      "Row 4, column lastName: please remove the invisible characters.",
    );
    expect(await faultOf(`${header}\nA,B,a@b.example,,,\0`)).toMatch(/^Row 2, column 6: /);
  });

  test("UPLOAD-39 files beyond the needs of a user list are refused at once, for any reason", async () => {
    const more =
      "The file is too large for a list of 100 users: it can have at most 500 KB of text in 50 columns. Please leave out the columns that are not needed.";
    const wide = (count: number) => `${header},${Array.from({ length: count }, (_, at) => `x${at}`).join()}`;
    const started = process.cpuUsage();
    expect(await faultOf(`${wide(46)}\n${users(1)}`)).toBe(more);
    expect(await faultOf(`${header}\nA,B,${"x".repeat(2001)},,`)).toBe(more);
    expect(await faultOf(`${header}\n${"\n".repeat(5 * megabyte - 200)}${users(1)}`)).toBe(more);
    expect(await faultOf(`${header}\n"${"x".repeat(5 * megabyte - 200)}`)).toBe(more);
    const row = `A,B,a@b.example,,,${"y".repeat(1999)},${"y".repeat(1999)},${"y".repeat(1999)}`;
    expect(await faultOf(`${header},c,d,e\n${`${row}\n`.repeat(100)}`)).toBe(more);
    // As many characters, of three bytes each.
    const wider = `A,B,a@b.example,,,${"語".repeat(1_999)}`;
    expect(await faultOf(`${header},c\n${`${wider}\n`.repeat(80)}`)).toBe("none");
    expect(await faultOf(`${header},c\n${`${wider}\n`.repeat(90)}`)).toBe(more);
    const parsing = process.cpuUsage();
    for (const delimiter of [",", ";"]) {
      const only = delimiter.repeat(5 * megabyte - 200);
      expect(await faultOf(only)).toBe(more);
      expect(await faultOf(`${header.replaceAll(",", delimiter)}\n${only}`)).toBe(more);
      expect(
        await faultOf(
          `${header.replaceAll(",", delimiter)}\n${only.replaceAll(/.{100}/gs, "$&\n").slice(0, 5 * megabyte - 200)}`,
        ),
      ).toBe(more);
    }
    const parsed = process.cpuUsage(parsing);
    expect((parsed.user + parsed.system) / 1_000 / 6).toBeLessThan(400);
    // CPU time only, so that other load on the machine does not matter.
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});

describe("writing", () => {
  test("UPLOAD-14 the template is a valid file", async () => {
    expect(await rowsOf(templateFile())).toEqual([
      [2, "Alex", "Lee", "alex.lee@example.com", "+61412345678", "Recruiters;Night shift"],
    ]);
    expect(templateFile()).toContain(",'+61412345678,");
    expect(templateFile()).toMatch(/^\uFEFFfirstName,lastName,email,phoneNumber,groups\r\n/);
  });

  test("UPLOAD-23 the report has the columns of the file, row and error, and can be uploaded again", async () => {
    const own = ["email", "Staff no.", "firstName", "lastName"];
    const report = errorReport(own, [
      { row: 5, values: ["no, email", "12", "Ann", "Lee"], reason: "Please enter a valid email" },
      { row: 9, values: ["short"], reason: "Row has 1 values, expected 4." },
    ]);
    const answer = await read(report);
    expect(answer).toMatchObject({ file: { header: [...own, "row", "error"] } });
    expect(await rowsOf(report)).toEqual([
      [2, "no, email", "12", "Ann", "Lee", "5", "Please enter a valid email"],
      [3, "short", "", "", "", "9", "Row has 1 values, expected 4."],
    ]);
    // A second time each appears only once.
    const again = errorReport(
      [...own, "row", "error"],
      [{ row: 2, values: ["x", "1", "A", "B", "5", "no"], reason: "new" }],
    );
    expect(again.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFemail,Staff no.,firstName,lastName,row,error",
      "x,1,A,B,2,new",
    ]);
  });
});

test.each([
  [`"firstName";"lastName";"mail"\n"Ann";"Lee";"ann@q.example"`, /columns|header/i],
  [`"firstName"\t"lastName"\t"mail"\n"Ann"\t"Lee"\t"ann@q.example"`, /columns|header/i],
  [`firstName;lastName;E-mail\nAnn;Lee;ann@q.example`, /^none$/],
  [`"First-Name","LAST NAME","\u200Be_mail"\n"Ann","Lee","ann@q.example"`, /^none$/],
])("UPLOAD-15 UPLOAD-36 UPLOAD-50 the error for %j is about its columns", async (content, said) => {
  expect(await faultOf(content)).toMatch(said);
});

test("UPLOAD-50 accepts a first line with the delimiter, and blanks in column names", async () => {
  const text = "sep=;\r\nFirst Name;Last_Name; E mail ;phone number\r\nAnn;Lee;ann@b.example;\r\n";
  const posted = new File([text], "people.csv", { type: "text/csv" });
  expect(await readUserFile(posted, t)).toMatchObject({
    file: { rows: [{ row: 3, values: ["Ann", "Lee", "ann@b.example", ""] }] },
  });
});
