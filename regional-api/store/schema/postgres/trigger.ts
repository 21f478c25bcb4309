import { quoted } from "../quoted";

type Row = "NEW" | "OLD";

interface TriggerOptions {
  /** Of the rows for which it is true alone. */
  readonly when?: string;
  /** What a trigger before the change gives back: the row that is to be stored. */
  readonly returns?: Row;
}

/** A trigger `name` for each row, such as `AFTER INSERT ON users`, with its function of the same name. */
export const trigger = (
  name: string,
  event: string,
  body: string,
  { when, returns }: TriggerOptions = {},
): string => `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${quoted(body).trim()}
      RETURN ${returns ?? "NULL"};
    END $$;
    CREATE TRIGGER ${name} ${quoted(event)} FOR EACH ROW
      ${when === undefined ? "" : `WHEN (${quoted(when)})`} EXECUTE FUNCTION ${name}();`;

/** Adds to a count of `table`, made where there is none: `keys` are its columns with their values. */
export const addedTo = (table: string, keys: Readonly<Record<string, string>>, change: string): string => `
      INSERT INTO ${table} (${Object.keys(keys).join(", ")}, count)
        VALUES (${Object.values(keys).join(", ")}, ${change})
        ON CONFLICT (${Object.keys(keys).join(", ")}) DO UPDATE SET count = ${table}.count + excluded.count;`;

/** Whether any of the columns has another value than before. */
export const anyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ");
