import { permissionFields } from "~/models/rules/held-permissions.server";
import { changeFields, actionChoices, type PermissionChange } from "~/models/rules/rules.server";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const formState = graphql(`
  fragment FormState on CommonPermissionFormState @_unmask {
    basic {
      actions
      customers {
        customerId
        hierarchyIds
        awsRegion
        organizationId
      }
    }
    advanced {
      actions
      customers {
        customerId
        hierarchyIds
        awsRegion
        organizationId
      }
    }
  }
`);

const tabDocument = graphql(
  `
    query PermissionTabs($filter: CommonGroupIdFilter!) {
      CommonGetPermissionTabState(filter: $filter) {
        formState {
          ...FormState
        }
        edition {
          version
        }
        isEditable
        SECTION_ACTIONS_MAPPINGS
        ACTION_NOTES
        ROLE_ACTION_STATE_MAPPINGS
        ROLE_TEMPLATE_OPTIONS
      }
      ORGGetGroupPolicy(filter: $filter) {
        id
        version
        isWildcard
        keptCount
        wideRules {
          actions
          customers {
            customerId
            hierarchyIds
          }
        }
        formState {
          ...FormState
        }
      }
    }
  `,
  [formState],
);

export type PermissionTab = "console" | "talent-hub";
export type FormState = ResultOf<typeof formState>;

/** Loads a tab, and the choices of both tabs (PERM-05, PERM-07, PERM-09). Throws ApiError. */
export async function getPermissionTab(api: CustomerApi, groupId: string, tab: PermissionTab) {
  const { CommonGetPermissionTabState: hub, ORGGetGroupPolicy: own } = await api.query(tabDocument, {
    filter: { groupId },
  });
  const isConsole = tab === "console";
  return {
    state: isConsole ? own.formState : hub.formState,
    version: isConsole ? own.version : hub.edition.version,
    policyId: own.id,
    isEditable: hub.isEditable,
    isWildcard: isConsole && own.isWildcard,
    // Rules that the form keeps unchanged, except wildcard rules, which it shows.
    keptCount: isConsole && !own.isWildcard ? own.keptCount - own.wideRules.length : 0,
    wideRules: isConsole ? own.wideRules : [],
    ...actionChoices(hub),
  };
}

/** The permissions that a group's policies give its members (GRP-65). Throws ApiError. */
export const getGroupPermissions = queryOf("ORGGetGroupPermissions", permissionFields, "GroupPermissions");

const fetchChange = queryOf("CommonGetPermissionChange", changeFields);

/** Effect of saving a tab (PERM-68). Throws ApiError. */
export const getPermissionChange = (
  api: CustomerApi,
  groupId: string,
  tab: PermissionTab,
  permissionTabState: Parameters<typeof fetchChange>[1]["permissionTabState"],
): Promise<PermissionChange> =>
  fetchChange(api, {
    groupId,
    tab: tab === "console" ? "CONSOLE" : "TALENT_HUB",
    permissionTabState,
  });

/** Saves a group's console rules (PERM-08). */
export const updateConsoleRules = mutationOf("CommonUpdatePolicyV2", "id");

/** Saves a group's Talent Hub rules (PERM-06). */
export const updateTalentHubRules = mutationOf(
  "CommonUpdatePermissionTabPolicies",
  "basic { actions }",
  "UpdatePermissionTab",
);
