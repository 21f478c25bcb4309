import type { Reader } from "../store/engine";
import { selectBy } from "./statements.store";

const selectById = selectBy("organizations", "id");

export const findOrganization = (db: Reader, id: string) => selectById.get(db, { id });
