export type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

interface Vacancy {
  readonly id: string;
  readonly title: string;
  readonly workflow: string;
}

/** Everything an access pack is made from (RET-12). */
export interface PackFacts {
  readonly customerName: string;
  readonly madeAt: number;
  /** Every row of the candidate, by table. */
  readonly rows: Rows;
  readonly vacancies: readonly Vacancy[];
  /** The names of the customer's decline reasons, by id. */
  readonly reasons: ReadonlyMap<string, string>;
}
