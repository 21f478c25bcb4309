/** What an organisation is: it belongs to no customer. The texts are the catalogue's (ORG-26 to ORG-30). */
import { entity } from "../../core/entity";
import { text } from "../../core/fields";

export const organizations = entity("organizations", {
  what: "organisation",
  fields: {
    uniqueName: text({
      limit: "organizationUniqueName",
      max: 100,
      what: "the unique name",
      missing: "Please enter unique organisation name",
      recordedAs: "accountName",
    }),
    displayName: text({
      limit: "organizationDisplayName",
      max: 100,
      what: "the display name",
      missing: "Please enter display organisation name",
      recordedAs: "name",
    }),
  },
  record: {
    kind: "ORGANIZATION",
    code: "wildcard",
    name: ({ displayName }) => displayName,
    place: ({ id }) => ({ organizationId: id }),
  },
});
