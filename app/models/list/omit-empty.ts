type OmittableKeys<T> = { [K in keyof T]: false extends T[K] ? K : null extends T[K] ? K : never }[keyof T];

/** A row type in which false and null fields are absent. */
export type WithoutEmpty<T> = Omit<T, OmittableKeys<T>> & {
  [K in OmittableKeys<T>]?: T[K] extends boolean ? boolean : Exclude<T[K], false | null>;
};

/** Drops false and null fields, which read the same when absent, because every field of every row adds to page size. */
export const omitEmpty = <T extends object>(row: T): WithoutEmpty<T> =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== false && value !== null),
  ) as WithoutEmpty<T>;
