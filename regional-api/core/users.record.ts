/** Audit fields of users. */
import { hierarchyAmong } from "./departments.store";
import { rowKind } from "./record-kinds";
import { groupsOfUser, hasPassword, userAmong } from "./users.store";

/** Audit kind of a user account. */
export const userKind = rowKind({
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
  find: userAmong,
  place: ({ hierarchyId }) => ({ departmentId: hierarchyId }),
  values: async ({ id, passwordHash, source, hierarchyId, mfaEnabled }, db) => ({
    password: passwordHash,
    department: (await hierarchyAmong(db, hierarchyId))?.name ?? null,
    mfaEnabled: hasPassword({ source }) ? mfaEnabled === 1 : null,
    groups: (await groupsOfUser(db, id)).map(({ name }) => name),
  }),
});
