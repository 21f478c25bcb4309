/** Applicant-tracking systems: their templates, and the customers' tenants of them. */
import { editionOf, type Edition } from "../../core/editions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectTemplates = prepared<object>()(() =>
  sql.selectFrom("ats_templates").selectAll().orderBy("atsName"),
);

const selectTemplate = prepared<{ id: string }>()((p) =>
  sql.selectFrom("ats_templates").selectAll().where("id", "=", p.id),
);

const selectTemplateOf = prepared<{ atsName: string }>()((p) =>
  sql.selectFrom("ats_templates").selectAll().where("atsName", "=", p.atsName),
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

const selectTenant = prepared<{ id: string; customerId: string }>()((p) =>
  sql.selectFrom("ats_tenants").selectAll().where("id", "=", p.id).where("customerId", "=", p.customerId),
);

const insertTenant = prepared<Row<"ats_tenants">>()((p) =>
  sql.insertInto("ats_tenants").values({
    id: p.id,
    customerId: p.customerId,
    hierarchyId: p.hierarchyId,
    atsName: p.atsName,
    externalTenantId: p.externalTenantId,
    customerName: p.customerName,
    credential: p.credential,
    extra: p.extra,
    createdAt: p.createdAt,
    updatedAt: p.updatedAt,
    archivedAt: p.archivedAt,
    ...editionOf(p),
  }),
);

type Changes = Edition &
  Pick<Row<"ats_tenants">, "id" | "externalTenantId" | "customerName" | "credential" | "extra" | "updatedAt">;

const updateTenant = prepared<Changes>()((p) =>
  sql
    .updateTable("ats_tenants")
    .set({
      externalTenantId: p.externalTenantId,
      customerName: p.customerName,
      credential: p.credential,
      extra: p.extra,
      updatedAt: p.updatedAt,
      ...editionOf(p),
    })
    .where("id", "=", p.id),
);

const selectTenantById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("ats_tenants").selectAll().where("id", "=", p.id),
);

const archiveOne = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("ats_tenants").set({ archivedAt: p.now, updatedAt: p.now }).where("id", "=", p.id),
);

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
  selectTenant,
  selectGroup,
  selectWorkflow,
};

export type AtsTemplate = Row<"ats_templates">;
export type AtsTenant = Row<"ats_tenants">;

/** All templates; they are the same for every customer and few. */
export const allTemplates = (db: Reader): AtsTemplate[] => selectTemplates.all(db, {});
export const findTemplate = (db: Reader, id: string) => selectTemplate.get(db, { id });
export const findTemplateOf = (db: Reader, atsName: string) => selectTemplateOf.get(db, { atsName });

/** The customer's active tenants, newest first. */
export const tenantsOf = (db: Reader, customerId: string): AtsTenant[] =>
  selectTenants.all(db, { customerId });

/** A tenant of the customer, archived or not. */
export const findTenant = (db: Reader, customerId: string, id: string) =>
  selectTenant.get(db, { id, customerId });

/** A tenant of whatever customer. */
export const tenantById = (db: Reader, id: string) => selectTenantById.get(db, { id });

export const addTenant = (db: Writer, tenant: AtsTenant): void => void insertTenant.run(db, tenant);
export const changeTenant = (db: Writer, changes: Changes): void => void updateTenant.run(db, changes);
export const archiveTenant = (db: Writer, id: string, now: number): void =>
  void archiveOne.run(db, { id, now });

/** Whether all groups and workflows are the customer's own, archived ones included. */
export function areOwn(
  db: Reader,
  customerId: string,
  { groupIds, workflowIds }: { groupIds: readonly string[]; workflowIds: readonly string[] },
): boolean {
  return (
    groupIds.every((id) => selectGroup.get(db, { id, customerId })) &&
    workflowIds.every((id) => selectWorkflow.get(db, { id, customerId }))
  );
}
