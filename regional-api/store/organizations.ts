import type { Database } from "./database";
import { prepared, sql } from "./sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("organizations").selectAll().where("id", "=", p.id),
);

const selectAll = prepared<object>()(() =>
  sql.selectFrom("organizations").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc"),
);

export const findOrganization = (db: Database, id: string) => selectById.get(db, { id });

/** Every organisation, newest first, archived ones included. */
export const allOrganizations = (db: Database) => selectAll.all(db, {});
