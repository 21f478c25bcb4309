/** One forward-only step of a database file; never edited once released, only followed by another. */
export interface Migration {
  /** Unique over both kinds of file; the order of application. */
  readonly number: number;
  readonly name: string;
  /** The file it belongs to: the directory, or each of the region files. */
  readonly file: "directory" | "region";
  readonly sql: string;
}
