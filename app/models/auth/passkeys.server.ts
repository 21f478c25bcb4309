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

/** The user's passkeys (MFA-09). Throws ApiError. */
export const getPasskeys = (api: CustomerApi) => askOwn(api, {});

/** Creation options for the browser's passkey API. Throws ApiError. */
export const beginPasskey = mutationOf("AuthBeginPasskey", "options");

/** Registers the created passkey; returns whether it was accepted. Throws ApiError. */
export const addPasskey = mutationOf("AuthAddPasskey", "isAdded");

/** Renames a passkey. Throws ApiError. */
export const renamePasskey = mutationOf("AuthRenamePasskey", "isRenamed");

/** Removes a passkey. Throws ApiError. */
export const removePasskey = mutationOf("AuthRemovePasskey", "isRemoved");
