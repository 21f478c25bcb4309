/** The group entity (GRP-22 to GRP-25). Error texts come from the catalogue. */
import { hierarchyAmong } from "../../core/departments.store";
import { linesRule, lineRule } from "../../core/text-rules";
import { entity } from "../../core/entity";
import { optionalText, text } from "../../core/fields";
import { membersOf } from "../permissions/group-grants.store";
import { attachedNames } from "../policies/policies.store";

export const groups = entity("groups", {
  what: "group",
  fields: {
    name: text(lineRule("groupName", 100, "the group name", "Please enter group name"), {
      key: "nameKey",
    }),
    description: optionalText(linesRule("groupDescription", 700, "the description")),
  },
  // Memberships and shared policies are audited as well.
  record: {
    kind: "GROUP",
    code: "org:listUser",
    place: ({ hierarchyId, version, policiesVersion }) => ({
      departmentId: hierarchyId,
      version: version + policiesVersion,
    }),
    fields: { department: "shown", members: "personal", memberCount: "shown", policies: "shown" },
    values: async ({ id, hierarchyId }, db) => {
      const members = await membersOf(db, id);
      return {
        department: (await hierarchyAmong(db, hierarchyId))?.name ?? null,
        members,
        memberCount: members.length,
        policies: (await attachedNames(db, id)).map(({ name }) => name),
      };
    },
  },
});
