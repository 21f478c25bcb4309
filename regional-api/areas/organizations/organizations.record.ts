/** What the record of changes says of organisations. */
import { organizationAmong } from "../../core/organizations.store";
import { recordKind } from "../../core/record";

/** An organisation: it belongs to no customer. */
export const organizationKind = recordKind({
  kind: "ORGANIZATION",
  code: "wildcard",
  fields: { accountName: "shown", name: "shown" },
  read: async (db, id) => {
    const organization = await organizationAmong(db, id);
    return (
      organization && {
        name: organization.displayName,
        customerId: null,
        organizationId: id,
        isArchived: organization.archivedAt !== null,
        version: organization.version,
        values: { accountName: organization.uniqueName, name: organization.displayName },
      }
    );
  },
});
