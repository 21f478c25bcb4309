import { mutationOf, queryOf } from "~/services/operation.server";

export type DeclineSetting = Awaited<ReturnType<typeof getDeclineSetting>>;

/** The customer's decline reasons, and whether people are asked for one (PIPE-06). Throws ApiError. */
export const getDeclineSetting = queryOf(
  "AppsGetDeclineSetting",
  "asks reasons { _id name isArchived } version",
);

/** Saves them, based on `version`. Throws ApiError. */
export const saveDeclineSetting = mutationOf("AppsUpdateDeclineSetting", "asks");
