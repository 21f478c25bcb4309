/**
 * All tables, each declared once (tables/columns.ts). Ids are 24 lower-case hex characters. Table names are
 * unique across the directory and region files, because a region's connection sees both (see database.ts).
 */
import type { Insertable, Selectable } from "kysely";
import { atsTables } from "./tables/ats";
import { bulkTables } from "./tables/bulk";
import type { Table } from "./tables/columns";
import { decisionTables } from "./tables/decisions";
import { directoryTables } from "./tables/directory";
import { eventsTables } from "./tables/events";
import { hiringTables } from "./tables/hiring";
import { identityTables } from "./tables/identity";
import { peopleTables } from "./tables/people";
import { recordTables } from "./tables/record";
import { retentionTables } from "./tables/retention";
import { settingsTables } from "./tables/settings";

/** The tables of each kind of file, referenced tables first. */
export const declared = {
  directory: directoryTables,
  region: {
    ...identityTables,
    ...settingsTables,
    ...hiringTables,
    ...decisionTables,
    ...eventsTables,
    ...atsTables,
    ...bulkTables,
    ...peopleTables,
    ...recordTables,
    ...retentionTables,
  },
};

type RowsOf<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends Table<infer Columns>
    ? { [Column in keyof Columns]: Columns[Column]["type"] }
    : never;
};

/** A view of candidates under a hold, one row per hold. */
interface CandidateHoldView {
  heldId: string;
  seq: number;
}

/** The tables that a region's connection sees, in the form Kysely requires. */
export type Tables = RowsOf<typeof directoryTables> &
  RowsOf<typeof declared.region> & { candidate_holds: CandidateHoldView };

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
