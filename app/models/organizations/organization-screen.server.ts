import { organizationsArea } from "~/areas/organizations";
import { common } from "~/i18n/common";
import { organizations } from "~/i18n/organizations";
import { type Movable, moveWords } from "~/models/list/moves.server";
import {
  archiveOrganizations,
  getOrganizationUsage,
  organizationNames,
  restoreOrganizations,
} from "./organization.server";

/** Archives and restores organisations, with the words for it; never that of the open customer (ORG-37). */
export const movableOrganizations: Movable = {
  archive: archiveOrganizations,
  restore: restoreOrganizations,
  names: ({ api }, ids) => organizationNames(api, ids),
  ...moveWords(organizationsArea),
  beforeArchiving: {
    refuse: ({ scope, translate }, chosen) =>
      chosen.includes(scope.organizationId) ? translate(organizations)("current") : undefined,
    question: async ({ api, translate }, organizationIds) => {
      const t = translate(organizations);
      const count = organizationIds.length;
      const usage = await getOrganizationUsage(api, organizationIds);
      const parts = (["customers", "users", "vacancies"] as const).map((kind) =>
        t(`archiveQuestion.${kind}`, { count: usage[kind] }),
      );
      return {
        title: t("archiveQuestion.title", { count }),
        text: [
          t("archiveQuestion.text", { count }),
          t("archiveQuestion.working", { count, parts: parts.join(", ") }),
        ],
        confirm: translate(common)("actions.archive"),
      };
    },
  },
};
