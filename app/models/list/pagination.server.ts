import { graphql } from "~/services/graphql";

/** The fields of every list's pagination: see `Pagination` of paging.ts. */
export const paginationFields = graphql(`
  fragment PaginationFields on Pagination @_unmask {
    totalPages
    currentPage
    totalItems
    isTotalExact
  }
`);
