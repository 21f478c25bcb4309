import { findBy } from "./statements.store";

export const findOrganization = findBy("organizations", "id");
