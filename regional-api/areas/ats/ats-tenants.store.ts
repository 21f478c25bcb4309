/** Applicant-tracking systems: their templates, and the customers' tenants of them. */
import { selectBy } from "../../core/statements.store";
import { everyInTurn } from "../../store/in-turn";
import { archivableRows } from "../../core/rows.store";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectTemplates = prepared<object>()(() =>
  sql.selectFrom("ats_templates").selectAll().orderBy("atsName"),
);

const selectTemplate = selectBy("ats_templates", "id");

const selectTemplateOf = selectBy("ats_templates", "atsName");

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

/** The tenants themselves, of whatever customer. */
export const tenantRows = archivableRows("ats_tenants");

const selectGroup = prepared<{ id: string; customerId: string }>()((p) =>
  sql.selectFrom("groups").select("id").where("id", "=", p.id).where("customerId", "=", p.customerId),
);

const selectWorkflow = prepared<{ id: string; customerId: string }>()((p) =>
  sql.selectFrom("workflows").select("id").where("id", "=", p.id).where("customerId", "=", p.customerId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const atsTenantQueries = {
  selectTemplateOf,
  selectTenants,
  selectGroup,
  selectWorkflow,
};

export type AtsTemplate = Row<"ats_templates">;
export type AtsTenant = Row<"ats_tenants">;

/** All templates; they are the same for every customer and few. */
export const allTemplates = (db: Reader): Promise<AtsTemplate[]> => selectTemplates.all(db, {});
export const findTemplate = (db: Reader, id: string) => selectTemplate.get(db, { id });
export const findTemplateOf = (db: Reader, atsName: string) => selectTemplateOf.get(db, { atsName });

/** The customer's active tenants, newest first. */
export const tenantsOf = (db: Reader, customerId: string): Promise<AtsTenant[]> =>
  selectTenants.all(db, { customerId });

/** Whether all groups and workflows are the customer's own, archived ones included. */
export async function areOwn(
  db: Reader,
  customerId: string,
  { groupIds, workflowIds }: { groupIds: readonly string[]; workflowIds: readonly string[] },
): Promise<boolean> {
  return (
    (await everyInTurn(
      groupIds,
      async (id) => (await selectGroup.get(db, { id, customerId })) !== undefined,
    )) &&
    (await everyInTurn(
      workflowIds,
      async (id) => (await selectWorkflow.get(db, { id, customerId })) !== undefined,
    ))
  );
}
