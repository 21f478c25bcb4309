/** What the record of changes says of customers. */
import { regionCustomer } from "../../core/customers.store";
import { recordKind } from "../../core/record";

/** A customer, which is made, archived and restored by those who run its organisation. */
export const customerKind = recordKind({
  kind: "CUSTOMER",
  code: "wildcard",
  fields: { accountName: "shown", name: "shown" },
  read: async (db, id) => {
    const customer = await regionCustomer(db, id);
    return (
      customer && {
        name: customer.displayName,
        customerId: null,
        organizationId: customer.organizationId,
        isArchived: customer.archivedAt !== null,
        values: { accountName: customer.uniqueName, name: customer.displayName },
      }
    );
  },
});
