import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchPacks = queryOf("RETGetPacks", "_id state askedAt askedBy endsAt", "AccessPacks");

export type Pack = Awaited<ReturnType<typeof fetchPacks>>[number];

/** The access packs of an application's candidate, newest first (RET-12). Throws ApiError. */
export const getPacks = (api: CustomerApi, applicationId: string): Promise<Pack[]> =>
  fetchPacks(api, { _id: applicationId });

/** Requests an access pack. Throws ApiError. */
export const makePack = mutationOf("RETMakePack", "_id", "MakeAccessPack");

/** Content of an access pack, in Base64. Throws ApiError. */
export const fetchPack = mutationOf("RETFetchPack", "content", "FetchAccessPack");
