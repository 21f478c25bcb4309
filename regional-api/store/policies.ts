import { roleTemplates, roleTemplateStatements } from "../domain/permissions";
import { newId } from "../domain/ids";
import type { Database } from "./database";
import type { NewRow, Row } from "./schema";
import { sql } from "./sql";

/** The policies each customer has from the start: one per role template, on all its departments (POL-04). */
export function templatePolicies(
  customer: Pick<Row<"customers">, "id" | "organizationId" | "rootHierarchyId" | "createdAt">,
  awsRegion: string,
  prefix: string,
): NewRow<"policies">[] {
  const { id: customerId, organizationId, rootHierarchyId: hierarchyId, createdAt } = customer;
  const scope = { awsRegion, organizationId, customerId, hierarchyId };
  return roleTemplates.map((template) => ({
    id: newId(createdAt),
    organizationId,
    customerId,
    name: template.name,
    description: null,
    statements: JSON.stringify(roleTemplateStatements(template.key, scope, prefix)),
    createdAt,
    updatedAt: createdAt,
  }));
}

export function insertTemplatePolicies(
  db: Database,
  customer: Parameters<typeof templatePolicies>[0],
  prefix: string,
): void {
  db.run(sql.insertInto("policies").values(templatePolicies(customer, db.awsRegion, prefix)));
}
