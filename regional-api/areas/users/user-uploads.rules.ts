/** What the rows of an uploaded file say of the users they ask for, and what is wrong with them (UPLOAD-12 to UPLOAD-20). */
import { normalizeEmail } from "../../core/users.store";
import { columnName, oneLine } from "../../../shared/pasted";
import { isSameName } from "../../core/text";
import { checkNewUser, type NewUser } from "./users.rules";

/** Users of one upload (UPLOAD-07). */
export const maxUploadRows = 100;

/** The columns that count; any other stays in the file and is ignored. */
export const uploadColumns = ["firstName", "lastName", "email", "phoneNumber", "groups"] as const;
type UploadColumn = (typeof uploadColumns)[number];
const requiredColumns: readonly UploadColumn[] = ["firstName", "lastName", "email"];

/** A row of the file; the header is row 1 unless blank lines stand before it (UPLOAD-21). */
export interface FileRow {
  readonly row: number;
  readonly values: readonly string[];
}

/** What is wrong with a row, and in which column; null is the row as a whole. */
export interface RowProblem {
  readonly column: UploadColumn | null;
  readonly text: string;
}

/** A group that may be named. `mayJoin`: whether the caller may put people into it. */
export interface NamedGroup {
  readonly id: string;
  readonly name: string;
  readonly mayJoin: () => Promise<boolean>;
}

/** A person whom an upload asks for, as written. */
export interface UploadedPerson {
  readonly row: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
}

/** Whatever the upload's rows are compared with beside their own rules. */
export interface UploadSurroundings {
  /** Whether a user of the region has the email, which is in lower case. */
  readonly isEmailTaken: (email: string) => Promise<boolean>;
  /** The first row of this upload with the email, which is in lower case. */
  readonly firstRowOf: (email: string) => number | undefined;
}

/** A person as stored, or what is wrong with what was written about them (UPLOAD-19, UPLOAD-20). */
export type CheckedPerson = { readonly user: NewUser } | { readonly problems: readonly RowProblem[] };

/** Which value of a row belongs to which column; names are compared without case. */
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

/** Whether a header has every column that users need (UPLOAD-15). */
export function hasRequiredColumns(header: readonly string[]): boolean {
  const indexes = indexesOf(header);
  return requiredColumns.every((column) => indexes[column] >= 0);
}

/** The names in a value of the column "groups" (UPLOAD-13). */
const namesIn = (groups: string): string[] => [...new Set(groups.split(";").map(oneLine).filter(Boolean))];

/** A row's person and the groups named for them. */
export function personIn(
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
    groupNames: namesIn(text("groups")),
  };
}

/** Says for each email the first row that has it. */
export function firstRows(people: readonly Pick<UploadedPerson, "row" | "email">[]) {
  const rows = new Map<string, number>();
  for (const { row, email } of people) {
    const key = normalizeEmail(email);
    if (key !== "" && !rows.has(key)) rows.set(key, row);
  }
  return (email: string) => rows.get(email);
}

/** Checks one person by the rules of the create form, then against the file and the region (UPLOAD-19, UPLOAD-20). */
export async function checkPerson(
  person: UploadedPerson,
  { isEmailTaken, firstRowOf }: UploadSurroundings,
): Promise<CheckedPerson> {
  const checked = checkNewUser(person);
  const problems: RowProblem[] =
    "problems" in checked
      ? uploadColumns.flatMap((column) =>
          column === "groups"
            ? []
            : (checked.problems[column] ?? []).map((text) => ({
                column,
                // A file has no country beside the number, as forms have.
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

/** The message for an email that is taken (UPLOAD-20). */
const emailExists = (email: string) => `User with username and email ${email} already exists.`;

/** The groups that names stand for, and what is wrong with the names (UPLOAD-20). */
export async function groupsNamed(
  names: readonly string[],
  groups: readonly NamedGroup[],
): Promise<{ groupIds: string[]; problems: RowProblem[] }> {
  const groupIds: string[] = [];
  const problems: RowProblem[] = [];
  const refuse = (text: string) => problems.push({ column: "groups", text });
  for (const name of names) {
    // Some systems write a letter and its accent as one character, others as two: a file need not do as the group does.
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

/** The message for a group that does not exist (UPLOAD-20). */
export const groupNotFound = (name: string) => `Group not found: ${name}`;

/** A row that does not have as many values as the header: none of them can be told (UPLOAD-20). */
export function miscounted(header: readonly string[], { values }: FileRow): RowProblem | undefined {
  // Spreadsheets may end a row with more commas than it has columns.
  const isMore = values.slice(header.length).some((value) => value.trim() !== "");
  if (!isMore && values.length >= header.length) return undefined;
  return { column: null, text: `Row has ${values.length} values, expected ${header.length}.` };
}

/** What is wrong with a row in one text, as results and error reports say it. */
export const reasonOf = (problems: readonly RowProblem[]): string =>
  problems
    .map(({ text }, index) => (index < problems.length - 1 ? text.replace(/\.$/, "") : text))
    .join("; ");
