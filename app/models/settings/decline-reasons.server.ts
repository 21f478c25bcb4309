import type { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";

const declineSettingFields = graphql(`
  fragment DeclineSettingFields on AppsDeclineSetting @_unmask {
    asks
    reasons {
      _id
      name
      isArchived
    }
    version
  }
`);
const askSetting = queryOf("AppsGetDeclineSetting", declineSettingFields);

export type DeclineSetting = ResultOf<typeof declineSettingFields>;

/** The customer's decline reasons, and whether people are asked for one (PIPE-06). Throws ApiError. */
export const getDeclineSetting = (api: CustomerApi): Promise<DeclineSetting> => askSetting(api, {});

/** Saves them, based on `version`. Throws ApiError. */
export const saveDeclineSetting = mutationOf("AppsUpdateDeclineSetting", "asks");
