import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

const passkeysFields = graphql(`
  fragment PasskeysFields on AuthPasskeys @_unmask {
    isAvailable
    passkeys {
      _id
      name
      createdAt
      lastUsedAt
    }
  }
`);

const askOwn = queryOf("AuthGetPasskeys", passkeysFields);

/** The person's passkeys (MFA-09). Throws ApiError. */
export const getPasskeys = (api: CustomerApi) => askOwn(api, {});

/** What the browser makes a passkey by. Throws ApiError. */
export const beginPasskey = mutationOf("AuthBeginPasskey", "options");

/** Adds what it made; whether that was right. Throws ApiError. */
export const addPasskey = mutationOf("AuthAddPasskey", "isAdded");

/** Removes one. Throws ApiError. */
export const removePasskey = mutationOf("AuthRemovePasskey", "isRemoved");
