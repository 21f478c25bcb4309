import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

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

const ownDocument = graphql(
  `
    query OwnSignIns {
      AuthGetOwnSignIns {
        ...SignInFields
      }
    }
  `,
  [signInFields],
);

const userDocument = graphql(
  `
    query UserSignIns($filter: ORGUserFilter!) {
      ORGGetUserSignIns(filter: $filter) {
        ...SignInFields
      }
    }
  `,
  [signInFields],
);

export type SignIns = ResultOf<typeof ownDocument>["AuthGetOwnSignIns"];

/** Where the caller is signed in, in every region (USER-89). Throws ApiError. */
export const getOwnSignIns = async (api: RegionalApi): Promise<SignIns> =>
  (await api.query(ownDocument, {})).AuthGetOwnSignIns;

/** The sessions and latest sign-ins of a user of the customer (USER-89). Throws ApiError. */
export const getUserSignIns = async (api: RegionalApi, scope: Scope, _id: string): Promise<SignIns> =>
  (await api.query(userDocument, { filter: { _id, ...scopeIds(scope) } })).ORGGetUserSignIns;

/** Ends every session of the caller, the one it is called in too (USER-89). */
export const signOutEverywhere = mutationOf(
  graphql(`
    mutation SignOutEverywhere {
      AuthSignOutEverywhere {
        isSignOutSuccess
      }
    }
  `),
);

/** Ends one of the caller's sessions (USER-120). */
export const endSession = mutationOf(
  graphql(`
    mutation EndSession($_id: ID!) {
      AuthEndSession(_id: $_id) {
        isSignOutSuccess
      }
    }
  `),
);

/** Ends every session of a user of the customer (USER-89). */
export const signOutUser = mutationOf(
  graphql(`
    mutation SignOutUser($filter: ORGUserFilter!) {
      ORGSignOutUser(filter: $filter) {
        isSignOutSuccess
      }
    }
  `),
);
