type Unsaid<T> = { [K in keyof T]: false extends T[K] ? K : null extends T[K] ? K : never }[keyof T];

/** A row in which what was false or null is absent. */
export type Sparse<T> = Omit<T, Unsaid<T>> & {
  [K in Unsaid<T>]?: T[K] extends boolean ? boolean : Exclude<T[K], false | null>;
};

/** Leaves out what is false or null, which reads the same where it is absent: a page pays for each field of each row. */
export const sparse = <T extends object>(row: T): Sparse<T> =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== false && value !== null),
  ) as Sparse<T>;
