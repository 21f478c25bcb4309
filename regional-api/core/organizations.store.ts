import type { Reader } from "../store/engine";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { together } from "../store/together";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("organizations").selectAll().where("id", "=", p.id),
);

export const findOrganization = (db: Reader, id: string) => selectById.get(db, { id });

const selectAmong = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("organizations").selectAll().where(anyOf("id", p.ids)),
);

/** The same where many are asked for side by side, which are read together. */
export const organizationAmong = together(
  async (db, ids) =>
    new Map((await selectAmong.all(db, { ids })).map((organization) => [organization.id, organization])),
);
