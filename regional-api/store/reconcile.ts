/**
 * Repairs what a crash between the two files of one commit leaves behind: the region has the change, the directory
 * does not yet (see database.ts). Runs before the first call is answered.
 */
import type { Regions, Writer } from "./engine";
import { carryEventsOver } from "./record-carry";

const customersMissing = `
  INSERT INTO customer_directory
    (id, organizationId, uniqueName, displayName, awsRegion, rootHierarchyId, createdAt, archivedAt)
  SELECT id, organizationId, uniqueName, displayName, ?, rootHierarchyId, createdAt, archivedAt
  FROM customers WHERE id NOT IN (SELECT id FROM customer_directory)`;

// The creator's own list is lost only together with the directory row, so it is restored only then.
const creatorsMissing = `
  INSERT OR IGNORE INTO user_customers (userId, customerId)
  SELECT createdBy, id FROM customers
  WHERE createdBy IS NOT NULL AND id NOT IN (SELECT id FROM customer_directory)`;

const customersChanged = `
  UPDATE customer_directory SET archivedAt = c.archivedAt, displayName = c.displayName
  FROM customers AS c
  WHERE c.id = customer_directory.id
    AND (c.archivedAt IS NOT customer_directory.archivedAt OR c.displayName <> customer_directory.displayName)`;

const usersCustomersMissing = `
  INSERT OR IGNORE INTO user_customers (userId, customerId)
  SELECT id, customerId FROM users WHERE id NOT IN (SELECT id FROM user_directory)`;

const usersMissing = `
  INSERT INTO user_directory (id, email, awsRegion, organizationId, customerId, archivedAt)
  SELECT id, email, ?, organizationId, customerId, archivedAt
  FROM users WHERE id NOT IN (SELECT id FROM user_directory)`;

const usersChanged = `
  UPDATE user_directory SET archivedAt = u.archivedAt
  FROM users AS u
  WHERE u.id = user_directory.id AND u.archivedAt IS NOT user_directory.archivedAt`;

function reconcileRegion(db: Writer): number {
  let changes = db.statement(creatorsMissing).run().changes;
  changes += db.statement(customersMissing).run(db.awsRegion).changes;
  changes += db.statement(customersChanged).run().changes;
  changes += db.statement(usersCustomersMissing).run().changes;
  changes += db.statement(usersMissing).run(db.awsRegion).changes;
  changes += db.statement(usersChanged).run().changes;
  carryEventsOver(db);
  return changes;
}

/** Gives the number of directory rows that were repaired. */
export function reconcile(databases: Regions): number {
  let changes = 0;
  for (const region of databases.all()) changes += region.write(reconcileRegion);
  return changes;
}
