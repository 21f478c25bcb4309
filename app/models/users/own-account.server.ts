import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

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
const askOwn = queryOf("AuthGetOwnAccount", ownAccountFields);

/** The user's own account (USER-140). Throws ApiError. */
export const getOwnAccount = (api: CustomerApi) => askOwn(api, {});

/** Changes the user's name and default customer; call it in the region of the account (USER-140). */
export const saveOwnAccount = mutationOf("AuthUpdateOwnAccount", "_id");
