/** What the record of changes says of users. */
import { hierarchyAmong } from "./departments.store";
import { recordKind } from "./record";
import { groupsOfUser, userAmong } from "./users.store";

/** A person's account. */
export const userKind = recordKind({
  kind: "USER",
  code: "org:viewUser",
  fields: {
    firstName: "personal",
    lastName: "personal",
    email: "personal",
    username: "personal",
    phoneNumber: "personal",
    notes: "personal",
    password: "secret",
    source: "shown",
    department: "shown",
    mfaEnabled: "shown",
    groups: "shown",
  },
  read: async (db, id) => {
    const user = await userAmong(db, id);
    return (
      user && {
        name: null,
        customerId: user.customerId,
        departmentId: user.hierarchyId,
        isArchived: user.archivedAt !== null,
        version: user.version,
        values: {
          firstName: user.firstName,
          lastName: user.lastName,
          email: user.email,
          username: user.username,
          phoneNumber: user.phoneNumber,
          notes: user.notes,
          password: user.passwordHash,
          source: user.source,
          department: (await hierarchyAmong(db, user.hierarchyId))?.name ?? null,
          mfaEnabled: user.mfaEnabled === 1,
          groups: (await groupsOfUser(db, id)).map(({ name }) => name),
        },
      }
    );
  },
});
