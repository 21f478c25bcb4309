import type { ListState } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import { ApiError, type ResultOf } from "~/services/regional-api.server";
import type { AtsRequestFilters } from "./ats-request.schema";
import { withoutSecretValues } from "./secret-values.server";
import type { CustomerApi } from "~/services/customer-api.server";

const atsRequestsFields = graphql(`
  fragment AtsRequestsFields on AtsRequest @_unmask {
    _id
    atsName
    requestType
    status
    masterId
    externalTenantId
    requestCount
    retryable
    retryCount
    tags
    createdAt
    updatedAt
  }
`);
const fetchList = pageQueryOf("AtsGetRequestList", atsRequestsFields, "AtsRequests");

const atsRequestFields = graphql(
  `
    fragment AtsRequestFields on AtsRequest @_unmask {
      ...AtsRequestsFields
      customerId
      extra
      payload
      responses {
        status
        data
        timestamp
      }
    }
  `,
  [atsRequestsFields],
);
const fetchRequest = queryOf("AtsGetRequestById", atsRequestFields, "AtsRequest");

export type AtsRequestRow = ResultOf<typeof atsRequestsFields>;
export type AtsRequest = ResultOf<typeof atsRequestFields>;

/** One page of a customer's requests through one ATS, newest first (ATSR-08); omits empty filters. Throws ApiError. */
export async function getAtsRequests(
  api: CustomerApi,
  atsName: string,
  { createdAtFrom, createdAtTo, ...filters }: AtsRequestFilters,
  { page, size }: Pick<ListState, "page" | "size">,
) {
  const times = {
    createdAtFrom: createdAtFrom?.toISOString(),
    createdAtTo: createdAtTo?.toISOString(),
  };
  const given = Object.entries({ ...filters, ...times }).filter(([, value]) => value !== undefined);
  return fetchList(api, {
    getRequestListInput: {
      limit: size,
      skip: page - 1,
      customerId: api.ids.customerId,
      atsName,
      ...Object.fromEntries(given),
    },
  });
}

/**
 * One request with its payload and responses (ATSR-14), secrets masked (ATSR-21). Throws ApiError; another customer's
 * request is reported as not found.
 */
export async function getAtsRequest(api: CustomerApi, _id: string): Promise<AtsRequest> {
  const request = await fetchRequest(api, { _id });
  if (request.customerId === api.ids.customerId) {
    const { extra, payload, responses } = request;
    return {
      ...request,
      extra: withoutSecretValues(extra),
      payload: withoutSecretValues(payload),
      responses: responses.map((response) => ({ ...response, data: withoutSecretValues(response.data) })),
    };
  }
  throw new ApiError("NOT_FOUND", "a request of another customer", api.region, "AtsRequest");
}
