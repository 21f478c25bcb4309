import { mutationOf, queryOf } from "~/services/operation.server";

/** The user's passkeys (MFA-09). Throws ApiError. */
export const getPasskeys = queryOf(
  "AuthGetPasskeys",
  "isAvailable passkeys { _id name createdAt lastUsedAt }",
);

/** Creation options for the browser's passkey API. Throws ApiError. */
export const beginPasskey = mutationOf("AuthBeginPasskey", "options");

/** Registers the created passkey; returns whether it was accepted. Throws ApiError. */
export const addPasskey = mutationOf("AuthAddPasskey", "isAdded");

/** Renames a passkey. Throws ApiError. */
export const renamePasskey = mutationOf("AuthRenamePasskey", "isRenamed");

/** Removes a passkey. Throws ApiError. */
export const removePasskey = mutationOf("AuthRemovePasskey", "isRemoved");
