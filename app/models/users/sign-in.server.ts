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

const fetchUser = queryOf("ORGGetUserSignIns", signInFields);

export type SignIns = ResultOf<typeof signInFields>;

/** The user's own sessions, in every region (USER-89). Throws ApiError. */
export const getOwnSignIns = queryOf("AuthGetOwnSignIns", signInFields);

/** Sessions and latest sign-ins of a user of the customer (USER-89). Throws ApiError. */
export const getUserSignIns = (api: CustomerApi, _id: string): Promise<SignIns> =>
  fetchUser(api, { filter: { _id, ...api.ids } });

/** Ends all of the user's own sessions, including the current one (USER-89). */
export const signOutEverywhere = mutationOf("AuthSignOutEverywhere", "isSignOutSuccess");

/** Ends one of the user's own sessions (USER-120). */
export const endSession = mutationOf("AuthEndSession", "isSignOutSuccess");

/** Ends all sessions of a user of the customer (USER-89). */
export const signOutUser = mutationOf("ORGSignOutUser", "isSignOutSuccess");
