/**
 * Repairs the effect of a crash between the two files of one commit: the region has the change, the directory
 * lacks it (see database.ts). Runs before serving.
 */
import { sql as raw } from "kysely";
import { writing } from "./dialect";
import type { Regions, Writer } from "./engine";

const customersMissing = (awsRegion: string) =>
  writing(raw`
  INSERT INTO customer_directory
    (id, organizationId, uniqueName, displayName, awsRegion, rootHierarchyId, createdAt, archivedAt)
  SELECT id, organizationId, uniqueName, displayName, ${awsRegion}, rootHierarchyId, createdAt, archivedAt
  FROM customers WHERE id NOT IN (SELECT id FROM customer_directory)`);

// The creator's access is lost only together with the directory row, so it is restored only with that row.
const creatorsMissing = writing(raw`
  INSERT OR IGNORE INTO user_customers (userId, customerId)
  SELECT createdBy, id FROM customers
  WHERE createdBy IS NOT NULL AND id NOT IN (SELECT id FROM customer_directory)`);

const customersChanged = writing(raw`
  UPDATE customer_directory SET archivedAt = c.archivedAt, displayName = c.displayName
  FROM customers AS c
  WHERE c.id = customer_directory.id
    AND (c.archivedAt IS NOT customer_directory.archivedAt OR c.displayName <> customer_directory.displayName)`);

const usersCustomersMissing = writing(raw`
  INSERT OR IGNORE INTO user_customers (userId, customerId)
  SELECT id, customerId FROM users WHERE id NOT IN (SELECT id FROM user_directory)`);

const usersMissing = (awsRegion: string) =>
  writing(raw`
  INSERT INTO user_directory (id, email, awsRegion, organizationId, customerId, archivedAt)
  SELECT id, email, ${awsRegion}, organizationId, customerId, archivedAt
  FROM users WHERE id NOT IN (SELECT id FROM user_directory)`);

const usersChanged = writing(raw`
  UPDATE user_directory SET archivedAt = u.archivedAt
  FROM users AS u
  WHERE u.id = user_directory.id AND u.archivedAt IS NOT user_directory.archivedAt`);

async function reconcileRegion(db: Writer): Promise<number> {
  let changes = (await db.run(creatorsMissing)).changes;
  changes += (await db.run(customersMissing(db.awsRegion))).changes;
  changes += (await db.run(customersChanged)).changes;
  changes += (await db.run(usersCustomersMissing)).changes;
  changes += (await db.run(usersMissing(db.awsRegion))).changes;
  changes += (await db.run(usersChanged)).changes;
  return changes;
}

/** Returns the number of directory rows repaired. */
export async function reconcileDirectory(databases: Regions): Promise<number> {
  let changes = 0;
  for (const region of databases.all()) changes += await region.write(reconcileRegion);
  return changes;
}
