/** The organisation entity, which belongs to no customer. Texts come from the catalogue (ORG-26 to ORG-29). */
import { lineRule } from "../../core/text-rules";
import { entity } from "../../core/entity";
import { text } from "../../core/fields";

export const organizations = entity("organizations", {
  what: "organisation",
  fields: {
    uniqueName: text(
      lineRule("organizationUniqueName", 100, "the unique name", "Please enter unique organisation name"),
      { recordedAs: "accountName" },
    ),
    displayName: text(
      lineRule("organizationDisplayName", 100, "the display name", "Please enter display organisation name"),
      { recordedAs: "name" },
    ),
  },
  record: {
    kind: "ORGANIZATION",
    code: "wildcard",
    name: ({ displayName }) => displayName,
    place: ({ id }) => ({ organizationId: id }),
  },
});
