import type { Reader } from "../store/engine";
import { prepared, sql } from "../store/sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("organizations").selectAll().where("id", "=", p.id),
);

export const findOrganization = (db: Reader, id: string) => selectById.get(db, { id });
