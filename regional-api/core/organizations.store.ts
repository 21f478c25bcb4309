import { rowAmong, selectByIds, selectBy } from "./statements.store";
import type { Reader } from "../store/engine";

const selectById = selectBy("organizations", "id");

export const findOrganization = (db: Reader, id: string) => selectById.get(db, { id });

const selectAmong = selectByIds("organizations");

/** The same where many are asked for side by side, which are read together. */
export const organizationAmong = rowAmong(selectAmong);
