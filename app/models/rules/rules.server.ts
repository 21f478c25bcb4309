import { compareNames } from "~/i18n/name-order";
/** API access for rules of groups and policies: their options, and the effect of a change. */
import { z } from "zod/v4";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

export const labelLists = z.record(z.string(), z.array(z.string()));
/** Notes on some actions, by label (PERM-76, PERM-77). */
const actionNotes = z.record(z.string(), z.enum(["WHOLE_CUSTOMER", "IDLE"]));
const templateOptions = z.array(z.object({ value: z.string(), label: z.string() }));

/** Actions by section with their notes, and the role templates. */
export const actionChoices = (
  found: Record<
    "ACTION_NOTES" | "SECTION_ACTIONS_MAPPINGS" | "ROLE_ACTION_STATE_MAPPINGS" | "ROLE_TEMPLATE_OPTIONS",
    unknown
  >,
) => ({
  actionNotes: actionNotes.parse(found.ACTION_NOTES),
  sections: labelLists.parse(found.SECTION_ACTIONS_MAPPINGS),
  templates: labelLists.parse(found.ROLE_ACTION_STATE_MAPPINGS),
  templateOptions: templateOptions.parse(found.ROLE_TEMPLATE_OPTIONS),
});
export type ActionChoices = ReturnType<typeof actionChoices>;

const fetchCustomers = queryOf(
  "ORGGetOrganizationGlobalCustomers",
  "customerId customerDisplayName organizationId awsRegion rootHierarchyId",
  "GlobalCustomers",
);

export type GlobalCustomer = Awaited<ReturnType<typeof fetchCustomers>>[number];

/** The organisation's customers in all regions, by name (PERM-10, PERM-11). Throws ApiError. */
export async function getGlobalCustomers(api: CustomerApi, _id: string): Promise<GlobalCustomer[]> {
  const customers = await fetchCustomers(api, { _id });
  return customers.toSorted((a, b) => compareNames(a.customerDisplayName, b.customerDisplayName));
}

const placeFields = graphql(`
  fragment PlaceFields on CommonPermissionPlace @_unmask {
    awsRegion
    organizationId
    customerId
    hierarchyId
  }
`);

/** Effect on people of changing groups or policies. */
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
      restorable
      losingConsole
      losingSignIn
      losesOwnRights
      losesLastAdministrator
      unsaid
    }
  `,
  [placeFields],
);

export type PermissionChange = ResultOf<typeof changeFields>;

const fetchSections = queryOf("CommonGetPolicyOptions", "SECTION_ACTIONS_MAPPINGS", "ActionSections");

/** Actions by section. Throws ApiError. */
export const getSections = async (api: CustomerApi) =>
  labelLists.parse((await fetchSections(api)).SECTION_ACTIONS_MAPPINGS);
