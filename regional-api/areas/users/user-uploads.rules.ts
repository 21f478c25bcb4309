/** Parses and checks the rows of an uploaded file of users (UPLOAD-12 to UPLOAD-20). */
import { normalizeEmail } from "../../core/users.store";
import { columnName, oneLine } from "../../../shared/pasted";
import { isSameName } from "../../core/text";
import { checkNewUser, type NewUser } from "./users.rules";

/** Maximum number of users in an upload (UPLOAD-07). */
export const maxUploadRows = 100;

/** Columns that are read; any others in the file are ignored. */
export const uploadColumns = ["firstName", "lastName", "email", "phoneNumber", "groups"] as const;
type UploadColumn = (typeof uploadColumns)[number];
const requiredColumns: readonly UploadColumn[] = ["firstName", "lastName", "email"];

/** A row of the file; the header is row 1 unless blank lines precede it (UPLOAD-21). */
export interface FileRow {
  readonly row: number;
  readonly values: readonly string[];
}

/** A problem of a row, and its column; null if it concerns the row as a whole. */
export interface RowProblem {
  readonly column: UploadColumn | null;
  readonly text: string;
}

/** A group that a file may name. `mayJoin`: true if the caller may add users to it. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  readonly mayJoin: () => Promise<boolean>;
}

/** A person in an upload, as written in the file. */
export interface UploadedPerson {
  readonly row: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
}

/** Data that rows are compared with, in addition to the rules for each row. */
export interface UploadContext {
  /** True if a user of the region has the email (lowercase). */
  readonly isEmailTaken: (email: string) => Promise<boolean>;
  /** Returns the first row of this upload with the email (lowercase). */
  readonly firstRowOf: (email: string) => number | undefined;
}

/** A person to store, or the problems of their row (UPLOAD-19, UPLOAD-20). */
export type CheckedPerson = { readonly user: NewUser } | { readonly problems: readonly RowProblem[] };

/** Returns the index of each column's value in a row; column names ignore case. */
function indexesOf(header: readonly string[]): Readonly<Record<UploadColumn, number>> {
  const names = header.map(columnName);
  const indexOf = (column: UploadColumn) => names.indexOf(column.toLowerCase());
  return {
    firstName: indexOf("firstName"),
    lastName: indexOf("lastName"),
    email: indexOf("email"),
    phoneNumber: indexOf("phoneNumber"),
    groups: indexOf("groups"),
  };
}

/** True if a header has all required columns (UPLOAD-15). */
export function hasRequiredColumns(header: readonly string[]): boolean {
  const indexes = indexesOf(header);
  return requiredColumns.every((column) => indexes[column] >= 0);
}

/** Returns the group names in a value of the column "groups" (UPLOAD-13). */
const groupNamesIn = (groups: string): string[] => [
  ...new Set(groups.split(";").map(oneLine).filter(Boolean)),
];

/** Returns a row's person and group names. */
export function personOfRow(
  header: readonly string[],
  { row, values }: FileRow,
): UploadedPerson & { groupNames: string[] } {
  const indexes = indexesOf(header);
  const text = (column: UploadColumn) => values[indexes[column]] ?? "";
  return {
    row,
    firstName: text("firstName"),
    lastName: text("lastName"),
    email: text("email"),
    phoneNumber: text("phoneNumber").trim() || null,
    groupNames: groupNamesIn(text("groups")),
  };
}

/** Returns a lookup of the first row with an email. */
export function firstRows(people: readonly Pick<UploadedPerson, "row" | "email">[]) {
  const rows = new Map<string, number>();
  for (const { row, email } of people) {
    const key = normalizeEmail(email);
    if (key !== "" && !rows.has(key)) rows.set(key, row);
  }
  return (email: string) => rows.get(email);
}

/**
 * Checks a person by the rules of the create form, then for duplicates in the file and the region (UPLOAD-19,
 * UPLOAD-20).
 */
export async function checkPerson(
  person: UploadedPerson,
  { isEmailTaken, firstRowOf }: UploadContext,
): Promise<CheckedPerson> {
  const checked = checkNewUser(person);
  const problems: RowProblem[] =
    "problems" in checked
      ? uploadColumns.flatMap((column) =>
          column === "groups"
            ? []
            : (checked.problems[column] ?? []).map((text) => ({
                column,
                // Unlike the form, a file has no separate country field for the number.
                text: column === "phoneNumber" ? `${text}, with "+" and the country code` : text,
              })),
        )
      : [];
  const email = normalizeEmail(person.email);
  const first = firstRowOf(email);
  if (first !== undefined && first !== person.row) {
    problems.push({ column: "email", text: `Duplicate email in this file (first on row ${first}).` });
  } else if ("user" in checked && (await isEmailTaken(email))) {
    problems.push({ column: "email", text: emailExists(email) });
  }
  return "user" in checked && problems.length === 0 ? checked : { problems };
}

/** Returns the error text for an email that is taken (UPLOAD-20). */
const emailExists = (email: string) => `User with username and email ${email} already exists.`;

/** Resolves group names to ids, with a problem for each name that fails (UPLOAD-20). */
export async function resolveGroups(
  names: readonly string[],
  groups: readonly NamedGroup[],
): Promise<{ groupIds: string[]; problems: RowProblem[] }> {
  const groupIds: string[] = [];
  const problems: RowProblem[] = [];
  const refuse = (text: string) => problems.push({ column: "groups", text });
  for (const name of names) {
    // Accents may be composed in the group's name but decomposed in the file, or vice versa.
    const exact = groups.filter((group) => group.name.normalize() === name.normalize());
    const same = groups.filter((group) => isSameName(group.name, name));
    const [found, ...others] = exact.length > 0 ? exact : same;
    if (!found) refuse(groupNotFound(name));
    else if (others.length > 0)
      refuse(
        `Group name is used more than once: ${name}. Rename one of the groups, or add the person on the group's page.`,
      );
    else if (!(await found.mayJoin())) refuse(`Group has more rights than you: ${name}`);
    else groupIds.push(found.id);
  }
  return { groupIds: [...new Set(groupIds)], problems };
}

/** Returns the error text for a group that does not exist (UPLOAD-20). */
export const groupNotFound = (name: string) => `Group not found: ${name}`;

/**
 * Returns the problem of a row with more or fewer values than the header, since its columns are ambiguous
 * (UPLOAD-20).
 */
export function columnCountProblem(header: readonly string[], { values }: FileRow): RowProblem | undefined {
  // Spreadsheets may append empty columns to a row.
  const isMore = values.slice(header.length).some((value) => value.trim() !== "");
  if (!isMore && values.length >= header.length) return undefined;
  return { column: null, text: `Row has ${values.length} values, expected ${header.length}.` };
}

/** Returns a row's problems as one text, for results and error reports. */
export const reasonOf = (problems: readonly RowProblem[]): string =>
  problems
    .map(({ text }, index) => (index < problems.length - 1 ? text.replace(/\.$/, "") : text))
    .join("; ");
