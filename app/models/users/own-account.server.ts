import { isAwsRegion } from "~/regions";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const ownAccountFields = graphql(`
  fragment OwnAccountFields on AuthOwnAccount @_unmask {
    awsRegion
    firstName
    lastName
    defaultCustomerId
    passwordSetAt
    isResetMailOn
    hasAuthenticator
    hasPasskey
  }
`);
const fetchOwnAccount = queryOf("AuthGetOwnAccount", ownAccountFields);

/** The user's own account (USER-140). Throws ApiError. */
export const getOwnAccount = (api: CustomerApi) => fetchOwnAccount(api, {});

const updateOwn = mutationOf("AuthUpdateOwnAccount", "_id");

/** Changes the user's name and default customer, in the region of the account (USER-140). Throws ApiError. */
export async function saveOwnAccount(api: FormApi, values: Parameters<typeof updateOwn>[1]) {
  const { awsRegion } = await fetchOwnAccount(api, {});
  return updateOwn(isAwsRegion(awsRegion) ? api.in(awsRegion) : api, values);
}
