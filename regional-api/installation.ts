/** The first rows of an empty installation: an organisation, a customer, and the platform administrator. */
import { newId, newUuid } from "./core/ids";
import { recordMade } from "./core/record";
import { userKind } from "./core/users.record";
import { customers } from "./areas/customers/customers.entity";
import { insertCustomer } from "./areas/customers/customers.store";
import { organizations } from "./areas/organizations/organizations.entity";
import { isSameIgnoringCase } from "./store/dialect";
import type { Region, Regions } from "./store/engine";
import { groups } from "./areas/groups/groups.entity";
import { insertPolicy, insertTemplatePolicies } from "./areas/policies/policies.store";
import type { Row } from "./store/tables";
import { prepared, sql } from "./store/sql";
import { insertUser } from "./areas/users/users.store";

const selectUsers = prepared<object>()(() => sql.selectFrom("users").selectAll().limit(2));

const selectOrganization = prepared<{ uniqueName: string }>()((p) =>
  sql.selectFrom("organizations").selectAll().where(isSameIgnoringCase("uniqueName", p.uniqueName)),
);

/** Returns up to two users of each region, which is enough to distinguish none, one and several. */
export async function someUsers(databases: Regions): Promise<{ region: Region; user: Row<"users"> }[]> {
  const users: { region: Region; user: Row<"users"> }[] = [];
  for (const region of databases.all())
    users.push(...(await selectUsers.all(region.reader, {})).map((user) => ({ region, user })));
  return users;
}

interface Name {
  readonly uniqueName: string;
  readonly displayName: string;
}

export interface FirstAdministrator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: Name;
  readonly customer: Name;
  readonly policyPrefix: string;
}

/**
 * Inserts the rows in the region and returns the id of the user, who has no password yet and every right
 * everywhere. The organisation, which only the directory holds, comes first, so that a crash leaves no
 * customer without one.
 */
export async function insertFirstAdministrator(
  region: Region,
  wanted: FirstAdministrator,
  now: number,
): Promise<string> {
  const { email, firstName, lastName, policyPrefix } = wanted;
  const times = { createdAt: now, updatedAt: now };
  const found = await selectOrganization.get(region.reader, { uniqueName: wanted.organization.uniqueName });
  const organizationId = found?.id ?? newId(now);
  if (!found) {
    const organization = { id: organizationId, ...wanted.organization, ...times, archivedAt: null };
    await region.write((db) => db.run(sql.insertInto("organizations").values(organization)));
  }
  const [customerId, hierarchyId, groupId, userId] = [newId(now), newId(now), newId(now), newId(now)];
  const owner = { organizationId, customerId };
  const name = "Platform staff";
  const description = "Runs the platform for all customers.";
  await region.write(async (db) => {
    const customer = {
      id: customerId,
      organizationId,
      ...wanted.customer,
      rootHierarchyId: hierarchyId,
      tags: "[]",
      createdBy: null,
      ...times,
      archivedAt: null,
    };
    await insertCustomer(db, customer);
    await insertTemplatePolicies(db, customer, policyPrefix);
    const group = { id: groupId, ...owner, hierarchyId, ...times, archivedAt: null };
    await groups.rows.insert(db, { ...group, ...groups.stored({ name, description }) });
    await insertPolicy(
      db,
      {
        id: newUuid(),
        ...owner,
        name,
        description: null,
        tags: JSON.stringify([{ name: "editable", value: "false" }]),
        statements: JSON.stringify([{ effect: "Allow", actions: ["*"], resources: ["*"] }]),
        ...times,
      },
      { groupId, kind: "OWN" },
    );
    await insertUser(
      db,
      {
        id: userId,
        ...owner,
        hierarchyId,
        source: "LOCAL",
        userType: "INTERNAL",
        username: email,
        email,
        firstName,
        lastName,
        phoneNumber: null,
        passwordHash: null,
        mustChangePassword: 0,
        lastPasswordUpdatedAt: null,
        mfaEnabled: 0,
        mfaMethod: null,
        notes: null,
        defaultCustomerId: customerId,
        lastActive: null,
        ...times,
        archivedAt: null,
      },
      [groupId],
    );
    const occasion = { now, remoteAddress: "", requestId: newUuid() };
    const made = [
      [organizations.kind, organizationId],
      [customers.kind, customerId],
      [userKind, userId],
    ] as const;
    for (const [kind, id] of made)
      await recordMade(db, occasion, { operation: "create-admin", source: "COMMAND" }, kind, [id]);
  });
  return userId;
}
