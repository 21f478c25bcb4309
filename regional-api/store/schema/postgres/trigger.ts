import { quoted } from "../quoted";

type Row = "NEW" | "OLD";

interface TriggerOptions {
  /** Condition on rows; the trigger runs only for rows that match. */
  readonly when?: string;
  /** Row that a BEFORE trigger returns, which is then stored. */
  readonly returns?: Row;
}

/** Returns a row-level trigger, e.g. on `AFTER INSERT ON users`, with a function of the same name. */
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

/**
 * Returns SQL that adds to a count in `table`, creating the row if missing; `keys` maps its columns to
 * values.
 */
export const addedTo = (table: string, keys: Readonly<Record<string, string>>, change: string): string => `
      INSERT INTO ${table} (${Object.keys(keys).join(", ")}, count)
        VALUES (${Object.values(keys).join(", ")}, ${change})
        ON CONFLICT (${Object.keys(keys).join(", ")}) DO UPDATE SET count = ${table}.count + excluded.count;`;

/** Returns SQL that is true if any of the columns changed. */
export const anyChanged = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ");
