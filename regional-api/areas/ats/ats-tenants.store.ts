/** Applicant-tracking systems: their templates, and the customers' tenants. */
import { findBy } from "../../core/statements.store";
import { anyOf } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectTemplates = prepared<object>()(() =>
  sql.selectFrom("ats_templates").selectAll().orderBy("atsName"),
);

const selectTenants = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("ats_tenants")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1_000),
);

const selectGroups = prepared<{ ids: readonly string[]; customerId: string }>()((p) =>
  sql.selectFrom("groups").select("id").where(anyOf("id", p.ids)).where("customerId", "=", p.customerId),
);

const selectWorkflows = prepared<{ ids: readonly string[]; customerId: string }>()((p) =>
  sql.selectFrom("workflows").select("id").where(anyOf("id", p.ids)).where("customerId", "=", p.customerId),
);

export type AtsTemplate = Row<"ats_templates">;
export type AtsTenant = Row<"ats_tenants">;

/** Returns all templates. They are few and shared by all customers. */
export const allTemplates = (db: Reader): Promise<AtsTemplate[]> => selectTemplates.all(db, {});
export const findTemplate = findBy("ats_templates", "id");
export const findTemplateOf = findBy("ats_templates", "atsName");

/** Returns the customer's active tenants, newest first. */
export const tenantsOf = (db: Reader, customerId: string): Promise<AtsTenant[]> =>
  selectTenants.all(db, { customerId });

/** True if all groups and workflows belong to the customer; archived ones count. */
export async function belongToCustomer(
  db: Reader,
  customerId: string,
  { groupIds, workflowIds }: { groupIds: readonly string[]; workflowIds: readonly string[] },
): Promise<boolean> {
  const groups = await selectGroups.all(db, { ids: groupIds, customerId });
  const workflows = await selectWorkflows.all(db, { ids: workflowIds, customerId });
  return groups.length === new Set(groupIds).size && workflows.length === new Set(workflowIds).size;
}
