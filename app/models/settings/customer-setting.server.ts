import { nullOnMessage } from "~/services/api-messages";
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
const fetchSetting = queryOf("AppsGetCustomerSetting", customerRetentionFields, "CustomerRetention");

const sendCreate = mutationOf("AppsCreateCustomerSetting", "_id");

const sendUpdate = mutationOf("AppsUpdateCustomerSetting", "_id");

type Setting = ResultOf<typeof customerRetentionFields>;

/** Saved shorter periods that are still pending (RET-04); null ones stay unchanged. */
export type RetentionChange = NonNullable<Setting["pendingChange"]>;

/** In months. */
export type RetentionPeriod = { candidatePiiRetentionPeriod: number; videoRetentionPeriod: number };

/** The customer's retention periods, or null if never saved (COMP-02). Throws ApiError. */
export const getRetention = (api: CustomerApi): Promise<Setting | null> =>
  nullOnMessage("customerSettingNotFound", fetchSetting(api));

/** Saves the retention periods, as the first setting or based on `version` (COMP-10). Throws ApiError. */
export async function saveRetention(
  api: FormApi,
  retentionPeriod: RetentionPeriod,
  version: number | null,
): Promise<void> {
  const variables = { retentionPeriod };
  if (version === null) await sendCreate(api, variables);
  else await sendUpdate(api, { ...variables, version });
}

/** Cancels pending shorter periods (RET-04). Throws ApiError. */
export const cancelChange = mutationOf("AppsCancelRetentionChange", "_id");
