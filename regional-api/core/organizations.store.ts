import { rowAmong, selectByIds, selectBy } from "./statements.store";
import type { Reader } from "../store/engine";

const selectById = selectBy("organizations", "id");

export const findOrganization = (db: Reader, id: string) => selectById.get(db, { id });

const selectAmong = selectByIds("organizations");

/** An organisation by its id. Those that are asked for at the same time are read by one query. */
export const organizationAmong = rowAmong(selectAmong);
