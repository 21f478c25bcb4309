import type { Database } from "../store/database";
import { prepared, sql } from "../store/sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("organizations").selectAll().where("id", "=", p.id),
);

export const findOrganization = (db: Database, id: string) => selectById.get(db, { id });
