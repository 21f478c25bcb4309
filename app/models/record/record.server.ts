import { daysOf } from "~/models/list/days";
import { paginationFields } from "~/models/list/pagination.server";
import type { PageOf } from "~/models/list/paging";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { RecordState } from "./record-search";
import type { CustomerApi } from "~/services/customer-api.server";

const entryFields = graphql(`
  fragment RecordEntryFields on AudEntry @_unmask {
    _id
    at
    action
    outcome
    kind
    objectId
    objectName
    objectCount
    actor {
      _id
      name
      email
    }
    source
    by
    reason
  }
`);

const objectFields = graphql(`
  fragment RecordObjectFields on AudObject @_unmask {
    kind
    _id
    action
    name
    exists
    isArchived
    fields {
      field
      hidden
      before
      after
    }
  }
`);

// Without the objects' names and whether they exist, which the API would look up one by one.
const recordEntriesFields = graphql(
  `
    fragment RecordEntriesFields on AudEntryPage @_unmask {
      data {
        ...RecordEntryFields
        counts {
          total
          done
          waiting
        }
        objects {
          kind
          _id
          fields {
            field
            hidden
            before
            after
          }
        }
      }
      pagination {
        ...PaginationFields
      }
      reachesTo
    }
  `,
  [entryFields, paginationFields],
);
const fetchList = queryOf("AudGetEntries", recordEntriesFields, "RecordEntries");

const recordEntriesWithChangesFields = graphql(
  `
    fragment RecordEntriesWithChangesFields on AudEntryPage @_unmask {
      data {
        ...RecordEntryFields
        objects {
          ...RecordObjectFields
        }
      }
      pagination {
        ...PaginationFields
      }
      reachesTo
    }
  `,
  [entryFields, objectFields, paginationFields],
);
const fetchEntriesWithChanges = queryOf(
  "AudGetEntries",
  recordEntriesWithChangesFields,
  "RecordEntriesWithChanges",
);

type Answer = ResultOf<typeof recordEntriesFields>;
export type RecordEntry = ResultOf<typeof entryFields>;
/** An entry of the list, with its changed fields. */
export type ListedEntry = Answer["data"][number];
/** An entry with its changed fields. */
export type RecordedEntry = ResultOf<typeof recordEntriesWithChangesFields>["data"][number];

const none = {
  data: [],
  pagination: { totalItems: 0, totalPages: 1, currentPage: 1, isTotalExact: true },
  reachesTo: null,
};

/** Variables for the API; undefined if nothing can match. */
function recordVariables(state: RecordState, timeZone: string) {
  const { start, end, isReversed } = daysOf(state, timeZone);
  if (isReversed) return undefined;
  return {
    actorId: state.person,
    kind: state.kind,
    action: state.action,
    from: start || undefined,
    // The API's end is inclusive, so use the last millisecond of the last day.
    to: end ? new Date(Date.parse(end) - 1).toISOString() : undefined,
    text: state.search,
    objectKind: state.of,
    objectId: state.id,
    skipEq: (state.page - 1) * state.size,
    limitEq: state.size,
  };
}

/** A page of the audit log, newest first (AUD-08). Throws ApiError. */
export async function getEntries(api: CustomerApi, state: RecordState, timeZone: string): Promise<Answer> {
  const variables = recordVariables(state, timeZone);
  return variables ? await fetchList(api, variables) : none;
}

/** Maximum entries per API call. */
const maxEntriesPerCall = 100;

/** A page of the audit log's export: entries with changed fields, newest first (AUD-08). Throws ApiError. */
export async function getEntriesWithChanges(
  api: CustomerApi,
  { page, size, ...state }: RecordState,
  timeZone: string,
): Promise<PageOf<RecordedEntry>> {
  // An export page has more rows than one API call returns.
  const parts = Math.ceil(size / maxEntriesPerCall);
  let whole: PageOf<RecordedEntry> | undefined;
  for (let part = 1; part <= parts; part += 1) {
    const at = { ...state, page: (page - 1) * parts + part, size: Math.min(size, maxEntriesPerCall) };
    const variables = recordVariables(at, timeZone);
    if (!variables) return none;
    const answer = await fetchEntriesWithChanges(api, variables);
    const { currentPage, totalPages } = answer.pagination;
    whole = {
      data: [...(whole?.data ?? []), ...answer.data],
      pagination: {
        ...answer.pagination,
        currentPage: Math.ceil(currentPage / parts),
        totalPages: Math.ceil(totalPages / parts),
      },
    };
    // Beyond the last part the API would repeat it.
    if (currentPage >= totalPages) break;
  }
  return whole ?? none;
}

/** People with entries in the customer's audit log. Throws ApiError. */
export const getActors = queryOf("AudGetActors", "_id name email", "RecordActors");

const oneEntryFields = graphql(
  `
    fragment RecordOneEntryFields on AudOneEntry @_unmask {
      canViewActor
      entry {
        ...RecordEntryFields
        objects {
          ...RecordObjectFields
          shownOn {
            _id
            vacancyId
          }
        }
        customerName
        organizationName
        departmentName
        network
        requestId
        operation
        rule
        jobId
        uploadId
        counts {
          total
          done
          waiting
        }
      }
      undone {
        ...RecordEntryFields
      }
      sameRequest {
        ...RecordEntryFields
      }
    }
  `,
  [entryFields, objectFields],
);
const fetchEntry = queryOf("AudGetEntry", oneEntryFields, "RecordEntry");

/** One entry with its related data (AUD-09). Throws ApiError. */
export const getEntry = (api: CustomerApi, _id: string) => fetchEntry(api, { _id });
