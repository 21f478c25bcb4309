/** What the record of changes says of groups. */
import { hierarchyAmong } from "../../core/departments.store";
import { recordKind } from "../../core/record";
import { groupAmong, membersOf } from "../permissions/group-grants.store";
import { attachedNames } from "../policies/policies.store";

/** A group, with who is in it and which shared policies it has. */
export const groupKind = recordKind({
  kind: "GROUP",
  code: "org:listUser",
  fields: {
    name: "shown",
    description: "shown",
    department: "shown",
    members: "personal",
    memberCount: "shown",
    policies: "shown",
  },
  read: async (db, id) => {
    const group = await groupAmong(db, id);
    if (!group) return undefined;
    const members = await membersOf(db, id);
    return {
      name: group.name,
      customerId: group.customerId,
      departmentId: group.hierarchyId,
      isArchived: group.archivedAt !== null,
      version: group.version + group.policiesVersion,
      values: {
        name: group.name,
        description: group.description,
        department: (await hierarchyAmong(db, group.hierarchyId))?.name ?? null,
        members,
        memberCount: members.length,
        policies: (await attachedNames(db, id)).map(({ name }) => name),
      },
    };
  },
});
