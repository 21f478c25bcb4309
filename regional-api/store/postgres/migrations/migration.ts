/** One forward-only step of a schema; never edited once released, only followed by another. */
export interface PostgresMigration {
  /** Unique over both schemas; the order of application. */
  readonly number: number;
  readonly name: string;
  /** The schema it belongs to: the directory's, or that of each region. */
  readonly schema: "directory" | "region";
  readonly sql: string;
  /** Keys to be made anew once it ran, by their tables. */
  readonly keys?: Readonly<Record<string, readonly string[]>> | undefined;
}
