import { organizationsArea } from "~/areas/organizations";
import { organizations } from "~/i18n/organizations";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import { archiveOrganizations, organizationNames, restoreOrganizations } from "./organization.server";

/** Archiving and restoring organisations, with texts; never the current customer's (ORG-37). */
export const movableOrganizations: Movable = {
  archive: archiveOrganizations,
  restore: restoreOrganizations,
  names: ({ api }, ids) => organizationNames(api, ids),
  ...moveTexts(organizationsArea),
  beforeArchiving: {
    refuse: ({ scope, translate }, chosen) =>
      chosen.includes(scope.organizationId) ? translate(organizations)("current") : undefined,
  },
};
