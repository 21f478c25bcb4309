import { nullOn } from "~/services/api-messages";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const customerRetentionFields = graphql(`
  fragment CustomerRetentionFields on AppsCustomerSetting @_unmask {
    version
    retentionPeriod {
      candidatePiiRetentionPeriod
      videoRetentionPeriod
    }
    pendingChange {
      _id
      candidatePiiRetentionPeriod
      videoRetentionPeriod
      requestedAt
      requestedBy
      takesEffectAt
    }
  }
`);
const askGet = queryOf("AppsGetCustomerSetting", customerRetentionFields, "CustomerRetention");

const sendCreate = mutationOf("AppsCreateCustomerSetting", "_id");

const sendUpdate = mutationOf("AppsUpdateCustomerSetting", "_id");

type Setting = ResultOf<typeof customerRetentionFields>;

/** Shorter periods that were saved and do not count yet (RET-04); those of null stay as they are. */
export type RetentionChange = NonNullable<Setting["pendingChange"]>;

/** In months. */
export type RetentionPeriod = { candidatePiiRetentionPeriod: number; videoRetentionPeriod: number };

/** How long the customer's data is kept, null when nothing was ever saved (COMP-02). Throws ApiError. */
export const getRetention = (api: CustomerApi): Promise<Setting | null> =>
  nullOn("customerSettingNotFound", askGet(api, {}));

/** Saves the retention periods, as the first setting or into the one that was read as `version` (COMP-10). Throws ApiError. */
export async function saveRetention(
  api: FormApi,
  retentionPeriod: RetentionPeriod,
  version: number | null,
): Promise<void> {
  const variables = { retentionPeriod };
  if (version === null) await sendCreate(api, variables);
  else await sendUpdate(api, { ...variables, version });
}

/** Takes back shorter periods that do not count yet (RET-04). Throws ApiError. */
export const cancelChange = mutationOf("AppsCancelRetentionChange", "_id");
