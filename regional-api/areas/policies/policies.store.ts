import { roleTemplates, roleTemplateStatements } from "../../core/permissions";
import { newId } from "../../core/ids";
import { rowsOf } from "../../core/rows.store";
import { editionOf, type Edition } from "../../core/optimistic-lock";
import { batchInserter } from "../../store/batch-insert";
import { anyOf, bit, contains } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchLoader } from "../../store/batch-loader";

export type PolicyKind = Row<"group_policies">["kind"];

/**
 * Returns the policies that each new customer gets: one per role template, on all of its departments
 * (POL-04).
 */
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

export async function insertTemplatePolicies(
  db: Writer,
  customer: Parameters<typeof templatePolicies>[0],
  prefix: string,
): Promise<void> {
  await db.run(sql.insertInto("policies").values(templatePolicies(customer, db.awsRegion, prefix)));
}

const rows = rowsOf("policies");

/** `findPolicy` returns a policy of this region; `policyAmong` does so with concurrent calls batched. */
export const { find: findPolicy, findAmong: policyAmong } = rows;

const selectOfGroup = prepared<{ groupId: string; kind: PolicyKind }>()((p) =>
  sql
    .selectFrom("group_policies as gp")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .selectAll("p")
    .where("gp.groupId", "=", p.groupId)
    .where("gp.kind", "=", p.kind),
);

const selectAttached = prepared<{ groupId: string }>()((p) =>
  sql
    .selectFrom("group_policies")
    .select("policyId")
    .where("groupId", "=", p.groupId)
    .where("kind", "=", "ATTACHED"),
);

/** Returns the ids of the shared policies attached to a group, in addition to its own. */
export const attachedPolicies = async (db: Reader, groupId: string): Promise<string[]> =>
  (await selectAttached.all(db, { groupId })).map(({ policyId }) => policyId);

const selectNames = prepared<{ groupIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_policies as gp")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["gp.groupId", "p.id", "p.name"])
    .where(anyOf("gp.groupId", p.groupIds))
    .where("gp.kind", "=", "ATTACHED")
    .orderBy("gp.groupId")
    .orderBy("gp.policyId"),
);

const namesOfGroups = batchLoader(async (db, groupIds) =>
  rowsBy(await selectNames.all(db, { groupIds }), ({ groupId }) => groupId),
);

/** Returns the ids and names of the shared policies attached to a group. */
export const attachedNames = async (db: Reader, groupId: string) => (await namesOfGroups(db, groupId)) ?? [];

/** Returns the version fields of a group's shared policies, which are edited separately from its name. */
export const policiesEditionOf = (
  group: Pick<Row<"groups">, "policiesVersion" | "policiesChangedAt" | "policiesChangedBy">,
): Edition => ({
  version: group.policiesVersion,
  changedAt: group.policiesChangedAt,
  changedBy: group.policiesChangedBy,
});

const updateEdition = prepared<Edition & { groupId: string }>()((p) =>
  sql
    .updateTable("groups")
    .set({ policiesVersion: p.version, policiesChangedAt: p.changedAt, policiesChangedBy: p.changedBy })
    .where("id", "=", p.groupId),
);

/** Returns a group's own policy, or its talent hub policy; undefined before the latter is first saved. */
export const policyOfGroup = (db: Reader, groupId: string, kind: "OWN" | "TALENT_HUB") =>
  selectOfGroup.get(db, { groupId, kind });

/** Stores a policy's name, description and statements. */
export const updatePolicy = (db: Writer, changed: Row<"policies">): Promise<void> => {
  const { id, name, description, statements, updatedAt } = changed;
  return rows.update(db, id, { name, description, statements, updatedAt, ...editionOf(changed) });
};

/** Adds a policy; with `of`, links it to a group. */
export async function insertPolicy(
  db: Writer,
  policy: NewRow<"policies">,
  of?: { groupId: string; kind: PolicyKind },
): Promise<void> {
  await rows.insert(db, policy);
  if (of) await db.run(sql.insertInto("group_policies").values({ ...of, policyId: policy.id }));
}

const selectOfCustomer = prepared<{ organizationId: string; customerId: string }>()((p) =>
  sql
    .selectFrom("policies as p")
    .select(["p.id", "p.name", "p.updatedAt"])
    .select((policy) => {
      const owned = policy
        .selectFrom("group_policies as o")
        .select("o.policyId")
        .whereRef("o.policyId", "=", "p.id")
        .where("o.kind", "=", "OWN");
      const hasWildcard = contains("p.statements", '"*"');
      return [
        bit(policy.exists(owned)).as("isOwn"),
        policy.case().when(hasWildcard).then(policy.ref("p.statements")).else("[]").end().as("statements"),
      ];
    })
    .where("p.organizationId", "=", p.organizationId)
    .where("p.customerId", "=", p.customerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("group_policies as gp")
            .select("gp.policyId")
            .whereRef("gp.policyId", "=", "p.id")
            .where("gp.kind", "=", "TALENT_HUB"),
        ),
      ),
    ),
);

/**
 * Returns rows for the list of a customer's policies, without talent hub policies (POL-04). `statements` is
 * filled in only for policies with a wildcard.
 */
export const policiesOfCustomer = (db: Reader, organizationId: string, customerId: string) =>
  selectOfCustomer.all(db, { organizationId, customerId });

const attach = batchInserter("group_policies", { groupId: "text", policyId: "text", kind: "text" });

/** Replaces the shared policies of a group; its own policies stay. */
export async function setAttached(
  db: Writer,
  groupId: string,
  policyIds: readonly string[],
  edition: Edition,
): Promise<void> {
  await updateEdition.run(db, { groupId, ...edition });
  await db.run(
    sql.deleteFrom("group_policies").where("groupId", "=", groupId).where("kind", "=", "ATTACHED"),
  );
  await mapConcurrently(policyIds, (policyId) => attach(db, { groupId, policyId, kind: "ATTACHED" }));
}
