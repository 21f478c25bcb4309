import { z } from "zod/v4";
import { graphql } from "~/services/graphql";
import {
  mutationOf,
  type RegionalApi,
  type ResultOf,
  type VariablesOf,
} from "~/services/regional-api.server";

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

const labelLists = z.record(z.string(), z.array(z.string()));
/** What is said of some actions, by their labels (PERM-76, PERM-77). */
export const actionNotes = z.record(z.string(), z.enum(["WHOLE_CUSTOMER", "IDLE"]));
const options = z.array(z.object({ value: z.string(), label: z.string() }));

export type PermissionTab = "console" | "talent-hub";
export type FormState = ResultOf<typeof tabDocument>["ORGGetGroupPolicy"]["formState"];

/** What a tab shows, and what both choose from (PERM-05, PERM-07, PERM-09). Throws ApiError. */
export async function getPermissionTab(api: RegionalApi, groupId: string, tab: PermissionTab) {
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
    // Of those that are kept, what a wildcard allows is shown.
    keptCount: isConsole && !own.isWildcard ? own.keptCount - own.wideRules.length : 0,
    wideRules: isConsole ? own.wideRules : [],
    actionNotes: actionNotes.parse(hub.ACTION_NOTES),
    sections: labelLists.parse(hub.SECTION_ACTIONS_MAPPINGS),
    templates: labelLists.parse(hub.ROLE_ACTION_STATE_MAPPINGS),
    templateOptions: options.parse(hub.ROLE_TEMPLATE_OPTIONS),
  };
}

const customersDocument = graphql(`
  query GlobalCustomers($_id: ID!) {
    ORGGetOrganizationGlobalCustomers(_id: $_id) {
      customerId
      customerDisplayName
      organizationId
      awsRegion
      rootHierarchyId
    }
  }
`);

export type GlobalCustomer = ResultOf<typeof customersDocument>["ORGGetOrganizationGlobalCustomers"][number];

/** The organisation's customers of all regions by name (PERM-10, PERM-11). Throws ApiError. */
export async function getGlobalCustomers(api: RegionalApi, _id: string): Promise<GlobalCustomer[]> {
  const { ORGGetOrganizationGlobalCustomers } = await api.query(customersDocument, { _id });
  return ORGGetOrganizationGlobalCustomers.toSorted((a, b) =>
    a.customerDisplayName.localeCompare(b.customerDisplayName, "en", { sensitivity: "base" }),
  );
}

const placeFields = graphql(`
  fragment PlaceFields on CommonPermissionPlace @_unmask {
    awsRegion
    organizationId
    customerId
    hierarchyId
  }
`);

/** What a change of groups and policies means to people. */
export const changeFields = graphql(
  `
    fragment ChangeFields on CommonPermissionChange @_unmask {
      impacts {
        action
        place {
          ...PlaceFields
        }
        except {
          ...PlaceFields
        }
        isAdded
        isDenied
        people
        isCallerAmong
      }
      isComplete
      members
      losingConsole
      losesOwnAccess
      losesLastAdministrator
      unsaid
    }
  `,
  [placeFields],
);

const changeDocument = graphql(
  `
    query PermissionChange(
      $groupId: ID!
      $tab: CommonPermissionTab!
      $permissionTabState: CommonPermissionTabStateInput!
    ) {
      CommonGetPermissionChange(groupId: $groupId, tab: $tab, permissionTabState: $permissionTabState) {
        ...ChangeFields
      }
    }
  `,
  [changeFields],
);

export type PermissionChange = ResultOf<typeof changeDocument>["CommonGetPermissionChange"];

/** What saving a tab would change (PERM-68). Throws ApiError. */
export const getPermissionChange = async (
  api: RegionalApi,
  groupId: string,
  tab: PermissionTab,
  permissionTabState: VariablesOf<typeof changeDocument>["permissionTabState"],
): Promise<PermissionChange> =>
  (
    await api.query(changeDocument, {
      groupId,
      tab: tab === "console" ? "CONSOLE" : "TALENT_HUB",
      permissionTabState,
    })
  ).CommonGetPermissionChange;

/** PERM-08 */
export const updateConsoleRules = mutationOf(
  graphql(`
    mutation UpdatePolicyV2(
      $filter: CommonPolicyIdFilter!
      $update: CommonPolicyUpdateInput!
      $version: Int!
    ) {
      CommonUpdatePolicyV2(filter: $filter, update: $update, version: $version) {
        id
      }
    }
  `),
);

/** PERM-06 */
export const updateTalentHubRules = mutationOf(
  graphql(`
    mutation UpdatePermissionTab($update: CommonPermissionTabPoliciesInput!, $version: Int!) {
      CommonUpdatePermissionTabPolicies(update: $update, version: $version) {
        basic {
          actions
        }
      }
    }
  `),
);
