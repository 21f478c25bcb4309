import { organizationsArea } from "~/areas/organizations";
import { organizations } from "~/i18n/organizations";
import { type Movable, moveWords } from "~/models/list/moves.server";
import { archiveOrganizations, organizationNames, restoreOrganizations } from "./organization.server";

/** Archives and restores organisations, with the words for it; never that of the open customer (ORG-37). */
export const movableOrganizations: Movable = {
  archive: archiveOrganizations,
  restore: restoreOrganizations,
  names: ({ api }, ids) => organizationNames(api, ids),
  ...moveWords(organizationsArea),
  beforeArchiving: {
    refuse: ({ scope, translate }, chosen) =>
      chosen.includes(scope.organizationId) ? translate(organizations)("current") : undefined,
  },
};
