import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const signInFields = graphql(`
  fragment SignInFields on AuthSignIns @_unmask {
    sessions {
      _id
      browser
      createdAt
      lastUsedAt
      network
      isCurrent
    }
    devices {
      createdAt
      lastUsedAt
      expiresAt
    }
    signIns {
      at
      network
    }
  }
`);

const askOwn = queryOf("AuthGetOwnSignIns", signInFields);

const askUser = queryOf("ORGGetUserSignIns", signInFields);

export type SignIns = ResultOf<typeof signInFields>;

/** Where the caller is signed in, in every region (USER-89). Throws ApiError. */
export const getOwnSignIns = (api: CustomerApi): Promise<SignIns> => askOwn(api, {});

/** The sessions and latest sign-ins of a user of the customer (USER-89). Throws ApiError. */
export const getUserSignIns = (api: CustomerApi, _id: string): Promise<SignIns> =>
  askUser(api, { filter: { _id, ...api.ids } });

/** Ends every session of the caller, the one it is called in too (USER-89). */
export const signOutEverywhere = mutationOf("AuthSignOutEverywhere", "isSignOutSuccess");

/** Ends one of the caller's sessions (USER-120). */
export const endSession = mutationOf("AuthEndSession", "isSignOutSuccess");

/** Ends every session of a user of the customer (USER-89). */
export const signOutUser = mutationOf("ORGSignOutUser", "isSignOutSuccess");
