import type { ListState } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { ApiError, type RegionalApi, type ResultOf } from "~/services/regional-api.server";
import type { AtsRequestFilters } from "./ats-request.schema";
import { withoutSecretValues } from "./secret-values.server";
import { paginationFields } from "~/models/list/pagination.server";

const listDocument = graphql(
  `
    query AtsRequests($getRequestListInput: AtsGetRequestListInput!) {
      AtsGetRequestList(getRequestListInput: $getRequestListInput) {
        data {
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
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

const requestDocument = graphql(`
  query AtsRequest($_id: ID!) {
    AtsGetRequestById(_id: $_id) {
      _id
      masterId
      requestType
      atsName
      customerId
      externalTenantId
      requestCount
      retryable
      retryCount
      status
      extra
      payload
      responses {
        status
        data
        timestamp
      }
      tags
      createdAt
      updatedAt
    }
  }
`);

type RequestList = ResultOf<typeof listDocument>["AtsGetRequestList"];
export type AtsRequestRow = RequestList["data"][number];
export type AtsRequest = ResultOf<typeof requestDocument>["AtsGetRequestById"];

/** One page of a customer's requests through one ATS, newest first (ATSR-08); empty filters are left out. Throws ApiError. */
export async function getAtsRequests(
  api: RegionalApi,
  customerId: string,
  atsName: string,
  { createdAtFrom, createdAtTo, ...filters }: AtsRequestFilters,
  { page, size }: Pick<ListState, "page" | "size">,
): Promise<RequestList> {
  const times = {
    createdAtFrom: createdAtFrom?.toISOString(),
    createdAtTo: createdAtTo?.toISOString(),
  };
  const given = Object.entries({ ...filters, ...times }).filter(([, value]) => value !== undefined);
  const { AtsGetRequestList } = await api.query(listDocument, {
    getRequestListInput: {
      limit: size,
      skip: page - 1,
      customerId,
      atsName,
      ...Object.fromEntries(given),
    },
  });
  return AtsGetRequestList;
}

/**
 * One request of a customer with all that was exchanged (ATSR-14), its secrets masked (ATSR-21). Throws ApiError: another customer's request is as
 * unknown as one that does not exist.
 */
export async function getAtsRequest(api: RegionalApi, customerId: string, _id: string): Promise<AtsRequest> {
  const { AtsGetRequestById: request } = await api.query(requestDocument, { _id });
  if (request.customerId === customerId) {
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
